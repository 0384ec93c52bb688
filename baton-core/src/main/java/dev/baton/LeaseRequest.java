package dev.baton;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;

import org.jspecify.annotations.Nullable;

/**
 * Asynchronous request for a lease: first for a slot of the pool, then, if its element has to be checked or created,
 * for that to be done on the pool's executor. An abort at any time before the lease is handed over wins, and what was
 * got for it goes back.
 */
final class LeaseRequest<E>
        implements
            RequestFuture.Abortable,
            BiConsumer<@Nullable PoolSlot<E>, @Nullable Throwable>,
            Runnable {
    /*
     * Overview
     *
     *      taking (the bag's future) ──slot──► executor: check, create ──lease──► decided? ─ no ─► future
     *           ▲                                                                    │
     *           └──cancel── abort: decided ◄─────────────────────────────── yes ─────┴─► back to the pool
     *
     * Source
     *   Ours.
     *
     * State
     *   decided: false until the outcome is known; the CAS to true has one winner.
     *
     * Invariants
     *   - A slot that arrives is leased to the future or put back, whichever side wins.
     *   - An executor that takes the task, and throws, gives nothing back twice: the slot is taken from `unchecked`
     *     once.
     *
     * Linearization
     *   At the CAS of decided.
     *
     * Abort
     *   First decides, then withdraws the request for the slot. If that comes too late, the slot is on its way
     *   through accept or lease, which look at decided and put it back.
     *
     * Memory modes
     *   field      read    write          why that is enough
     *   decided    plain   swap, acquire  the swap decides; to read it before only saves work. Proof: BlockingPool
     *   unchecked  –       swap, acquire  set before the executor gets the task, which hands it over; taken once
     *
     * Retention
     *   The withdrawn request is out of the bag's queue.
     *
     * Verified by
     *   BlockingPoolAbortTest, BlockingPoolStressTest, PoolLincheckTest.
     */
    private final BlockingPool<E> pool;
    private final Lease<E> lease;
    private final RequestFuture<Lease<E>> future = new RequestFuture<>(this);
    /** Set before the future is known to anybody. */
    private @Nullable CompletableFuture<PoolSlot<E>> taking;
    /** The slot on its way through the executor. */
    @SuppressWarnings("UnusedVariable") // read through its VarHandle
    private @Nullable PoolSlot<E> unchecked;
    /** Set once, by the side that decides the outcome: the pool or an abort. */
    private boolean decided;

    LeaseRequest(BlockingPool<E> pool) {
        this.pool = pool;
        this.lease = pool.newLease();
    }

    /** Starts waiting for the slot. */
    CompletableFuture<Lease<E>> start(CompletableFuture<PoolSlot<E>> request) {
        taking = request;
        try {
            CompletableFuture<?> unused = request.whenComplete(this);
        } catch (OutOfMemoryError full) {
            if (!request.completeExceptionally(full) && !request.isCompletedExceptionally()) {
                lease.giveBack(request.join());
            }
            throw full;
        }
        return future;
    }

    /** The slot is there, or will not come. */
    @Override
    public void accept(@Nullable PoolSlot<E> slot, @Nullable Throwable failure) {
        if (failure != null) {
            fail(failure);
        } else if (slot == null) {
            return; // withdrawn
        } else if (decided || pool.elements().isReady(slot)) {
            lease(slot);
        } else {
            unchecked = slot;
            try {
                pool.executor().execute(this);
            } catch (Throwable rejection) {
                PoolSlot<E> rejected = getAndClearUnchecked();
                if (rejected != null) { // or else the executor has run the task, and threw for another reason
                    lease.giveBack(rejected);
                    fail(rejection);
                }
            }
        }
    }

    /** Checks or creates the element, on the pool's executor. */
    @Override
    public void run() {
        PoolSlot<E> slot = getAndClearUnchecked();
        if (slot != null) {
            lease(slot);
        }
    }

    private void lease(PoolSlot<E> slot) {
        if (decided) {
            lease.giveBack(slot);
            return;
        }
        try {
            pool.lease(lease, slot);
        } catch (Throwable failure) {
            fail(failure);
            return;
        }
        if (decide()) {
            future.serve(lease);
        } else {
            lease.close();
        }
    }

    private void fail(Throwable failure) {
        if (decide()) {
            future.fail(failure);
        }
    }

    @Override
    public boolean abortFromOutside() {
        if (!decide()) {
            return false;
        }
        CompletableFuture<PoolSlot<E>> request = taking;
        if (request != null) {
            withdraw(request);
        }
        return true;
    }

    @SuppressWarnings("NullAway") // null stands for withdrawn
    private void withdraw(CompletableFuture<PoolSlot<E>> request) {
        request.complete(null); // as good as a cancel, without the cost of an exception that nobody sees
    }

    // VarHandle mechanics
    private static final VarHandle DECIDED = ConstantBootstraps.fieldVarHandle(MethodHandles.lookup(), "decided",
            VarHandle.class, LeaseRequest.class, boolean.class);
    private static final VarHandle UNCHECKED = ConstantBootstraps.fieldVarHandle(MethodHandles.lookup(), "unchecked",
            VarHandle.class, LeaseRequest.class, PoolSlot.class);

    @SuppressWarnings("unchecked") // the field's type
    private @Nullable PoolSlot<E> getAndClearUnchecked() {
        return (PoolSlot<E>) UNCHECKED.getAndSetAcquire(this, (PoolSlot<E>) null);
    }

    private boolean decide() {
        return !(boolean) DECIDED.getAndSetAcquire(this, true);
    }
}
