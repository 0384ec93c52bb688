import dev.baton.check.api.ModelCheck;
import dev.baton.check.api.Scenario;
import dev.failsafe.Bulkhead;
import java.time.Duration;

/** A waiter gives up while the permit is released: the permit is still there for the next. */
class FailsafeLostPermit {
    @ModelCheck
    void timedOutWaiterLeavesThePermit(Scenario scenario) {
        var bulkhead = Bulkhead.of(1);
        scenario.thread("owner", () -> {
            if (bulkhead.tryAcquirePermit()) {
                bulkhead.releasePermit();
            }
        });
        scenario.thread("waiter", () -> {
            try {
                if (bulkhead.tryAcquirePermit(Duration.ofSeconds(1))) {
                    bulkhead.releasePermit();
                }
            } catch (InterruptedException never) {
                throw new AssertionError(never);
            }
        });
        scenario.finallyAssert(() -> {
            assert bulkhead.tryAcquirePermit() : "the permit is lost";
        });
    }
}
