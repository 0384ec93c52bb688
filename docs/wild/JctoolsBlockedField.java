import dev.baton.check.api.ModelCheck;
import dev.baton.check.api.Scenario;
import java.util.concurrent.TimeUnit;
import org.jctools.queues.MpscBlockingConsumerArrayQueue;

/** A consumer polls with a time limit, twice, and one element is offered: each poll returns. */
class JctoolsBlockedField {
    @ModelCheck
    void pollsWithALimitReturn(Scenario scenario) {
        var queue = new MpscBlockingConsumerArrayQueue<Integer>(2);
        scenario.thread("producer", () -> queue.offer(1));
        scenario.thread("consumer", () -> {
            try {
                queue.poll(1, TimeUnit.SECONDS);
                queue.poll(1, TimeUnit.SECONDS);
            } catch (InterruptedException never) {
                throw new AssertionError(never);
            }
        });
    }
}
