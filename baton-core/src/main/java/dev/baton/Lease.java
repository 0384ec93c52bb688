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
    private final E element;
    /** The slot to give back; null once the lease has ended. */
    @SuppressWarnings("UnusedVariable") // through its VarHandle
    private BlockingPool.@Nullable Slot<E> slot;

    Lease(BlockingPool<E> pool, BlockingPool.Slot<E> slot, E element) {
        this.pool = pool;
        this.slot = slot;
        this.element = element;
    }

    /**
     * The element.
     *
     * @return the element
     * @throws IllegalStateException if the lease has ended: the element may be in use elsewhere
     */
    public E get() {
        if (hasEnded()) {
            throw new IllegalStateException("the lease has ended");
        }
        return element;
    }

    /** Gives the element back, to the first who waits if any do. */
    @Override
    public void close() {
        BlockingPool.Slot<E> held = getAndClearSlot();
        if (held != null) {
            pool.giveBack(held);
        }
    }

    /** Closes the element, because it is broken, and makes room for a new one. */
    public void discard() {
        BlockingPool.Slot<E> held = getAndClearSlot();
        if (held != null) {
            pool.discard(held);
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
        return SLOT.getVolatile(this) == null;
    }

    @SuppressWarnings("unchecked") // the field's type
    private BlockingPool.@Nullable Slot<E> getAndClearSlot() {
        return (BlockingPool.Slot<E>) SLOT.getAndSet(this, (BlockingPool.Slot<E>) null);
    }
}
