import dev.baton.check.api.ModelCheck;
import dev.baton.check.api.Scenario;
import org.redisson.misc.AsyncSemaphore;

/** The only waiter cancels while the permit is released: there is one permit then, or none if the waiter has it. */
class RedissonExtraPermit {
    @ModelCheck
    void permitsStayWhatTheyAre(Scenario scenario) {
        var semaphore = new AsyncSemaphore(1);
        semaphore.acquire();
        var waiter = semaphore.acquire();
        scenario.thread("owner", semaphore::release);
        scenario.thread("waiter", () -> waiter.cancel(false));
        scenario.finallyAssert(() -> {
            int free = semaphore.getCounter();
            assert free == (waiter.isCancelled() ? 1 : 0) : free + " permits, cancelled: " + waiter.isCancelled();
        });
    }
}
