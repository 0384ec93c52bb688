package dev.baton.verify.spec;

import static dev.baton.internal.access.CoreAccess.CORE;

import dev.baton.Bag;
import dev.baton.Barrier;
import dev.baton.BlockingPool;
import dev.baton.CountDownLatch;
import dev.baton.Lease;
import dev.baton.check.api.Operation;
import dev.baton.check.api.Specification;
import dev.baton.check.spec.WouldBlock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** What a latch, a barrier, a bag and a pool promise. */
final class WaitingSpecifications {
    private WaitingSpecifications() {}

    /** Opens when it was counted down twice. */
    static final class Countdown {
        private int count = 2;

        void await() {
            if (count > 0) {
                throw new WouldBlock();
            }
        }

        boolean awaitInTime() {
            await();
            return true;
        }

        void opened() {
            await();
        }

        void countDown() {
            count = Math.max(0, count - 1);
        }
    }

    @Specification(value = Countdown.class, calls = 1, interrupts = true)
    static class Latch {
        private final CountDownLatch latch = CORE.countDownLatch(2, 2);

        @Operation(blocking = true)
        void await() throws InterruptedException {
            latch.await();
        }

        @Operation(blocking = true, aborted = {"false", "InterruptedException"})
        boolean awaitInTime() throws InterruptedException {
            return latch.await(1, TimeUnit.SECONDS);
        }

        @Operation
        CompletableFuture<Void> opened() {
            return latch.awaitAsync();
        }

        @Operation
        void countDown() {
            latch.countDown();
        }

    }

    /** Rounds of two; a caller that gives up has arrived all the same. */
    static final class Rounds {
        private @Nullable CompletableFuture<Integer> first;

        CompletableFuture<Integer> arrive() {
            if (first == null) {
                first = new CompletableFuture<>();
                return first;
            }
            first.complete(1);
            first = null;
            return CompletableFuture.completedFuture(0);
        }

        int arrived() {
            return first == null ? 0 : 1;
        }
    }

    @Specification(value = Rounds.class, calls = 1, models = {"sc", "rc11"}, interrupts = true)
    static class OfBarrier {
        private final Barrier barrier = CORE.barrier(2, 2);

        @Operation
        CompletableFuture<Integer> arrive() {
            return barrier.awaitAsync();
        }

        @Operation
        int arrived() {
            return barrier.getNumberArrived();
        }
    }

    /** Elements for requests in their order; all are 1, as it is left open which one is taken. */
    static final class Elements {
        private final List<CompletableFuture<Integer>> waiting = new ArrayList<>();
        private int elements;

        void put() {
            elements++;
            while (elements > 0 && !waiting.isEmpty()) {
                if (waiting.removeFirst().complete(1)) {
                    elements--;
                }
            }
        }

        CompletableFuture<Integer> take() {
            CompletableFuture<Integer> request = new CompletableFuture<>();
            if (elements > 0) {
                elements--;
                request.complete(1);
            } else {
                waiting.add(request);
            }
            return request;
        }

        boolean tryTake() {
            if (elements == 0) {
                return false;
            }
            elements--;
            return true;
        }
    }

    @Specification(value = Elements.class, calls = 1, models = {"sc", "rc11"}, interrupts = true)
    static class OfBag {
        private final Bag<Integer> bag = CORE.bag(false, 2);

        @Operation
        void put() {
            bag.put(1);
        }

        @Operation
        CompletableFuture<Integer> take() {
            return bag.takeAsync();
        }

        @Operation
        boolean tryTake() {
            return bag.tryTake() != null;
        }
    }

    /** A pool of one: what is borrowed has one user. */
    static final class Uses {
        private int uses;

        int use() {
            return ++uses;
        }
    }

    /** The count is plain: the pool has to order its users. */
    @Specification(value = Uses.class, calls = 1, interrupts = true)
    static class OfPool {
        private final BlockingPool<int[]> pool = CORE.tuned(BlockingPool.builder(1, () -> new int[1]), 2).build();

        @Operation(blocking = true)
        int use() throws InterruptedException {
            try (Lease<int[]> lease = pool.take()) {
                return ++lease.get()[0];
            }
        }
    }
}
