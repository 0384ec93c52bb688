package dev.baton;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The paper's semaphore for any mode combination, kept to its listings: one counter (positive: permits; negative:
 * minus the requests that wait) and the queue. It is what the framework's own tests run on.
 */
final class PaperSemaphore {
    private static final Boolean PERMIT = true;

    private final QueueMode mode;
    private final AtomicInteger state;
    final CancellableQueueSynchronizer<Boolean> queue;

    PaperSemaphore(QueueMode mode, int permits, Tuning tuning) {
        this.mode = mode;
        this.state = new AtomicInteger(permits);
        this.queue = new CancellableQueueSynchronizer<>(mode.resumption, mode.cancellation, tuning) {
            @Override
            protected boolean onCancellation() {
                return state.getAndIncrement() < 0;
            }

            @Override
            protected void onRefused(Boolean permit) {
                // the abort has put the permit into the state
            }
        };
    }

    void acquire() throws InterruptedException {
        while (state.getAndDecrement() <= 0) {
            ThreadWaiter<Boolean> waiter = new ThreadWaiter<>();
            if (queue.suspend(waiter)) {
                waiter.await();
                return;
            }
        }
    }

    /** Whether a permit came within {@code nanos}. */
    boolean acquire(long nanos) throws InterruptedException {
        while (state.getAndDecrement() <= 0) {
            ThreadWaiter<Boolean> waiter = new ThreadWaiter<>();
            if (queue.suspend(waiter)) {
                return waiter.await(nanos) != null;
            }
        }
        return true;
    }

    CompletableFuture<Boolean> acquireAsync() {
        FutureWaiter<Boolean, Boolean> waiter = new FutureWaiter<>(permit -> permit);
        while (state.getAndDecrement() <= 0) {
            if (queue.suspend(waiter)) {
                return waiter.future();
            }
        }
        return CompletableFuture.completedFuture(PERMIT);
    }

    /** Takes a permit that nobody waits for; for SYNC, as ASYNC may have permits out of its reach. */
    boolean tryAcquire() {
        if (!mode.isSync()) {
            throw new UnsupportedOperationException("a try-operation needs SYNC");
        }
        for (;;) {
            int seen = state.get();
            if (seen <= 0) {
                return false;
            }
            if (state.compareAndSet(seen, seen - 1)) {
                return true;
            }
        }
    }

    void release() {
        while (state.getAndIncrement() < 0) {
            if (queue.resume(PERMIT)) {
                return;
            }
        }
    }

    /**
     * Permits free now, exact when nothing is under way. In SIMPLE mode aborted requests are still counted as
     * waiting, so this first lets releases absorb them.
     */
    int drainedPermits() {
        int free = 0;
        while (state.get() < 0) {
            release(); // passes over aborted requests until the state counts none
            free--;
        }
        return free + state.get();
    }

    @Override
    public String toString() {
        return mode + " semaphore, state " + state + ", waiting " + queue.getQueueLength();
    }
}
