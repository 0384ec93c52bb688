package dev.baton;

import dev.baton.PoolListener.Reason;
import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import java.util.function.LongSupplier;

import org.jspecify.annotations.Nullable;

/** The life of a pool's elements: they are created, checked and closed in the slot of the thread that has it. */
final class PoolElements<E> {
    /*
     * State
     *   tally: elements created (upper 32 bits, unsigned) and elements that exist (lower 32 bits), in one word so that
     *   creating and closing an element is one step each.
     */
    private static final long CREATED = 1L << 32;

    private final BlockingPool.Factory<? extends E> factory;
    private final BlockingPool.@Nullable Validator<? super E> validator;
    private final BlockingPool.Closer<? super E> closer;
    private final PoolCare care;
    private final LongSupplier clock;
    private final PoolCounters counters = new PoolCounters();
    private final PoolReports<E> reports;
    private final PoolSlot<E>[] slots;
    private long tally;

    PoolElements(BlockingPoolBuilder<E> builder) {
        this.factory = builder.factory;
        this.validator = builder.validator;
        this.closer = builder.closer;
        this.care = builder.care;
        this.clock = builder.clock;
        this.reports = new PoolReports<>(builder, counters);
        this.slots = newSlots(builder.capacity);
        for (int i = 0; i < slots.length; i++) {
            slots[i] = new PoolSlot<>();
        }
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // an array of slots of E alone
    private static <E> PoolSlot<E>[] newSlots(int capacity) {
        return new PoolSlot[capacity];
    }

    /** All slots, wherever they are. */
    PoolSlot<E>[] slots() {
        return slots;
    }

    PoolCounters counters() {
        return counters;
    }

    PoolReports<E> reports() {
        return reports;
    }

    PoolCare care() {
        return care;
    }

    long now() {
        return clock.getAsLong();
    }

    /** Whether the slot can be leased without running code of the user. */
    boolean isReady(PoolSlot<E> slot) {
        return slot.element != null && validator == null && !hasExpired(slot);
    }

    private boolean hasExpired(PoolSlot<E> slot) {
        return care.lifetime() != 0L && hasExpired(slot, now());
    }

    boolean hasExpired(PoolSlot<E> slot, long now) {
        return care.lifetime() != 0L && now - slot.expiresAt >= 0L;
    }

    /** A valid element in the slot, created if need be. */
    E validIn(PoolSlot<E> slot) {
        E element = slot.element;
        if (element != null && hasExpired(slot)) {
            dispose(slot, Reason.EXPIRED);
        } else if (element != null && isValid(slot, element)) {
            return element;
        } else {
            dispose(slot, Reason.INVALID);
        }
        return create(slot);
    }

    /** Whether the validator lets the element pass; an error of it closes the element and is thrown. */
    boolean isValid(PoolSlot<E> slot, E element) {
        if (validator == null) {
            return true;
        }
        Throwable refusal = null;
        try {
            if (validator.isValid(element)) {
                return true;
            }
        } catch (Exception invalid) {
            PoolReports.reassertInterrupt(invalid);
            refusal = invalid;
        } catch (Throwable error) {
            reports.invalid(element, error);
            dispose(slot, Reason.INVALID);
            throw error;
        }
        reports.invalid(element, refusal);
        return false;
    }

    /** Creates the element of a vacant slot. */
    E create(PoolSlot<E> slot) {
        E created;
        try {
            created = Objects.requireNonNull(factory.create(), "the factory created null");
        } catch (Throwable failure) {
            reports.creationFailed(failure);
            throw unchecked(failure);
        }
        slot.element = created;
        long before = getAndAddTally(CREATED + 1L);
        if (care.isTimed()) {
            born(slot, before >>> 32);
        }
        reports.created(created);
        return created;
    }

    private static RuntimeException unchecked(Throwable failure) {
        if (failure instanceof RuntimeException unchecked) {
            return unchecked;
        }
        if (failure instanceof Error error) {
            throw error;
        }
        if (failure instanceof Exception checked) {
            PoolReports.reassertInterrupt(checked);
        }
        return new ElementCreationException(failure);
    }

    private void born(PoolSlot<E> slot, long ordinal) {
        long now = now();
        slot.seed = now + ordinal;
        slot.expiresAt = now + care.jittered(care.lifetime(), slot.seed);
        slot.idleSince = now;
        slot.checkedAt = now;
    }

    /** Notes that the slot's element was used until now. */
    void used(PoolSlot<E> slot) {
        if (care.isTimed() && slot.element != null) {
            long now = now();
            slot.idleSince = now;
            slot.checkedAt = now;
            scheduled(slot);
        }
    }

    /** Notes that the slot is in use: maintenance need not look at it. */
    void inUse(PoolSlot<E> slot) {
        slot.leases++;
        if (care.isTimed()) {
            slot.dueAt = 0L;
        }
    }

    /** Notes when maintenance has to look at the slot. */
    void scheduled(PoolSlot<E> slot) {
        long due = 0L;
        if (slot.element != null) {
            due = earliest(due, care.lifetime() == 0L ? 0L : atLeastOne(slot.expiresAt));
            due = earliest(due, care.idleTime() == 0L ? 0L : atLeastOne(idleUntil(slot)));
            due = earliest(due, care.keepAlive() == 0L ? 0L : atLeastOne(checkedUntil(slot)));
        }
        slot.dueAt = due;
    }

    long idleUntil(PoolSlot<E> slot) {
        return slot.idleSince + care.jittered(care.idleTime(), slot.seed);
    }

    long checkedUntil(PoolSlot<E> slot) {
        return slot.checkedAt + care.jittered(care.keepAlive(), slot.seed);
    }

    private static long earliest(long due, long other) {
        return due == 0L || (other != 0L && other - due < 0L) ? other : due;
    }

    /** A time that is not the 0 which stands for "never". */
    private static long atLeastOne(long time) {
        return time == 0L ? 1L : time;
    }

    /** Closes what is in the slot, if anything; never fails. */
    void dispose(PoolSlot<E> slot, Reason reason) {
        E element = slot.element;
        if (element == null) {
            return;
        }
        slot.element = null;
        try {
            closer.close(element);
        } catch (Throwable failure) {
            PoolReports.reassertInterrupt(failure);
            reports.closingFailed(element, failure);
        } finally {
            long unused = getAndAddTally(-1L);
        }
        reports.closed(element, reason);
    }

    // VarHandle mechanics
    private static final VarHandle TALLY = ConstantBootstraps.fieldVarHandle(MethodHandles.lookup(), "tally",
            VarHandle.class, PoolElements.class, long.class);

    /** Elements that exist. */
    int aliveVolatile() {
        return (int) (long) TALLY.getVolatile(this);
    }

    /** Elements created so far. */
    long created() {
        return tally >>> 32;
    }

    private long getAndAddTally(long delta) {
        return (long) TALLY.getAndAdd(this, delta);
    }
}
