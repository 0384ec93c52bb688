import dev.baton.check.api.Operation;
import dev.baton.check.api.Specification;
import dev.baton.check.api.Values;
import java.util.ArrayDeque;
import org.jctools.queues.atomic.MpmcAtomicArrayQueue;
import org.jctools.queues.atomic.SpscLinkedAtomicQueue;

/** Two queues of JCTools are queues: there is no scenario here. */
class JctoolsSpecified {
    @Specification(ArrayDeque.class)
    static class OneProducerOneConsumer {
        private final SpscLinkedAtomicQueue<Integer> queue = new SpscLinkedAtomicQueue<>();

        @Operation(group = "producer")
        boolean offer(@Values(fresh = true) Integer element) {
            return queue.offer(element);
        }

        @Operation(group = "consumer")
        Integer poll() {
            return queue.poll();
        }

        @Operation(group = "consumer")
        boolean isEmpty() {
            return queue.isEmpty();
        }
    }

    @Specification(value = TwoPlaces.class, initial = 2)
    static class ManyOfBoth {
        private final MpmcAtomicArrayQueue<Integer> queue = new MpmcAtomicArrayQueue<>(2);

        @Operation
        boolean offer(@Values(fresh = true) Integer element) {
            return queue.offer(element);
        }

        @Operation
        Integer poll() {
            return queue.poll();
        }

        @Operation
        Integer peek() {
            return queue.peek();
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
