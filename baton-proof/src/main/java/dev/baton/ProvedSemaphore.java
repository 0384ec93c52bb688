package dev.baton;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The smallest user of the framework, a counting semaphore: one counter (positive: permits; negative: minus the requests
 * that wait) and the queue, in any of its modes. The framework is proved through it.
 */
final class ProvedSemaphore {
    private static final Boolean PERMIT = true;

    private final AtomicInteger state;
    private final Requests queue;

    ProvedSemaphore(boolean sync, boolean smart, int permits, int segmentSize) {
        this.state = new AtomicInteger(permits);
        this.queue = new Requests(sync, smart, segmentSize);
    }

    private final class Requests extends CancellableQueueSynchronizer<Boolean> {
        Requests(boolean sync, boolean smart, int segmentSize) {
            super(sync ? Resumption.SYNC : Resumption.ASYNC, smart ? Cancellation.SMART : Cancellation.SIMPLE,
                    new Tuning(segmentSize, 0));
        }

        boolean add(Waiter<Boolean> waiter) {
            return suspend(waiter);
        }

        boolean serve() {
            return resume(PERMIT);
        }

        @Override
        protected boolean onCancellation() {
            return state.getAndIncrement() < 0;
        }

        @Override
        protected void onRefused(Boolean permit) {
            // the abort has put the permit into the state
        }
    }

    void acquire() throws InterruptedException {
        while (state.getAndDecrement() <= 0) {
            ThreadWaiter<Boolean> waiter = new ThreadWaiter<>();
            if (queue.add(waiter)) {
                waiter.await();
                return;
            }
        }
    }

    boolean acquire(long nanos) throws InterruptedException {
        while (state.getAndDecrement() <= 0) {
            ThreadWaiter<Boolean> waiter = new ThreadWaiter<>();
            if (queue.add(waiter)) {
                return waiter.await(nanos) != null;
            }
        }
        return true;
    }

    CompletableFuture<Boolean> acquireAsync() {
        FutureWaiter<Boolean, Boolean> waiter = new FutureWaiter<>(permit -> permit);
        while (state.getAndDecrement() <= 0) {
            if (queue.add(waiter)) {
                return waiter.future();
            }
        }
        return CompletableFuture.completedFuture(PERMIT);
    }

    void release() {
        while (state.getAndIncrement() < 0) {
            if (queue.serve()) {
                return;
            }
        }
    }

    /** Permits free when nothing is under way; in SIMPLE mode releases first absorb the requests that have aborted. */
    int permits() {
        int free = 0;
        while (state.get() < 0) {
            release();
            free--;
        }
        return free + state.get();
    }
}
