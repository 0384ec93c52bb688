package dev.baton.verify.spec;

import static dev.baton.internal.access.CoreAccess.CORE;

import dev.baton.Semaphore;
import dev.baton.check.api.Operation;
import dev.baton.check.api.Specification;
import dev.baton.check.spec.WouldBlock;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** What semaphores promise: the order of requests if they are fair, a bound for overtaking if they are not. */
final class SemaphoreSpecifications {
    private SemaphoreSpecifications() {}

    /** Permits for requests in their order; a try never overtakes a request. */
    static final class InOrder {
        private final Queue<CompletableFuture<Void>> waiting = new ArrayDeque<>();
        private int permits;

        CompletableFuture<Void> acquire() {
            CompletableFuture<Void> request = new CompletableFuture<>();
            waiting.add(request);
            serve();
            return request;
        }

        boolean tryAcquire() {
            waiting.removeIf(CompletableFuture::isDone);
            if (permits == 0 || !waiting.isEmpty()) {
                return false;
            }
            permits--;
            return true;
        }

        void release() {
            permits++;
            serve();
        }

        private void serve() {
            while (permits > 0 && !waiting.isEmpty()) {
                if (waiting.remove().complete(null)) {
                    permits--;
                }
            }
        }
    }

    /** Permits for whoever comes; callers that wait have no order. */
    static final class Unordered {
        private int permits;

        void acquire() {
            if (permits == 0) {
                throw new WouldBlock();
            }
            permits--;
        }

        boolean acquireInTime() {
            acquire();
            return true;
        }

        boolean tryAcquire() {
            acquire();
            return true;
        }

        void release() {
            permits++;
        }
    }

    /** Requests, answers and cancels by callers that are interrupted. */
    @Specification(value = InOrder.class, models = {"sc", "rc11"}, calls = 1, interrupts = true)
    static class FairRequests {
        private final Semaphore semaphore = CORE.semaphore(0, true, 2);

        @Operation
        CompletableFuture<Void> acquire() {
            return semaphore.acquireAsync();
        }

        @Operation
        boolean tryAcquire() {
            return semaphore.tryAcquire();
        }

        @Operation
        void release() {
            semaphore.release();
        }
    }

    @Specification(value = InOrder.class, models = {"sc", "rc11"}, interrupts = true)
    static class FairRequestsTwice extends FairRequests {}

    /** Two requests and a third thread. */
    @Specification(value = InOrder.class, models = {"sc", "rc11"}, threads = 3, calls = 1)
    static class FairRequestsOfThree extends FairRequests {}

    /** Threads that wait, also for a time, and are interrupted. */
    @Specification(value = Unordered.class, calls = 1, interrupts = true)
    static class Threads {
        private final Semaphore semaphore;

        Threads() {
            this(CORE.semaphore(0, true, 2));
        }

        Threads(Semaphore semaphore) {
            this.semaphore = semaphore;
        }

        @Operation(blocking = true)
        void acquire() throws InterruptedException {
            semaphore.acquire();
        }

        @Operation(once = true, blocking = true, aborted = {"false", "InterruptedException"})
        boolean acquireInTime() throws InterruptedException {
            return semaphore.tryAcquire(1, TimeUnit.SECONDS);
        }

        @Operation
        void release() {
            semaphore.release();
        }
    }

    /** The same of a barging semaphore. */
    @Specification(value = Unordered.class, calls = 1, interrupts = true)
    static class BargingThreads extends Threads {
        BargingThreads() {
            super(CORE.bargingSemaphore(0, 2, 2));
        }
    }

    /** One thread waits, and another one takes permits before it: so often, and no more. */
    abstract static class Barging {
        private final Semaphore semaphore;

        Barging(int bypasses) {
            semaphore = CORE.bargingSemaphore(0, 2, bypasses);
        }

        @Operation(once = true, blocking = true, overtaken = 1)
        void acquire() throws InterruptedException {
            semaphore.acquire();
        }

        @Operation(group = "other", blocking = true, overtaken = 1, aborted = "false")
        boolean tryAcquire() {
            return semaphore.tryAcquire();
        }

        @Operation(group = "other")
        void release() {
            semaphore.release();
        }
    }

    /** As often as it is allowed to. */
    @Specification(value = Unordered.class, models = {"sc", "rc11"}, calls = 4, initial = 0, last = 0)
    static class PassedOnce extends Barging {
        PassedOnce() {
            super(1);
        }
    }

    /** More often. */
    @Specification(value = Unordered.class, models = "sc", calls = 4, initial = 0, last = 0)
    static class PassedTwice extends Barging {
        PassedTwice() {
            super(2);
        }
    }
}
