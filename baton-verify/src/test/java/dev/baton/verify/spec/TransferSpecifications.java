package dev.baton.verify.spec;

import static dev.baton.internal.access.CoreAccess.CORE;

import dev.baton.Channel;
import dev.baton.SynchronousQueue;
import dev.baton.check.api.Operation;
import dev.baton.check.api.Specification;
import dev.baton.check.api.Values;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Dual data structures: a queue holds either elements or requests for them. */
final class TransferSpecifications {
    private TransferSpecifications() {}

    /** An element that waits for a taker. */
    private record Put(int element, CompletableFuture<Void> done) {}

    /** Hands elements over; who comes first or last is served first. */
    abstract static class Meeting {
        private final Deque<Put> puts = new ArrayDeque<>();
        private final Deque<CompletableFuture<Integer>> takes = new ArrayDeque<>();
        private final boolean fair;
        private final int capacity;

        Meeting(boolean fair, int capacity) {
            this.fair = fair;
            this.capacity = capacity;
        }

        CompletableFuture<Void> put(int element) {
            CompletableFuture<Void> done = new CompletableFuture<>();
            if (handed(element)) {
                done.complete(null);
            } else {
                if (stored() < capacity) {
                    done.complete(null);
                }
                puts.add(new Put(element, done));
            }
            return done;
        }

        boolean offer(int element) {
            if (handed(element)) {
                return true;
            }
            boolean fits = stored() < capacity;
            if (fits) {
                puts.add(new Put(element, CompletableFuture.completedFuture(null)));
            }
            return fits;
        }

        CompletableFuture<Integer> take() {
            Integer element = poll();
            CompletableFuture<Integer> taken = new CompletableFuture<>();
            if (element == null) {
                takes.add(taken);
            } else {
                taken.complete(element);
            }
            return taken;
        }

        @Nullable
        Integer poll() {
            puts.removeIf(each -> each.done.isCancelled());
            @Nullable
            Put first = fair ? puts.pollFirst() : puts.pollLast();
            if (first == null) {
                return null;
            }
            first.done.complete(null);
            // a place in the buffer is free: the next that waits has one
            puts.stream().limit(capacity).forEach(each -> each.done.complete(null));
            return first.element;
        }

        private long stored() {
            puts.removeIf(each -> each.done.isCancelled());
            return puts.size();
        }

        private boolean handed(int element) {
            while (true) {
                @Nullable
                CompletableFuture<Integer> taker = fair ? takes.pollFirst() : takes.pollLast();
                if (taker == null || taker.complete(element)) {
                    return taker != null;
                }
            }
        }
    }

    static final class First extends Meeting {
        First() {
            super(true, 0);
        }
    }

    static final class Last extends Meeting {
        Last() {
            super(false, 0);
        }
    }

    static final class Buffer extends Meeting {
        Buffer() {
            super(true, 1);
        }
    }

    /** What both synchronous queues do. */
    abstract static class Queue {
        private final SynchronousQueue<Integer> queue;

        Queue(boolean fair) {
            queue = CORE.synchronousQueue(fair);
        }

        @Operation
        CompletableFuture<Void> put(@Values(fresh = true) int element) {
            return queue.putAsync(element);
        }

        @Operation
        CompletableFuture<Integer> take() {
            return queue.takeAsync();
        }

        @Operation
        boolean offer(@Values(fresh = true) int element) {
            return queue.offer(element);
        }

        @Operation
        @Nullable
        Integer poll() {
            return queue.poll();
        }
    }

    @Specification(value = First.class, models = {"sc", "rc11"}, initial = 0, calls = 1, interrupts = true)
    static class FairQueue extends Queue {
        FairQueue() {
            super(true);
        }
    }

    @Specification(value = Last.class, models = {"sc", "rc11"}, initial = 0, calls = 1, interrupts = true)
    static class UnfairQueue extends Queue {
        UnfairQueue() {
            super(false);
        }
    }

    @Specification(value = First.class, models = {"sc", "rc11"}, initial = 0)
    static class FairQueueTwice extends Queue {
        FairQueueTwice() {
            super(true);
        }
    }

    @Specification(value = Last.class, models = {"sc", "rc11"}, initial = 0)
    static class UnfairQueueTwice extends Queue {
        UnfairQueueTwice() {
            super(false);
        }
    }

    /** Three threads, of which one gives up. */
    @Specification(value = First.class, models = {"sc", "rc11"}, initial = 0, threads = 3, calls = 1, interrupts = true)
    static class FairQueueOfThree extends Queue {
        FairQueueOfThree() {
            super(true);
        }
    }

    @Specification(value = Last.class, models = {"sc", "rc11"}, initial = 0, threads = 3, calls = 1, interrupts = true)
    static class UnfairQueueOfThree extends Queue {
        UnfairQueueOfThree() {
            super(false);
        }
    }

    /** The mistake: an unfair queue said to be fair. */
    @Specification(value = First.class, models = "sc", initial = 0, threads = 3, calls = 1)
    static class UnfairTakenForFair extends Queue {
        UnfairTakenForFair() {
            super(false);
        }
    }

    /** The mistake: nobody is said to give up. */
    @Specification(value = First.class, initial = 0, calls = 1, interrupts = true)
    static class CancelNotDeclared {
        private final SynchronousQueue<Integer> queue = CORE.synchronousQueue(true);

        @Operation(aborted = {})
        CompletableFuture<Integer> take() {
            return queue.takeAsync();
        }

        @Operation
        boolean offer(@Values(fresh = true) int element) {
            return queue.offer(element);
        }
    }

    /** What both channels do. */
    abstract static class OfChannel {
        private final Channel<Integer> channel;

        OfChannel(int capacity) {
            channel = CORE.channel(capacity, false, 2);
        }

        @Operation
        CompletableFuture<Void> put(@Values(fresh = true) int element) {
            return channel.sendAsync(element);
        }

        @Operation
        CompletableFuture<Integer> take() {
            return channel.receiveAsync();
        }

        @Operation
        boolean offer(@Values(fresh = true) int element) {
            return channel.trySend(element);
        }

        @Operation
        @Nullable
        Integer poll() {
            return channel.tryReceive();
        }
    }

    @Specification(value = First.class, models = {"sc", "rc11"}, initial = 0, calls = 1, interrupts = true)
    static class Rendezvous extends OfChannel {
        Rendezvous() {
            super(0);
        }
    }

    @Specification(value = Buffer.class, models = {"sc", "rc11"}, initial = 0, calls = 1, interrupts = true)
    static class Buffered extends OfChannel {
        Buffered() {
            super(1);
        }
    }

    @Specification(value = Buffer.class, models = {"sc", "rc11"}, initial = 0)
    static class BufferedTwice extends OfChannel {
        BufferedTwice() {
            super(1);
        }
    }
}
