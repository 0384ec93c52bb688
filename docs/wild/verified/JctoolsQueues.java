import dev.baton.check.api.Operation;
import dev.baton.check.api.Specification;
import dev.baton.check.api.Values;
import java.util.ArrayDeque;
import java.util.Queue;
import org.jctools.queues.MpmcUnboundedXaddArrayQueue;
import org.jctools.queues.MpscLinkedQueue;
import org.jctools.queues.MpscUnboundedArrayQueue;
import org.jctools.queues.MpscUnboundedXaddArrayQueue;
import org.jctools.queues.SpscChunkedArrayQueue;
import org.jctools.queues.SpscGrowableArrayQueue;
import org.jctools.queues.SpscLinkedQueue;
import org.jctools.queues.SpscUnboundedArrayQueue;

/** Queues of JCTools are queues, over Unsafe, by their specification alone. */
class JctoolsQueues {
    @Specification(ArrayDeque.class)
    static class SpscLinked {
        private final Queue<Integer> queue = new SpscLinkedQueue<>();

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
    static class SpscUnboundedArray {
        private final Queue<Integer> queue = new SpscUnboundedArrayQueue<>(2);

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
    static class SpscChunkedArray {
        private final Queue<Integer> queue = new SpscChunkedArrayQueue<>(8, 16);

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
    static class SpscGrowableArray {
        private final Queue<Integer> queue = new SpscGrowableArrayQueue<>(8, 16);

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
    static class MpscLinked {
        private final Queue<Integer> queue = new MpscLinkedQueue<>();

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
    static class MpscUnboundedArray {
        private final Queue<Integer> queue = new MpscUnboundedArrayQueue<>(2);

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
    static class MpscUnboundedXaddArray {
        private final Queue<Integer> queue = new MpscUnboundedXaddArrayQueue<>(1, 1);

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
    static class MpmcUnboundedXaddArray {
        private final Queue<Integer> queue = new MpmcUnboundedXaddArrayQueue<>(1, 1);

        @Operation
        boolean offer(@Values(fresh = true) Integer element) {
            return queue.offer(element);
        }

        @Operation
        Integer poll() {
            return queue.poll();
        }
    }
}
