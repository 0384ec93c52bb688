import dev.baton.check.api.Operation;
import dev.baton.check.api.Specification;
import dev.baton.check.api.Values;
import java.util.ArrayDeque;
import org.apache.pekko.dispatch.AbstractBoundedNodeQueue;
import org.apache.pekko.dispatch.AbstractNodeQueue;

/** The linked queues of Pekko's mailboxes are queues, by their specification alone. */
class PekkoMailboxes {
    @Specification(ArrayDeque.class)
    static class Nodes {
        static final class Mailbox extends AbstractNodeQueue<Integer> {}

        private final Mailbox queue = new Mailbox();

        @Operation
        boolean offer(@Values(fresh = true) Integer element) {
            queue.add(element);
            return true;
        }

        @Operation(group = "consumer")
        Integer poll() {
            return queue.poll();
        }

        @Operation(group = "consumer")
        Integer peek() {
            return queue.peek();
        }

        @Operation(group = "consumer")
        boolean isEmpty() {
            return queue.isEmpty();
        }
    }

    @Specification(value = TwoPlaces.class, initial = 2)
    static class BoundedNodes {
        static final class Mailbox extends AbstractBoundedNodeQueue<Integer> {
            Mailbox() {
                super(2);
            }
        }

        private final Mailbox queue = new Mailbox();

        @Operation
        boolean offer(@Values(fresh = true) Integer element) {
            return queue.add(element);
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

    /** A queue of two places, for one thread. */
    static class TwoPlaces extends ArrayDeque<Integer> {
        @Override
        public boolean offer(Integer element) {
            return size() < 2 && super.offer(element);
        }
    }
}
