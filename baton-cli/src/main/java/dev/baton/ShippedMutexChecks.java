package dev.baton;

import dev.baton.check.api.ModelCheck;
import dev.baton.check.api.Scenario;
import java.util.concurrent.TimeUnit;

/** What {@code baton check} explores of {@link Mutex} if nothing else is named. */
final class ShippedMutexChecks {
    private static final class Shared {
        int count;
        int entered;
    }

    @ModelCheck
    void exclusion(Scenario scenario) {
        Mutex mutex = new Mutex(new Tuning(2, 0));
        Shared shared = new Shared();
        scenario.threads(2, () -> {
            mutex.lock();
            shared.count++;
            mutex.unlock();
        });
        scenario.finallyAssert(() -> {
            assert shared.count == 2 : "lost increment";
            assert mutex.tryLock() : "still locked";
        });
    }

    @ModelCheck
    void timeoutLosesNothing(Scenario scenario) {
        Mutex mutex = new Mutex(new Tuning(2, 0));
        Shared shared = new Shared();
        scenario.thread("holder", () -> {
            mutex.lock();
            shared.count++;
            mutex.unlock();
        });
        scenario.thread("patient", () -> {
            try {
                if (mutex.tryLock(1, TimeUnit.SECONDS)) {
                    shared.count++;
                    shared.entered = 1;
                    mutex.unlock();
                }
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        scenario.finallyAssert(() -> {
            assert shared.count == 1 + shared.entered : "lost increment";
            assert mutex.tryLock() : "still locked";
        });
    }
}
