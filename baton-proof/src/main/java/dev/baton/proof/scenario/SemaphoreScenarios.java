package dev.baton.proof.scenario;

import static dev.baton.internal.access.CoreAccess.CORE;

import dev.baton.Semaphore;
import dev.baton.check.api.Scenario;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** The semaphore, fair and barging, with one permit and with several at once. */
final class SemaphoreScenarios {
    private SemaphoreScenarios() {}

    static List<ProofScenario> all() {
        List<ProofScenario> all = new ArrayList<>();
        for (boolean fair : new boolean[]{true, false}) {
            String name = "Semaphore, " + (fair ? "fair" : "barging");
            all.add(ProofScenario.of(name, "exclusion", 2, scenario -> exclusion(scenario, fair, 2, 2)));
            all.add(ProofScenario.of(name, "timeout races release", 2, scenario -> timeout(scenario, fair)));
            all.add(ProofScenario.of(name, "interrupt races release", 2, scenario -> interrupt(scenario, fair)));
            all.add(ProofScenario.of(name, "cancelled future races release", 2, scenario -> cancel(scenario, fair)));
            all.add(ProofScenario.of(name, "try races release", 2, scenario -> tryRace(scenario, fair)));
            all.add(ProofScenario.of(name, "one permit races two", 2, scenario -> weighted(scenario, fair)));
            all.add(ProofScenario.of(name, "a release of too many races an acquire", 2,
                    scenario -> tooMany(scenario, fair)));
            all.add(ProofScenario.of(name, "first in line cancels, the second is served", 3,
                    scenario -> cancelFirst(scenario, fair)).inDeepRuns());
            all.add(ProofScenario.of(name, "exclusion, segments of 1", 3,
                    scenario -> exclusion(scenario, fair, 1, 3)).inDeepRuns().upToSymmetry());
        }
        all.add(ProofScenario.of("Semaphore, barging", "one passes the first in line and releases again", 2,
                SemaphoreScenarios::passing));
        all.add(ProofScenario.of("Semaphore, fair", "two releases hand over to two", 2,
                SemaphoreScenarios::twoReleases));
        all.add(ProofScenario.of("Semaphore, fair", "a release for the first races permits that are reduced", 2,
                SemaphoreScenarios::reduced));
        all.add(ProofScenario.of("Semaphore, fair", "a try beside a request for two races a release for it", 2,
                SemaphoreScenarios::tryBesideHead));
        all.add(ProofScenario.of("Semaphore, fair", "a request for two is not passed by one for one", 2,
                SemaphoreScenarios::order));
        return all;
    }

    private static Semaphore semaphore(int permits, boolean fair, int size) {
        return Lined.lined(CORE.semaphore(permits, fair, size));
    }

    private static void exclusion(Scenario scenario, boolean fair, int size, int threads) {
        Semaphore semaphore = semaphore(1, fair, size);
        Ledger ledger = new Ledger();
        scenario.threads(threads, () -> {
            semaphore.acquireUninterruptibly();
            ledger.section();
            semaphore.release();
        });
        scenario.finallyAssert(() -> {
            assert ledger.sections == threads : "two threads in the section";
            assert semaphore.availablePermits() == 1 : "permit lost";
        });
    }

    /** The one who acquires may find the permits that are taken back, and must not miss that they are. */
    private static void tooMany(Scenario scenario, boolean fair) {
        Semaphore semaphore = semaphore(Integer.MAX_VALUE, fair, 1);
        Ledger ledger = new Ledger();
        scenario.thread("releases", () -> {
            try {
                semaphore.release();
                ledger.served = 1;
            } catch (Error _) {
                ledger.served = 0;
            }
        });
        scenario.thread("acquires", semaphore::acquireUninterruptibly);
        scenario.finallyAssert(() -> {
            assert semaphore.availablePermits() == Integer.MAX_VALUE - 1 + ledger.served : "permit lost or doubled";
            assert semaphore.getQueueLength() == 0 : "a request was forgotten";
        });
    }

    /** The head, about to park, may lose the permit in its own turn, and a release meanwhile leaves it to the head. */
    private static void passing(Scenario scenario) {
        Semaphore semaphore = semaphore(1, false, 1);
        scenario.thread("waits", semaphore::acquireUninterruptibly);
        scenario.thread("comes twice", () -> {
            for (int i = 0; i < 2; i++) {
                if (semaphore.tryAcquire()) {
                    semaphore.release();
                }
            }
        });
        scenario.finallyAssert(() -> {
            assert semaphore.availablePermits() == 0 : "permit made up";
        });
    }

    /** One release hands over while another finds the head's turn taken and leaves the next one to it. */
    private static void twoReleases(Scenario scenario) {
        Semaphore semaphore = semaphore(0, true, 1);
        CompletableFuture<Void> first = semaphore.acquireAsync();
        CompletableFuture<Void> second = semaphore.acquireAsync();
        scenario.thread("releases", semaphore::release);
        scenario.thread("releases too", semaphore::release);
        scenario.finallyAssert(() -> {
            assert semaphore.getQueueLength() == 0 : "permit handed to nobody";
            assert first.isDone() || second.isDone() : "only one of two is completed elsewhere";
            assert semaphore.availablePermits() == 0 : "permit made up";
        });
    }

    private static void reduced(Scenario scenario) {
        Semaphore semaphore = semaphore(0, true, 1);
        CompletableFuture<Void> request = semaphore.acquireAsync();
        scenario.thread("releases", semaphore::release);
        scenario.thread("reduces", () -> CORE.reducePermits(semaphore, 1));
        scenario.finallyAssert(() -> {
            assert semaphore.availablePermits() == (request.isDone() ? -1 : 0) : "permit lost or made up";
        });
    }

    private static void timeout(Scenario scenario, boolean fair) {
        Semaphore semaphore = semaphore(0, fair, 1);
        Ledger ledger = new Ledger();
        scenario.thread("releases", semaphore::release);
        scenario.thread("times out, perhaps", () -> {
            try {
                if (semaphore.tryAcquire(1, TimeUnit.SECONDS)) {
                    ledger.served = 1;
                }
            } catch (InterruptedException e) {
                throw Ledger.unexpected(e);
            }
        });
        scenario.finallyAssert(() -> {
            assert semaphore.availablePermits() == 1 - ledger.served : "permit lost";
        });
    }

    private static void interrupt(Scenario scenario, boolean fair) {
        Semaphore semaphore = semaphore(0, fair, 2);
        Ledger ledger = new Ledger();
        scenario.thread("interrupts and releases", () -> {
            ledger.interruptTarget();
            semaphore.release();
        });
        scenario.thread("waits", () -> {
            ledger.offerInterrupt();
            try {
                semaphore.acquire();
                ledger.served = 1;
            } catch (InterruptedException aborted) {
                assert !Thread.currentThread().isInterrupted();
            }
        });
        scenario.finallyAssert(() -> {
            assert semaphore.availablePermits() == 1 - ledger.served : "permit lost";
        });
    }

    private static void cancel(Scenario scenario, boolean fair) {
        Semaphore semaphore = semaphore(0, fair, 2);
        Ledger ledger = new Ledger();
        scenario.thread("releases", semaphore::release);
        scenario.thread("cancels", () -> {
            if (!semaphore.acquireAsync().cancel(false)) {
                ledger.served = 1;
            }
        });
        scenario.finallyAssert(() -> {
            assert semaphore.availablePermits() == 1 - ledger.served : "permit lost";
        });
    }

    private static void tryRace(Scenario scenario, boolean fair) {
        Semaphore semaphore = semaphore(1, fair, 2);
        Ledger ledger = new Ledger();
        scenario.thread("acquires", () -> {
            semaphore.acquireUninterruptibly();
            ledger.section();
            semaphore.release();
        });
        scenario.thread("tries", () -> {
            if (semaphore.tryAcquire()) {
                ledger.section();
                ledger.served = 1;
                semaphore.release();
            }
        });
        scenario.finallyAssert(() -> {
            assert ledger.sections == 1 + ledger.served : "two threads in the section";
            assert semaphore.availablePermits() == 1 : "permit lost";
        });
    }

    private static void weighted(Scenario scenario, boolean fair) {
        Semaphore semaphore = semaphore(2, fair, 2);
        Ledger ledger = new Ledger();
        scenario.thread("takes both", () -> {
            semaphore.acquireUninterruptibly(2);
            ledger.section();
            semaphore.release(2);
        });
        scenario.thread("takes one", () -> {
            semaphore.acquireUninterruptibly();
            ledger.section();
            semaphore.release();
        });
        scenario.finallyAssert(() -> {
            assert ledger.sections == 2 : "two threads in the section";
            assert semaphore.availablePermits() == 2 : "permit lost";
        });
    }

    private static void cancelFirst(Scenario scenario, boolean fair) {
        Semaphore semaphore = semaphore(0, fair, 1);
        CompletableFuture<Void> first = semaphore.acquireAsync();
        CompletableFuture<Void> second = semaphore.acquireAsync();
        scenario.thread("cancels the first", () -> first.cancel(false));
        scenario.threads(2, semaphore::release);
        scenario.finallyAssert(() -> {
            if (!first.isCancelled()) {
                first.join(); // one of two that a release serves completes on a thread of its own
            }
            second.join();
            assert semaphore.availablePermits() == (first.isCancelled() ? 1 : 0) : "permit lost";
        });
    }

    /** The try holds the head's turn while it takes; a release that comes then leaves the head to it. */
    private static void tryBesideHead(Scenario scenario) {
        Semaphore semaphore = semaphore(1, true, 1);
        CompletableFuture<Void> two = semaphore.acquireAsync(2);
        Ledger ledger = new Ledger();
        scenario.thread("tries", () -> ledger.served = semaphore.tryAcquire() ? 1 : 0);
        scenario.thread("releases two", () -> semaphore.release(2));
        scenario.finallyAssert(() -> {
            assert two.isDone() : "a request was forgotten";
            assert semaphore.availablePermits() == 1 - ledger.served : "permit lost or made up";
        });
    }

    private static void order(Scenario scenario) {
        Semaphore semaphore = semaphore(0, true, 2);
        CompletableFuture<Void> two = semaphore.acquireAsync(2);
        CompletableFuture<Void> one = semaphore.acquireAsync(1);
        scenario.threads(2, semaphore::release);
        scenario.finallyAssert(() -> {
            assert two.isDone() : "a request was forgotten";
            assert !one.isDone() : "served out of order";
        });
    }
}
