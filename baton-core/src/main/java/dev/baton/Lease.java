package dev.baton;

import java.lang.invoke.ConstantBootstraps;
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
    /** The borrower, in a pool that finds leaks. */
    private final @Nullable Borrowing<E> borrowing;
    private @Nullable E element;
    /** The slot to give back; null once the lease has ended. */
    @SuppressWarnings("UnusedVariable") // through its VarHandle
    private @Nullable PoolSlot<E> slot;

    /** A lease of nothing yet. */
    Lease(BlockingPool<E> pool, @Nullable Object spare, @Nullable Borrowing<E> borrowing) {
        this.pool = pool;
        this.spare = spare;
        this.borrowing = borrowing;
    }

    /** Begins the lease, before anybody else knows of it. */
    Lease<E> of(PoolSlot<E> leased, E checked) {
        slot = leased;
        element = checked;
        pool.elements().inUse(leased);
        if (borrowing != null) {
            borrowing.begin(checked, pool.elements().now());
            leased.setBorrowingRelease(borrowing);
        }
        return this;
    }

    /** Gives back a slot whose lease has not begun; where memory is short, waits for it. */
    void giveBack(PoolSlot<E> unused) {
        for (;;) {
            Object prepared;
            try {
                prepared = pool.prepare(spare, unused);
            } catch (OutOfMemoryError full) {
                Thread.yield();
                continue;
            }
            pool.giveBack(prepared);
            return;
        }
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

    /** Gives the element back, to the first request that waits if there is one. */
    @Override
    public void close() {
        end(false);
    }

    /** Closes the element, because it is broken, and makes room for a new one. */
    public void discard() {
        end(true);
    }

    private void end(boolean discards) {
        PoolSlot<E> held = slotVolatile();
        if (held == null) {
            return;
        }
        Object prepared = pool.prepare(spare, held); // if that fails, the lease goes on
        if (getAndClearSlot() != null) {
            ended(held);
            if (discards) {
                pool.elements().dispose(held, PoolListener.Reason.DISCARDED);
            }
            pool.giveBack(prepared);
        }
    }

    /** Notes the end in the slot, before others get it. */
    private void ended(PoolSlot<E> held) {
        pool.elements().used(held);
        if (borrowing != null) {
            held.setBorrowingRelease(null);
            if (borrowing.isReported()) {
                pool.elements().reports().returnedLate(borrowing, pool.elements().now());
            }
        }
    }

    @Override
    public String toString() {
        return hasEnded() ? "Lease[ended]" : "Lease[" + element + "]";
    }

    // VarHandle mechanics
    private static final VarHandle SLOT = ConstantBootstraps.fieldVarHandle(MethodHandles.lookup(), "slot",
            VarHandle.class, Lease.class, PoolSlot.class);

    private boolean hasEnded() {
        return slotVolatile() == null;
    }

    @SuppressWarnings("unchecked") // the field's type
    private @Nullable PoolSlot<E> slotVolatile() {
        return (PoolSlot<E>) SLOT.getVolatile(this);
    }

    @SuppressWarnings("unchecked") // the field's type
    private @Nullable PoolSlot<E> getAndClearSlot() {
        return (PoolSlot<E>) SLOT.getAndSet(this, (PoolSlot<E>) null);
    }
}
