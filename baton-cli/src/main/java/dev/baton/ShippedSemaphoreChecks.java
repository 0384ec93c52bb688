package dev.baton;

import dev.baton.check.api.ModelCheck;
import dev.baton.check.api.Scenario;
import java.util.concurrent.TimeUnit;

/** What {@code baton check} explores of {@link Semaphore} if nothing else is named. */
final class ShippedSemaphoreChecks {
    private static final class Shared {
        int count;
        int entered;
    }

    @ModelCheck
    void fairTimeoutLosesNoPermit(Scenario scenario) {
        timeout(scenario, true);
    }

    @ModelCheck
    void unfairTimeoutLosesNoPermit(Scenario scenario) {
        timeout(scenario, false);
    }

    private static void timeout(Scenario scenario, boolean fair) {
        Semaphore semaphore = new Semaphore(1, fair, Integer.MAX_VALUE, new Tuning(2, 0));
        Shared shared = new Shared();
        scenario.thread("holder", () -> {
            semaphore.acquireUninterruptibly();
            shared.count++;
            semaphore.release();
        });
        scenario.thread("patient", () -> {
            try {
                if (semaphore.tryAcquire(1, TimeUnit.SECONDS)) {
                    shared.count++;
                    shared.entered = 1;
                    semaphore.release();
                }
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        scenario.finallyAssert(() -> {
            assert shared.count == 1 + shared.entered : "lost increment";
            assert semaphore.availablePermits() == 1 : "lost permit";
        });
    }
}
