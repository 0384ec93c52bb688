package dev.baton.proof.scenario;

import static dev.baton.internal.access.CoreAccess.CORE;

import dev.baton.CancellableQueueSynchronizer.Cancellation;
import dev.baton.CancellableQueueSynchronizer.Resumption;
import dev.baton.FutureWaiter;
import dev.baton.ThreadWaiter;
import dev.baton.internal.access.OpenQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The smallest user of the framework, a counting semaphore: one counter (positive: permits; negative: minus the requests
 * that wait) and the queue, in any of its modes. The framework is proved through it.
 */
final class ProvedSemaphore {
    private static final Boolean PERMIT = true;

    private final AtomicInteger state;
    private final OpenQueue<Boolean> queue;

    ProvedSemaphore(boolean sync, boolean smart, int permits, int segmentSize) {
        this.state = new AtomicInteger(permits);
        this.queue = CORE.queue(sync ? Resumption.SYNC : Resumption.ASYNC,
                smart ? Cancellation.SMART : Cancellation.SIMPLE, segmentSize, this::deregister,
                permit -> {}); // the abort has put a refused permit into the state
    }

    private boolean deregister() {
        return state.getAndIncrement() < 0;
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
            if (queue.serve(PERMIT)) {
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
