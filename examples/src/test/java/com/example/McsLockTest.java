package com.example;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.baton.check.api.ModelCheck;
import dev.baton.check.api.Scenario;

/** A lock that hangs on weak memory; on this machine it never may. */
class McsLockTest {
    private int count;

    @ModelCheck(expectViolation = true)
    void incrementsAreNotLost(Scenario scenario) {
        McsLock lock = new McsLock();
        scenario.threads(2, () -> {
            McsLock.Node node = lock.lock();
            count++;
            lock.unlock(node);
        });
        scenario.finallyAssert(() -> assertEquals(2, count));
    }
}
