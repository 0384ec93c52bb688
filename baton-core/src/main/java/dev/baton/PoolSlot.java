package dev.baton;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

import org.jspecify.annotations.Nullable;

/** Place for one element of a pool. It is in the bag, or with one take, lease, discard or round of maintenance. */
final class PoolSlot<E> {
    /*
     * Memory modes
     *   field      read     write    why that is enough
     *   element, expiresAt, idleSince, checkedAt, seed
     *              plain    plain    the slot has one owner, and changes hands through the bag
     *   dueAt      plain    plain    a hint for maintenance, which takes the slot before it acts
     *   leases     plain    plain    a number to look at; only the owner writes
     *   borrowing  acquire  release  others read what the borrower wrote before. Proof: BlockingPool, "a young lease"
     */
    @Nullable
    E element;
    /** When the element's lifetime ends, if lifetimes are limited. */
    long expiresAt;
    /** When the element was given back or created, if times are noted. */
    long idleSince;
    /** When the element was last checked, used or created, if times are noted. */
    long checkedAt;
    /** What the element's share of the jitter comes from. */
    long seed;
    /** When maintenance has to look at the idle element; 0 if not. */
    long dueAt;
    /** Leases so far. */
    long leases;
    @SuppressWarnings("UnusedVariable") // through its VarHandle
    private @Nullable Borrowing<E> borrowing;

    // VarHandle mechanics
    private static final VarHandle BORROWING = ConstantBootstraps.fieldVarHandle(MethodHandles.lookup(), "borrowing",
            VarHandle.class, PoolSlot.class, Borrowing.class);

    @SuppressWarnings("unchecked") // the field's type
    @Nullable
    Borrowing<E> borrowingAcquire() {
        return (Borrowing<E>) BORROWING.getAcquire(this);
    }

    void setBorrowingRelease(@Nullable Borrowing<E> current) {
        BORROWING.setRelease(this, current);
    }
}
