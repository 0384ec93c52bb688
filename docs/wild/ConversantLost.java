import com.conversantmedia.util.concurrent.MultithreadConcurrentQueue;
import dev.baton.check.api.ModelCheck;
import dev.baton.check.api.Scenario;
import java.util.concurrent.atomic.AtomicInteger;

/** An element is offered and two threads poll: one of them has it, or it is still there. */
class ConversantLost {
    @ModelCheck
    void elementIsNotLost(Scenario scenario) {
        var queue = new MultithreadConcurrentQueue<Integer>(2);
        var taken = new AtomicInteger();
        scenario.thread("both", () -> {
            queue.offer(1);
            if (queue.poll() != null) {
                taken.incrementAndGet();
            }
        });
        scenario.thread("poll", () -> {
            if (queue.poll() != null) {
                taken.incrementAndGet();
            }
        });
        scenario.finallyAssert(() -> {
            if (queue.poll() != null) {
                taken.incrementAndGet();
            }
            assert taken.get() == 1 : taken.get() + " threads have the element";
        });
    }
}
