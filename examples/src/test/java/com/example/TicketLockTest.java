package com.example;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.baton.check.api.ModelCheck;
import dev.baton.check.api.Scenario;

/** Is verified: in every execution that the models allow, nothing is lost and everybody gets the lock. */
class TicketLockTest {
    private int count;

    @ModelCheck(models = {"rc11", "jam"})
    void incrementsAreNotLost(Scenario scenario) {
        TicketLock lock = new TicketLock();
        scenario.threads(3, () -> {
            lock.lock();
            count++;
            lock.unlock();
        });
        scenario.finallyAssert(() -> assertEquals(3, count));
    }
}
