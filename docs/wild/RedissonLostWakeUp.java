import dev.baton.check.api.ModelCheck;
import dev.baton.check.api.Scenario;
import java.util.concurrent.CompletableFuture;
import org.redisson.misc.AsyncSemaphore;

/** The permit is released while another asks for it: it gets it. */
class RedissonLostWakeUp {
    CompletableFuture<Void> granted;

    @ModelCheck
    void waiterIsServed(Scenario scenario) {
        var semaphore = new AsyncSemaphore(1);
        semaphore.acquire();
        scenario.thread("owner", semaphore::release);
        scenario.thread("waiter", () -> {
            granted = semaphore.acquire();
        });
        scenario.finallyAssert(() -> {
            assert granted.isDone() : "the waiter waits, with " + semaphore.getCounter() + " permits free";
        });
    }
}
