package dev.baton.bench.peer;

import dev.baton.CancellableQueueSynchronizer;
import dev.baton.ThreadWaiter;
import dev.baton.Waiter;
import dev.baton.bench.load.Worker;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The semaphore of the CQS paper and of the slides, in any mode of the framework: one counter (positive: permits;
 * negative: minus the requests that wait) and the queue.
 */
final class FrameworkGate implements Gate {
    private static final Boolean PERMIT = true;

    private final AtomicInteger state;
    private final Requests queue;

    FrameworkGate(CancellableQueueSynchronizer.Resumption resumption,
            CancellableQueueSynchronizer.Cancellation cancellation, int permits) {
        this.state = new AtomicInteger(permits);
        this.queue = new Requests(resumption, cancellation);
    }

    private final class Requests extends CancellableQueueSynchronizer<Boolean> {
        Requests(Resumption resumption, Cancellation cancellation) {
            super(resumption, cancellation);
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

    @Override
    public void enter(Worker worker) throws InterruptedException {
        while (state.getAndDecrement() <= 0) {
            ThreadWaiter<Boolean> waiter = new ThreadWaiter<>();
            if (queue.add(waiter)) {
                waiter.await();
                return;
            }
        }
    }

    @Override
    public void exit(Worker worker) {
        while (state.getAndIncrement() < 0) {
            if (queue.serve()) {
                return;
            }
        }
    }
}
