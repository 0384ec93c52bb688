import dev.baton.check.api.Operation;
import dev.baton.check.api.Specification;
import dev.baton.check.api.Values;
import java.util.ArrayDeque;
import java.util.Queue;
import org.jctools.queues.atomic.MpmcAtomicArrayQueue;
import org.jctools.queues.atomic.MpscLinkedAtomicQueue;
import org.jctools.queues.atomic.MpscUnboundedAtomicArrayQueue;
import org.jctools.queues.atomic.SpscChunkedAtomicArrayQueue;
import org.jctools.queues.atomic.SpscGrowableAtomicArrayQueue;
import org.jctools.queues.atomic.SpscLinkedAtomicQueue;
import org.jctools.queues.atomic.SpscUnboundedAtomicArrayQueue;

/** Queues of JCTools are queues, over atomics, by their specification alone. */
class JctoolsAtomicQueues {
    @Specification(ArrayDeque.class)
    static class SpscLinkedAtomic {
        private final Queue<Integer> queue = new SpscLinkedAtomicQueue<>();

        @Operation(group = "producer")
        boolean offer(@Values(fresh = true) Integer element) {
            return queue.offer(element);
        }

        @Operation(group = "consumer")
        Integer poll() {
            return queue.poll();
        }
    }

    @Specification(ArrayDeque.class)
    static class SpscUnboundedAtomicArray {
        private final Queue<Integer> queue = new SpscUnboundedAtomicArrayQueue<>(2);

        @Operation(group = "producer")
        boolean offer(@Values(fresh = true) Integer element) {
            return queue.offer(element);
        }

        @Operation(group = "consumer")
        Integer poll() {
            return queue.poll();
        }
    }

    @Specification(ArrayDeque.class)
    static class SpscChunkedAtomicArray {
        private final Queue<Integer> queue = new SpscChunkedAtomicArrayQueue<>(8, 16);

        @Operation(group = "producer")
        boolean offer(@Values(fresh = true) Integer element) {
            return queue.offer(element);
        }

        @Operation(group = "consumer")
        Integer poll() {
            return queue.poll();
        }
    }

    @Specification(ArrayDeque.class)
    static class SpscGrowableAtomicArray {
        private final Queue<Integer> queue = new SpscGrowableAtomicArrayQueue<>(8, 16);

        @Operation(group = "producer")
        boolean offer(@Values(fresh = true) Integer element) {
            return queue.offer(element);
        }

        @Operation(group = "consumer")
        Integer poll() {
            return queue.poll();
        }
    }

    @Specification(ArrayDeque.class)
    static class MpscLinkedAtomic {
        private final Queue<Integer> queue = new MpscLinkedAtomicQueue<>();

        @Operation
        boolean offer(@Values(fresh = true) Integer element) {
            return queue.offer(element);
        }

        @Operation(group = "consumer")
        Integer poll() {
            return queue.poll();
        }
    }

    @Specification(ArrayDeque.class)
    static class MpscUnboundedAtomicArray {
        private final Queue<Integer> queue = new MpscUnboundedAtomicArrayQueue<>(2);

        @Operation
        boolean offer(@Values(fresh = true) Integer element) {
            return queue.offer(element);
        }

        @Operation(group = "consumer")
        Integer poll() {
            return queue.poll();
        }
    }

    @Specification(value = TwoPlaces.class, initial = 2)
    static class MpmcAtomicArray {
        private final Queue<Integer> queue = new MpmcAtomicArrayQueue<>(2);

        @Operation
        boolean offer(@Values(fresh = true) Integer element) {
            return queue.offer(element);
        }

        @Operation
        Integer poll() {
            return queue.poll();
        }
    }

    /** A queue of two places, for one thread. */
    static class TwoPlaces extends ArrayDeque<Integer> {
        @Override
        public boolean offer(Integer element) {
            return size() < 2 && super.offer(element);
        }
    }
}
