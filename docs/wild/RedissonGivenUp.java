import dev.baton.check.api.ModelCheck;
import dev.baton.check.api.Scenario;
import org.redisson.misc.AsyncSemaphore;

/** The only waiter gives up, and the permit is released by what it leaves behind: there is one permit then. */
class RedissonGivenUp {
    @ModelCheck
    void permitsStayWhatTheyAre(Scenario scenario) {
        var semaphore = new AsyncSemaphore(1);
        semaphore.acquire();
        var waiter = semaphore.acquire();
        waiter.whenComplete((nothing, cancelled) -> semaphore.release());
        scenario.thread("waiter", () -> waiter.cancel(false));
        scenario.finallyAssert(() -> {
            assert semaphore.getCounter() == 1 : semaphore.getCounter() + " permits";
        });
    }
}
