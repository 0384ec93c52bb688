package dev.baton;

import dev.baton.BlockingPool.Order;
import dev.baton.PoolListener.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

/** One round of maintenance of a pool's idle elements. */
final class PoolMaintenance<E> {
    /*
     * Overview
     *   Repeatedly, at most once for each slot of the pool:
     *     look at the slots' hints, and leave if nothing is due
     *     take all slots that nobody waits for, choose the one to work on, and put the others back as they were
     *     close, check or create the element of the chosen slot, and put it back
     *
     * Invariants
     *   - Code of the user runs while the round holds one slot, not more: a take finds all other idle elements.
     *   - A slot that was taken goes back, whatever is thrown. What this needs is made before the slot is taken.
     *   - The slot's element is closed before another one is created in it: never more elements than slots.
     * Non-invariants
     *   - For the few steps of choosing, a take may find no idle element. One that waits gets a slot as it is put back.
     */
    /** A slot with what its return needs, made before the slot is taken. */
    private static final class Taken<E> {
        final Lease<E> lease;
        @Nullable
        PoolSlot<E> slot;

        Taken(Lease<E> lease) {
            this.lease = lease;
        }

        PoolSlot<E> slot() {
            return Objects.requireNonNull(slot);
        }

        void giveBack() {
            if (slot != null) {
                lease.giveBack(slot);
            }
        }
    }

    private enum Work {
        NONE, EXPIRE, DISMISS, CHECK, CREATE
    }

    private final BlockingPool<E> pool;
    private final PoolElements<E> elements;
    private final PoolCare care;
    private final Order order;

    PoolMaintenance(BlockingPool<E> pool, Order order) {
        this.pool = pool;
        this.elements = pool.elements();
        this.care = elements.care();
        this.order = order;
    }

    /** Does what is due now. */
    void round() {
        for (int step = pool.getCapacity(); step > 0 && !pool.isClosed() && isAnythingDue(); step--) {
            if (!workOnOne()) {
                return;
            }
        }
    }

    private boolean isAnythingDue() {
        if (pool.getIdle() < care.minimumIdle() && pool.slots().getSize() > pool.getIdle()) {
            return true;
        }
        long now = elements.now();
        for (PoolSlot<E> slot : elements.slots()) {
            long due = slot.dueAt;
            if (due != 0L && now - due >= 0L) {
                return true;
            }
        }
        return false;
    }

    /** Looks after one element; false if none needs it. */
    private boolean workOnOne() {
        List<Taken<E>> idle = new ArrayList<>(pool.getCapacity());
        Taken<E> chosen = null;
        Work work = Work.NONE;
        try {
            takeIdle(idle);
            long now = elements.now();
            int surplus = surplus(idle);
            for (Taken<E> each : idle) {
                work = workOn(each.slot(), now, surplus);
                if (work != Work.NONE) {
                    chosen = each;
                    break;
                }
            }
        } finally {
            putBack(idle, chosen);
        }
        if (chosen == null) {
            return false;
        }
        try {
            return perform(work, chosen.slot());
        } finally {
            elements.scheduled(chosen.slot());
            chosen.giveBack();
        }
    }

    /** Takes the slots that nobody waits for. */
    private void takeIdle(List<Taken<E>> idle) {
        for (int left = pool.slots().getSize(); left > 0; left--) {
            Taken<E> taken = new Taken<>(pool.newUntoldLease());
            idle.add(taken); // first: that may fail
            taken.slot = pool.takeSlot();
            if (taken.slot == null) {
                idle.removeLast();
                return;
            }
        }
    }

    private void putBack(List<Taken<E>> idle, @Nullable Taken<E> chosen) {
        boolean reversed = order == Order.STACK; // the first one taken was on top
        for (int i = 0; i < idle.size(); i++) {
            Taken<E> each = idle.get(reversed ? idle.size() - 1 - i : i);
            if (!each.equals(chosen)) {
                each.giveBack();
            }
        }
    }

    /** By how many the idle elements are more than wanted; negative if there are less. */
    private int surplus(List<Taken<E>> idle) {
        int present = 0;
        for (Taken<E> each : idle) {
            present += each.slot().element == null ? 0 : 1;
        }
        return present - care.minimumIdle();
    }

    private Work workOn(PoolSlot<E> slot, long now, int surplus) {
        if (slot.element == null) {
            return surplus < 0 ? Work.CREATE : Work.NONE;
        }
        if (elements.hasExpired(slot, now)) {
            return Work.EXPIRE;
        }
        if (care.idleTime() != 0L && surplus > 0 && now - elements.idleUntil(slot) >= 0L) {
            return Work.DISMISS;
        }
        if (care.keepAlive() != 0L && now - elements.checkedUntil(slot) >= 0L) {
            return Work.CHECK;
        }
        return Work.NONE;
    }

    /** Runs code of the user on the element of a slot; false if the round has to end. */
    private boolean perform(Work work, PoolSlot<E> slot) {
        switch (work) {
            case EXPIRE -> elements.dispose(slot, Reason.EXPIRED);
            case DISMISS -> elements.dispose(slot, Reason.IDLE);
            case CHECK -> check(slot);
            case CREATE -> {
                return isCreated(slot);
            }
            case NONE -> throw new AssertionError();
        }
        return true;
    }

    private void check(PoolSlot<E> slot) {
        if (elements.isValid(slot, Objects.requireNonNull(slot.element))) {
            slot.checkedAt = elements.now();
        } else {
            elements.dispose(slot, Reason.INVALID);
        }
    }

    /** Creates an element; a failure is known to the listener, and ends the round. */
    private boolean isCreated(PoolSlot<E> slot) {
        try {
            elements.create(slot);
            return true;
        } catch (RuntimeException failed) {
            return false;
        }
    }
}
