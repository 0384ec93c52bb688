package dev.baton.proof.scenario;

import static dev.baton.internal.access.CoreAccess.CORE;

import dev.baton.Semaphore;
import dev.baton.check.api.Scenario;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;

/** First requests that have to wait: they make the line of cells, against a release, a timeout and each other. */
final class FirstWaitScenarios {
    private FirstWaitScenarios() {}

    static List<ProofScenario> all() {
        List<ProofScenario> all = new ArrayList<>();
        for (boolean fair : new boolean[]{true, false}) {
            String suffix = fair ? ", fair, no line yet" : ", barging, no line yet";
            all.add(ProofScenario.of("Semaphore" + suffix, "a release races the first acquire", 2,
                    scenario -> acquire(scenario, fair)));
            all.add(ProofScenario.of("Semaphore" + suffix, "two first requests make one line", 2,
                    scenario -> requests(scenario, fair)));
            all.add(ProofScenario.of("Semaphore" + suffix, "a release races a first acquire that times out", 2,
                    scenario -> timeout(scenario, fair)));
            all.add(ProofScenario.of("ReentrantLock" + suffix, "exclusion", 2,
                    scenario -> exclusion(scenario, CORE.reentrantLock(fair, 1))));
            all.add(ProofScenario.of("ReentrantReadWriteLock" + suffix, "exclusion of writers", 2,
                    scenario -> exclusion(scenario,
                            CORE.readWriteLock(fair, 1).writeLock())));
        }
        return all;
    }

    private static Semaphore semaphore(boolean fair) {
        return CORE.semaphore(0, fair, 1);
    }

    private static void acquire(Scenario scenario, boolean fair) {
        Semaphore semaphore = semaphore(fair);
        scenario.thread("releases", semaphore::release);
        scenario.thread("acquires", semaphore::acquireUninterruptibly);
        scenario.finallyAssert(() -> {
            assert semaphore.availablePermits() == 0 : "permit lost";
        });
    }

    private static void requests(Scenario scenario, boolean fair) {
        Semaphore semaphore = semaphore(fair);
        scenario.threads(2, () -> {
            CompletableFuture<Void> _ = semaphore.acquireAsync();
        });
        scenario.finallyAssert(() -> {
            assert semaphore.getQueueLength() == 2 : "a request stands in a line that nobody serves";
            semaphore.release(2);
            assert semaphore.availablePermits() == 0 && semaphore.getQueueLength() == 0 : "a request was forgotten";
        });
    }

    private static void timeout(Scenario scenario, boolean fair) {
        Semaphore semaphore = semaphore(fair);
        Ledger ledger = new Ledger();
        scenario.thread("releases", semaphore::release);
        scenario.thread("times out, perhaps", () -> {
            try {
                ledger.served = semaphore.tryAcquire(1, TimeUnit.SECONDS) ? 1 : 0;
            } catch (InterruptedException e) {
                throw Ledger.unexpected(e);
            }
        });
        scenario.finallyAssert(() -> {
            assert semaphore.availablePermits() == 1 - ledger.served : "permit lost";
        });
    }

    private static void exclusion(Scenario scenario, Lock lock) {
        Ledger ledger = new Ledger();
        scenario.threads(2, () -> {
            lock.lock();
            try {
                ledger.section();
            } finally {
                lock.unlock();
            }
        });
        scenario.finallyAssert(() -> {
            assert ledger.sections == 2 : "two threads in the section";
            assert lock.tryLock() : "still locked";
        });
    }
}
