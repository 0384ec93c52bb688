package dev.baton.bench.peer;

import dev.baton.CancellableQueueSynchronizer;
import dev.baton.FutureWaiter;
import dev.baton.ThreadWaiter;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** The abortable queues by the names that benchmarks' parameters use. Each has no permits until the end. */
public final class Abortables {
    private Abortables() {}

    public static Abortable create(String peer) {
        return switch (peer) {
            case "baton-semaphore-timed" -> new BatonTimed();
            case "baton-semaphore-future" -> new BatonFuture();
            case "baton-cqs-simple" -> new Framework(CancellableQueueSynchronizer.Cancellation.SIMPLE);
            case "baton-cqs-smart" -> new Framework(CancellableQueueSynchronizer.Cancellation.SMART);
            case "jdk-semaphore-timed" -> new JdkTimed();
            default -> throw new IllegalArgumentException("no abortable queue is called " + peer);
        };
    }

    private static void mustNotSucceed(boolean acquired) {
        if (acquired) {
            throw new IllegalStateException("acquired a permit that nobody released");
        }
    }

    /** A thread whose time is up before it parks. */
    private static class BatonTimed implements Abortable {
        final dev.baton.Semaphore semaphore = new dev.baton.Semaphore(0, true);

        @Override
        public void waitForRelease() {
            semaphore.acquireUninterruptibly();
        }

        @Override
        public int length() {
            return semaphore.getQueueLength();
        }

        @Override
        public void suspendAndAbort() throws InterruptedException {
            mustNotSucceed(semaphore.tryAcquire(1, TimeUnit.NANOSECONDS));
        }

        @Override
        public void releaseAll(int waiters) {
            semaphore.release(waiters);
        }
    }

    /** A future that is cancelled. */
    private static final class BatonFuture extends BatonTimed {
        @Override
        public void suspendAndAbort() {
            mustNotSucceed(!semaphore.acquireAsync().cancel(false));
        }
    }

    /** The same call as {@link BatonTimed} on the JDK's class. */
    private static final class JdkTimed implements Abortable {
        private final Semaphore semaphore = new Semaphore(0, true);

        @Override
        public void waitForRelease() {
            semaphore.acquireUninterruptibly();
        }

        @Override
        public int length() {
            return semaphore.getQueueLength();
        }

        @Override
        public void suspendAndAbort() throws InterruptedException {
            mustNotSucceed(semaphore.tryAcquire(1, TimeUnit.NANOSECONDS));
        }

        @Override
        public void releaseAll(int waiters) {
            semaphore.release(waiters);
        }
    }

    /** The framework itself, as the paper measures it. */
    private static final class Framework extends CancellableQueueSynchronizer<Boolean> implements Abortable {
        Framework(Cancellation cancellation) {
            super(Resumption.ASYNC, cancellation);
        }

        @Override
        protected boolean onCancellation() {
            return true;
        }

        @Override
        public void waitForRelease() {
            ThreadWaiter<Boolean> waiter = new ThreadWaiter<>();
            suspend(waiter);
            waiter.awaitUninterruptibly();
        }

        @Override
        public int length() {
            return getQueueLength();
        }

        @Override
        public void suspendAndAbort() {
            FutureWaiter<Boolean, Boolean> waiter = new FutureWaiter<>(granted -> granted);
            suspend(waiter);
            mustNotSucceed(!waiter.future().cancel(false));
        }

        @Override
        public void releaseAll(int waiters) {
            for (int left = waiters; left > 0;) {
                if (resume(true)) {
                    left--;
                }
            }
        }
    }
}
