import dev.baton.check.api.ModelCheck;
import dev.baton.check.api.Scenario;
import org.jctools.queues.MpmcArrayQueue;

/** Of two elements one is polled: a peek finds an element. */
class JctoolsPeekOfNothing {
    @ModelCheck
    void peekFindsAnElement(Scenario scenario) {
        var queue = new MpmcArrayQueue<Integer>(2);
        queue.offer(1);
        queue.offer(2);
        scenario.thread("poll", () -> queue.poll());
        scenario.thread("peek", () -> {
            assert queue.peek() != null : "the queue is said to be empty";
        });
    }
}
