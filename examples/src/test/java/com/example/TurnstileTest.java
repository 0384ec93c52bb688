package com.example;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.baton.check.api.ModelCheck;
import dev.baton.check.api.Scenario;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** No ticket is lost and none is made up, whatever gives up while tickets are on their way. */
class TurnstileTest {
    private final Turnstile turnstile = new Turnstile(0);
    private boolean firstPassed;
    private boolean secondPassed;

    @ModelCheck
    void ticketReachesACallerThatMayGiveUp(Scenario scenario) {
        scenario.thread("impatient", () -> firstPassed = pass(turnstile));
        scenario.thread("seller", turnstile::addTicket);
        scenario.finallyAssert(() -> assertEquals(1, (firstPassed ? 1 : 0) + ticketsLeft()));
    }

    @ModelCheck
    void cancelledFutureLeavesItsTicket(Scenario scenario) {
        CompletableFuture<Boolean> first = turnstile.passAsync();
        CompletableFuture<Boolean> second = turnstile.passAsync();
        scenario.thread("cancels", () -> first.cancel(false));
        scenario.thread("seller", turnstile::addTicket);
        scenario.finallyAssert(() -> {
            firstPassed = first.isDone() && !first.isCancelled();
            secondPassed = second.isDone();
            assertEquals(1, (firstPassed ? 1 : 0) + (secondPassed ? 1 : 0), "the ticket has one owner");
            assertEquals(0, ticketsLeft());
        });
    }

    /** What callers that come later get: a ticket that was left in the queue by mistake counts, too. */
    private int ticketsLeft() {
        int left = 0;
        while (turnstile.passAsync().isDone()) {
            left++;
        }
        return left;
    }

    private static boolean pass(Turnstile turnstile) {
        try {
            return turnstile.pass(1, TimeUnit.SECONDS);
        } catch (InterruptedException nobodyInterrupts) {
            throw new AssertionError(nobodyInterrupts);
        }
    }
}
