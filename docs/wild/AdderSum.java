import dev.baton.check.api.ModelCheck;
import dev.baton.check.api.Scenario;
import java.util.concurrent.atomic.LongAdder;

/** A waiter counts itself, then looks for a flag; the other sets the flag, then looks for waiters: one of them sees the other. */
class AdderSum {
    volatile boolean given;
    boolean seenFlag;
    boolean seenWaiter;

    @ModelCheck
    void oneSeesTheOther(Scenario scenario) {
        var waiters = new LongAdder();
        scenario.thread("waiter", () -> {
            waiters.increment();
            seenFlag = given;
        });
        scenario.thread("giver", () -> {
            given = true;
            seenWaiter = waiters.sum() > 0;
        });
        scenario.finallyAssert(() -> {
            assert seenFlag || seenWaiter : "neither saw the other";
        });
    }
}
