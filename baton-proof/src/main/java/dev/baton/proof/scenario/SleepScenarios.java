package dev.baton.proof.scenario;

import static dev.baton.internal.access.CoreAccess.CORE;

import dev.baton.ThreadWaiter;
import dev.baton.check.api.Scenario;
import dev.baton.internal.access.OpenQueue;
import java.util.ArrayList;
import java.util.List;

/**
 * What combining adds to waiting: a thread announces that it will sleep, and is woken only if it did. Carriers of virtual
 * threads are not part of the model, so a server of its own stands for the scheduler here.
 */
final class SleepScenarios {
    private SleepScenarios() {}

    static List<ProofScenario> all() {
        List<ProofScenario> all = new ArrayList<>();
        String waiter = "ThreadWaiter that announces its sleep";
        all.add(ProofScenario.of(waiter, "the last look races the service", 2, SleepScenarios::lastLook));
        all.add(ProofScenario.of(waiter, "the last look and a timeout race the service", 2, SleepScenarios::timeout));
        return all;
    }

    private static void lastLook(Scenario scenario) {
        OpenQueue<Boolean> queue = CORE.announcedQueue();
        Ledger ledger = new Ledger();
        scenario.thread("serves", () -> {
            ledger.first = 1;
            queue.serve(true);
        });
        scenario.thread("waits", () -> {
            ThreadWaiter<Boolean> waiter = new ThreadWaiter<>();
            if (queue.add(waiter)) {
                waiter.awaitUninterruptibly();
            }
            assert ledger.first == 1 : "went on before it was served";
        });
    }

    private static void timeout(Scenario scenario) {
        OpenQueue<Boolean> queue = CORE.announcedQueue();
        Ledger ledger = new Ledger();
        scenario.thread("serves", () -> ledger.first = queue.serve(true) ? 1 : 0);
        scenario.thread("times out, perhaps", () -> {
            ThreadWaiter<Boolean> waiter = new ThreadWaiter<>();
            try {
                ledger.served = !queue.add(waiter) || waiter.await(1_000_000L) != null ? 1 : 0;
            } catch (InterruptedException e) {
                throw Ledger.unexpected(e);
            }
        });
        scenario.finallyAssert(() -> {
            assert ledger.first == ledger.served : "the two disagree on who came first";
        });
    }
}
