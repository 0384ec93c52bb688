import dev.baton.check.api.ModelCheck;
import dev.baton.check.api.Scenario;
import org.jctools.queues.atomic.MpmcAtomicArrayQueue;

/** The head of a queue moves forward only: who has seen the third element at the head does not see the second there later. */
class JctoolsPeek {
    @ModelCheck
    void headMovesForward(Scenario scenario) {
        var queue = new MpmcAtomicArrayQueue<Integer>(2);
        queue.offer(1);
        queue.offer(2);
        scenario.thread("user", () -> {
            queue.poll();
            queue.offer(3);
        });
        scenario.thread("looker", () -> {
            int first = queue.peek();
            int second = queue.peek();
            assert first <= second : "at the head " + first + ", then " + second;
        });
    }
}
