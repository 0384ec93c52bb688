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
    private @Nullable E element;
    /** The slot to give back; null once the lease has ended. */
    @SuppressWarnings("UnusedVariable") // through its VarHandle
    private PoolElements.@Nullable Slot<E> slot;

    /** A lease of nothing yet. */
    Lease(BlockingPool<E> pool, @Nullable Object spare) {
        this.pool = pool;
        this.spare = spare;
    }

    /** Begins the lease, before anybody else knows of it. */
    Lease<E> of(PoolElements.Slot<E> leased, E checked) {
        slot = leased;
        element = checked;
        return this;
    }

    /** Gives back a slot whose lease has not begun. */
    void giveBack(PoolElements.Slot<E> unused) {
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
        PoolElements.Slot<E> held = slotVolatile();
        if (held == null) {
            return;
        }
        Object prepared = pool.prepare(spare, held); // if that fails, the lease goes on
        if (getAndClearSlot() != null) {
            if (discards) {
                pool.elements().dispose(held);
            }
            pool.giveBack(prepared);
        }
    }

    @Override
    public String toString() {
        return hasEnded() ? "Lease[ended]" : "Lease[" + element + "]";
    }

    // VarHandle mechanics
    private static final VarHandle SLOT = ConstantBootstraps.fieldVarHandle(MethodHandles.lookup(), "slot",
            VarHandle.class, Lease.class, PoolElements.Slot.class);

    private boolean hasEnded() {
        return slotVolatile() == null;
    }

    @SuppressWarnings("unchecked") // the field's type
    private PoolElements.@Nullable Slot<E> slotVolatile() {
        return (PoolElements.Slot<E>) SLOT.getVolatile(this);
    }

    @SuppressWarnings("unchecked") // the field's type
    private PoolElements.@Nullable Slot<E> getAndClearSlot() {
        return (PoolElements.Slot<E>) SLOT.getAndSet(this, (PoolElements.Slot<E>) null);
    }
}
