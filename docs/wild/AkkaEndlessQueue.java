import akka.dispatch.AbstractNodeQueue;
import dev.baton.check.api.ModelCheck;
import dev.baton.check.api.Scenario;

/** A thread asks whether the queue is empty while the consumer takes its element: it gets an answer. */
class AkkaEndlessQueue {
    static final class Queue extends AbstractNodeQueue<Integer> {}

    @ModelCheck
    void isEmptyAnswers(Scenario scenario) {
        var queue = new Queue();
        queue.add(1);
        queue.add(2);
        scenario.thread("consumer", () -> {
            assert queue.poll() == 1;
        });
        scenario.thread("looker", () -> queue.count());
    }
}
