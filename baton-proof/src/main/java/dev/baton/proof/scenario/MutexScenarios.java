package dev.baton.proof.scenario;

import static dev.baton.internal.access.CoreAccess.CORE;

import dev.baton.HandOff;
import dev.baton.LockToken;
import dev.baton.Mutex;
import dev.baton.check.api.Scenario;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** The mutex, locked and unlocked by hand and with sections under each hand-off policy. */
final class MutexScenarios {
    private MutexScenarios() {}

    static List<ProofScenario> all() {
        List<ProofScenario> all = new ArrayList<>();
        String name = "Mutex";
        all.add(ProofScenario.of(name, "exclusion", 2, scenario -> exclusion(scenario, 2, 2)));
        all.add(ProofScenario.of(name, "timeout races unlock", 2, MutexScenarios::timeout));
        all.add(ProofScenario.of(name, "interrupt races unlock", 2, MutexScenarios::interrupt));
        all.add(ProofScenario.of(name, "cancelled future races unlock", 2, MutexScenarios::cancel));
        all.add(ProofScenario.of(name, "futures are served in order", 2, MutexScenarios::order));
        all.add(ProofScenario.of(name, "exclusion, segments of 1", 3, scenario -> exclusion(scenario, 1, 3))
                .inDeepRuns().upToSymmetry());
        for (HandOff handOff : HandOff.values()) {
            String policy = handOff.name();
            all.add(ProofScenario.of(name, "sections by " + policy, 2, scenario -> sections(scenario, policy)));
        }
        return all;
    }

    private static void exclusion(Scenario scenario, int size, int threads) {
        Mutex mutex = Lined.lined(CORE.mutex(HandOff.DISPATCH, size));
        Ledger ledger = new Ledger();
        scenario.threads(threads, () -> {
            mutex.lock();
            ledger.section();
            mutex.unlock();
        });
        scenario.finallyAssert(() -> {
            assert ledger.sections == threads : "two threads in the section";
            assert mutex.tryLock() : "still locked";
        });
    }

    private static void timeout(Scenario scenario) {
        Mutex mutex = Lined.lined(CORE.mutex(HandOff.DISPATCH, 1));
        Ledger ledger = new Ledger();
        scenario.thread("locks", () -> {
            mutex.lock();
            ledger.section();
            mutex.unlock();
        });
        scenario.thread("times out, perhaps", () -> {
            try {
                if (mutex.tryLock(1, TimeUnit.SECONDS)) {
                    ledger.section();
                    ledger.served = 1;
                    mutex.unlock();
                }
            } catch (InterruptedException e) {
                throw Ledger.unexpected(e);
            }
        });
        scenario.finallyAssert(() -> {
            assert ledger.sections == 1 + ledger.served : "two threads in the section";
            assert mutex.tryLock() : "still locked";
        });
    }

    private static void interrupt(Scenario scenario) {
        Mutex mutex = Lined.lined(CORE.mutex(HandOff.DISPATCH, 1));
        Ledger ledger = new Ledger();
        scenario.thread("locks and interrupts", () -> {
            mutex.lock();
            ledger.section();
            ledger.interruptTarget();
            mutex.unlock();
        });
        scenario.thread("waits", () -> {
            ledger.offerInterrupt();
            try {
                mutex.lockInterruptibly();
                ledger.section();
                ledger.served = 1;
                mutex.unlock();
            } catch (InterruptedException aborted) {
                assert !Thread.currentThread().isInterrupted();
            }
        });
        scenario.finallyAssert(() -> {
            assert ledger.sections == 1 + ledger.served : "two threads in the section";
            assert mutex.tryLock() : "still locked";
        });
    }

    private static void cancel(Scenario scenario) {
        Mutex mutex = Lined.lined(CORE.mutex(HandOff.DISPATCH, 2));
        Ledger ledger = new Ledger();
        mutex.lock();
        scenario.thread("unlocks", mutex::unlock);
        scenario.thread("cancels", () -> {
            if (!mutex.lockAsync().cancel(false)) {
                ledger.served = 1;
            }
        });
        scenario.finallyAssert(() -> {
            assert mutex.isLocked() == (ledger.served == 1) : "lock lost";
        });
    }

    private static void order(Scenario scenario) {
        Mutex mutex = Lined.lined(CORE.mutex(HandOff.DISPATCH, 1));
        mutex.lock();
        CompletableFuture<LockToken> first = mutex.lockAsync();
        CompletableFuture<LockToken> second = mutex.lockAsync();
        scenario.thread("unlocks", mutex::unlock);
        scenario.thread("cancels the first", () -> first.cancel(false));
        scenario.finallyAssert(() -> {
            assert first.isDone() : "a request was forgotten";
            assert second.isDone() == first.isCancelled() : "served out of order";
        });
    }

    private static void sections(Scenario scenario, String handOff) {
        Mutex mutex = Lined.lined(CORE.mutex(HandOff.valueOf(handOff), 2));
        Ledger ledger = new Ledger();
        scenario.threads(2, () -> mutex.withLock(ledger::section));
        scenario.finallyAssert(() -> {
            assert ledger.sections == 2 : "two threads in the section";
            assert mutex.tryLock() : "still locked";
        });
    }
}
