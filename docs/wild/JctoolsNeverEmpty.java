import dev.baton.check.api.ModelCheck;
import dev.baton.check.api.Scenario;
import org.jctools.queues.atomic.SpscLinkedAtomicQueue;

/** The consumer takes the only element: to the consumer, the queue is empty then. */
class JctoolsNeverEmpty {
    @ModelCheck
    void queueIsEmptyAfterItsLastElement(Scenario scenario) {
        var queue = new SpscLinkedAtomicQueue<Integer>();
        scenario.thread("producer", () -> queue.offer(1));
        scenario.thread("consumer", () -> {
            if (queue.poll() != null) {
                assert queue.isEmpty() : "the queue says that there is more";
            }
        });
    }
}
