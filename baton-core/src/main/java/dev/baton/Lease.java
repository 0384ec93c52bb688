package dev.baton;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

import org.jspecify.annotations.Nullable;

/**
 * Right to use one element of a {@link BlockingPool} until it is given back. Made for try-with-resources. The first
 * {@link #close} or {@link #discard}, of any thread, ends the lease; further ones do nothing.
 *
 * @param <E> the element
 */
public final class Lease<E> implements AutoCloseable {
    private final BlockingPool<E> pool;
    /** What giving the slot back will need; made with the lease, so that a lease can always end. */
    private final @Nullable Object spare;
    private @Nullable E element;
    /** The slot to give back; null once the lease has ended. */
    @SuppressWarnings("UnusedVariable") // through its VarHandle
    private BlockingPool.@Nullable Slot<E> slot;

    /** A lease of nothing yet. */
    Lease(BlockingPool<E> pool, @Nullable Object spare) {
        this.pool = pool;
        this.spare = spare;
    }

    /** Begins the lease, before anybody else knows of it. */
    Lease<E> of(BlockingPool.Slot<E> leased, E checked) {
        slot = leased;
        element = checked;
        return this;
    }

    /** Gives back a slot whose lease has not begun. */
    void giveBack(BlockingPool.Slot<E> unused) {
        pool.giveBack(pool.prepare(spare, unused));
    }

    /**
     * The element.
     *
     * @return the element
     * @throws IllegalStateException if the lease has ended: the element may be in use elsewhere
     */
    public E get() {
        E leased = element;
        if (leased == null || hasEnded()) {
            throw new IllegalStateException("the lease has ended");
        }
        return leased;
    }

    /** Gives the element back, to the first who waits if any do. */
    @Override
    public void close() {
        BlockingPool.Slot<E> held = slotVolatile();
        if (held != null) {
            Object prepared = pool.prepare(spare, held); // if that fails, the lease goes on
            if (getAndClearSlot() != null) {
                pool.giveBack(prepared);
            }
        }
    }

    /** Closes the element, because it is broken, and makes room for a new one. */
    public void discard() {
        BlockingPool.Slot<E> held = slotVolatile();
        if (held != null) {
            Object prepared = pool.prepare(spare, held); // if that fails, the lease goes on
            if (getAndClearSlot() != null) {
                pool.discard(held, prepared);
            }
        }
    }

    @Override
    public String toString() {
        return hasEnded() ? "Lease[ended]" : "Lease[" + element + "]";
    }

    // VarHandle mechanics
    private static final VarHandle SLOT;

    static {
        try {
            SLOT = MethodHandles.lookup().findVarHandle(Lease.class, "slot", BlockingPool.Slot.class);
        } catch (ReflectiveOperationException failure) {
            throw new ExceptionInInitializerError(failure);
        }
    }

    private boolean hasEnded() {
        return slotVolatile() == null;
    }

    @SuppressWarnings("unchecked") // the field's type
    private BlockingPool.@Nullable Slot<E> slotVolatile() {
        return (BlockingPool.Slot<E>) SLOT.getVolatile(this);
    }

    @SuppressWarnings("unchecked") // the field's type
    private BlockingPool.@Nullable Slot<E> getAndClearSlot() {
        return (BlockingPool.Slot<E>) SLOT.getAndSet(this, (BlockingPool.Slot<E>) null);
    }
}
