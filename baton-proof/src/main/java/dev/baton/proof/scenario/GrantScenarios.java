package dev.baton.proof.scenario;

import static dev.baton.internal.access.CoreAccess.CORE;

import dev.baton.LockToken;
import dev.baton.ReentrantLock;
import dev.baton.Semaphore;
import dev.baton.check.api.Scenario;
import dev.baton.internal.line.Segment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Paths of the grant queue that only certain races take: a cell given back and claimed again, permits taken beside a
 * heavier head, a head that takes the state before its cell is settled, and a release that leaves the look to another.
 */
final class GrantScenarios {
    private GrantScenarios() {}

    static List<ProofScenario> all() {
        List<ProofScenario> all = new ArrayList<>();
        for (boolean fair : new boolean[]{true, false}) {
            String name = "GrantQueue, " + (fair ? "fair" : "barging");
            all.add(ProofScenario.of(name, "last in line aborts, another enters", 2,
                    scenario -> abortRacesEntry(scenario, fair, 0)));
            all.add(ProofScenario.of(name, "last in line aborts, another enters, behind a first", 2,
                    scenario -> abortRacesEntry(scenario, fair, 1)));
            all.add(ProofScenario.of(name, "last in line aborts, a release comes", 2,
                    scenario -> abortRacesRelease(scenario, fair)));
            all.add(ProofScenario.of(name, "last in line aborts and enters again, a release comes", 2,
                    scenario -> abortAndEntryRaceRelease(scenario, fair)));
            all.add(ProofScenario.of(name, "last in line aborts, another enters, a release comes", 3,
                    scenario -> abortRacesBoth(scenario, fair)).inDeepRuns());
            all.add(ProofScenario.of(name,
                    "the first is served, a heavier one behind it aborts, a third is light enough", 2,
                    scenario -> heavierAborts(scenario, fair)));
            all.add(ProofScenario.of(name, "two heavier ones abort, a third is light enough", 2,
                    scenario -> twoHeavierAbort(scenario, fair)));
            all.add(ProofScenario.of(name, "both in line abort, last first or first first", 2,
                    scenario -> bothAbort(scenario, fair)));
            all.add(ProofScenario.of(name, "a returned cell is claimed while its segment runs out", 2,
                    scenario -> returnedCell(scenario, fair, false)));
            all.add(ProofScenario.of(name, "a returned cell is claimed while its segment runs out, a release comes", 2,
                    scenario -> returnedCell(scenario, fair, true)).inDeepRuns());
        }
        all.add(ProofScenario.of("GrantQueue, barging", "a release meets one who passes by and releases again", 3,
                GrantScenarios::passerBy).withoutSpuriousWakeups());
        all.add(ProofScenario.of("GrantQueue, barging", "the head takes the lock while it is unlocked", 2,
                GrantScenarios::headTakes).withoutSpuriousWakeups());
        all.add(ProofScenario.of("GrantQueue, barging", "the head takes the lock, another tries", 3,
                GrantScenarios::headRacesTry).inDeepRuns().withoutSpuriousWakeups());
        all.add(ProofScenario.of("GrantQueue, barging", "the queue closes behind one who passes, two releases", 2,
                GrantScenarios::closes));
        all.add(ProofScenario.of("GrantQueue, barging", "two pass, the second closes the queue", 2,
                GrantScenarios::twoPass));
        all.add(ProofScenario.of("GrantQueue, barging", "the queue closes behind one who passes a thread", 2,
                GrantScenarios::closesForThread).withoutSpuriousWakeups());
        all.add(ProofScenario.of("GrantQueue, barging", "one parks behind a first that is served", 2,
                scenario -> parksBehind(scenario, false)).withoutSpuriousWakeups());
        all.add(ProofScenario.of("GrantQueue, barging", "one parks behind a first that aborts", 2,
                scenario -> parksBehind(scenario, true)).withoutSpuriousWakeups());
        String fair = "GrantQueue, fair";
        all.add(ProofScenario.of(fair, "a try beside a heavier request races a release", 2,
                GrantScenarios::tryBesideHead));
        all.add(ProofScenario.of(fair, "two tries beside a heavier request", 2,
                GrantScenarios::triesBesideHead));
        all.add(ProofScenario.of(fair, "a try races the abort of a heavier request", 2,
                GrantScenarios::tryRacesAbort));
        return all;
    }

    private static Semaphore semaphore(int permits, boolean fair) {
        return Lined.lined(CORE.semaphore(permits, fair, 2));
    }

    /** Waits for a request that must have been served; a lost one makes this wait for ever. */
    private static void awaitServed(CompletableFuture<Void> request) {
        request.join();
    }

    private static void enter(Semaphore semaphore) {
        CompletableFuture<Void> _ = semaphore.acquireAsync();
    }

    private static void section(ReentrantLock lock, Ledger ledger) {
        lock.lock();
        try {
            ledger.section();
        } finally {
            lock.unlock();
        }
    }

    /** A segment counts its cancelled cells, each of them once. */
    private static void assertCounted(Semaphore semaphore) {
        Segment segment = CORE.firstSegment(semaphore);
        int cancelled = 0;
        for (int cell = 0; cell < segment.size(); cell++) {
            if (CORE.isCancelled(segment.cellVolatile(cell))) {
                cancelled++;
            }
        }
        assert segment.cellsCancelled() == cancelled : "counted " + segment.cellsCancelled();
    }

    private static void assertServed(Semaphore semaphore) {
        assert semaphore.getQueueLength() == 0 : "a request was forgotten";
        assert semaphore.availablePermits() == 0 : "permit doubled";
    }

    private static void abortRacesEntry(Scenario scenario, boolean fair, int before) {
        Semaphore semaphore = Lined.lined(CORE.semaphore(0, fair, 4));
        for (int i = 0; i < before; i++) {
            enter(semaphore);
        }
        CompletableFuture<Void> last = semaphore.acquireAsync();
        scenario.thread("aborts", () -> last.cancel(false));
        scenario.thread("enters", () -> enter(semaphore));
        scenario.finallyAssert(() -> {
            assert last.isCancelled() && semaphore.getQueueLength() == before + 1 : "lost in the queue";
            assertCounted(semaphore);
            semaphore.release(before + 1);
            assertServed(semaphore);
        });
    }

    private static void abortRacesRelease(Scenario scenario, boolean fair) {
        Semaphore semaphore = semaphore(0, fair);
        CompletableFuture<Void> last = semaphore.acquireAsync();
        scenario.thread("aborts", () -> last.cancel(false));
        scenario.thread("releases, and takes what is there", () -> {
            semaphore.release();
            semaphore.tryAcquire();
        });
        scenario.finallyAssert(() -> {
            if (!last.isCancelled()) {
                awaitServed(last);
                assert semaphore.availablePermits() == 0 : "permit doubled";
            }
            semaphore.release();
            assert semaphore.tryAcquire() : "one who left stands in the way";
        });
    }

    private static void abortRacesBoth(Scenario scenario, boolean fair) {
        Semaphore semaphore = semaphore(0, fair);
        CompletableFuture<Void> last = semaphore.acquireAsync();
        scenario.thread("aborts", () -> {
            if (!last.cancel(false)) {
                semaphore.release();
            }
        });
        scenario.thread("enters", () -> semaphore.acquireUninterruptibly());
        scenario.thread("releases", semaphore::release);
        scenario.finallyAssert(() -> assertServed(semaphore));
    }

    /** The release passes over the cell between its being given back and its being taken again. */
    private static void abortAndEntryRaceRelease(Scenario scenario, boolean fair) {
        Semaphore semaphore = semaphore(0, fair);
        CompletableFuture<Void> last = semaphore.acquireAsync();
        scenario.thread("aborts and enters", () -> {
            if (!last.cancel(false)) {
                semaphore.release();
            }
            semaphore.acquireUninterruptibly();
        });
        scenario.thread("releases", semaphore::release);
        scenario.finallyAssert(() -> assertServed(semaphore));
    }

    private static void heavierAborts(Scenario scenario, boolean fair) {
        Semaphore semaphore = Lined.lined(CORE.semaphore(0, fair, 4));
        enter(semaphore);
        CompletableFuture<Void> heavy = semaphore.acquireAsync(2);
        enter(semaphore);
        scenario.thread("releases two", () -> semaphore.release(2));
        scenario.thread("aborts", () -> heavy.cancel(false));
        scenario.finallyAssert(() -> {
            assert heavy.isCancelled();
            assertServed(semaphore);
        });
    }

    /** One of the aborts passes over the other, or has it pass over itself. */
    private static void twoHeavierAbort(Scenario scenario, boolean fair) {
        Semaphore semaphore = Lined.lined(CORE.semaphore(1, fair, 4));
        CompletableFuture<Void> first = semaphore.acquireAsync(2);
        CompletableFuture<Void> second = semaphore.acquireAsync(2);
        enter(semaphore);
        scenario.thread("the first aborts", () -> first.cancel(false));
        scenario.thread("the second aborts", () -> second.cancel(false));
        scenario.finallyAssert(() -> {
            assert first.isCancelled() && second.isCancelled();
            assertServed(semaphore);
        });
    }

    private static void bothAbort(Scenario scenario, boolean fair) {
        Semaphore semaphore = Lined.lined(CORE.semaphore(0, fair, 4));
        CompletableFuture<Void> first = semaphore.acquireAsync();
        CompletableFuture<Void> last = semaphore.acquireAsync();
        scenario.thread("the first aborts", () -> first.cancel(false));
        scenario.thread("the last aborts", () -> last.cancel(false));
        scenario.finallyAssert(() -> {
            CompletableFuture<Void> next = semaphore.acquireAsync();
            assert semaphore.getQueueLength() == 1 : "lost in the queue";
            semaphore.release();
            awaitServed(next);
        });
    }

    /** One thread claims the cell that was given back; the other uses up the segment and has the queue go past it. */
    private static void returnedCell(Scenario scenario, boolean fair, boolean releases) {
        Semaphore semaphore = semaphore(0, fair);
        semaphore.acquireAsync().cancel(false);
        scenario.thread("enters", () -> enter(semaphore));
        scenario.thread("enters, aborts, enters, looks", () -> {
            try {
                semaphore.tryAcquire(1, TimeUnit.NANOSECONDS);
            } catch (InterruptedException e) {
                throw Ledger.unexpected(e);
            }
            enter(semaphore);
            if (releases) {
                semaphore.release();
            } else {
                CORE.serve(semaphore);
            }
        });
        scenario.finallyAssert(() -> {
            semaphore.release(releases ? 1 : 2);
            assertServed(semaphore);
        });
    }

    private static void closes(Scenario scenario) {
        Semaphore semaphore = Lined.lined(CORE.bargingSemaphore(1, 2, 1));
        CompletableFuture<Void> head = semaphore.acquireAsync(2);
        Ledger ledger = new Ledger();
        scenario.thread("passes, and releases", () -> {
            if (semaphore.tryAcquire()) {
                ledger.first = 1;
                semaphore.release();
            }
        });
        scenario.thread("releases", semaphore::release);
        scenario.finallyAssert(() -> {
            awaitServed(head);
            assertServed(semaphore);
        });
    }

    private static void twoPass(Scenario scenario) {
        Semaphore semaphore = Lined.lined(CORE.bargingSemaphore(2, 2, 2));
        CompletableFuture<Void> head = semaphore.acquireAsync(3);
        Ledger ledger = new Ledger();
        scenario.threads(2, () -> {
            if (semaphore.tryAcquire()) {
                semaphore.release();
            }
        });
        scenario.finallyAssert(() -> {
            assert semaphore.availablePermits() == 2 : "permit lost";
            semaphore.release();
            awaitServed(head);
            assert ledger.sections == 0;
            assertServed(semaphore);
        });
    }

    private static void closesForThread(Scenario scenario) {
        Semaphore semaphore = Lined.lined(CORE.bargingSemaphore(0, 2, 1));
        Ledger ledger = new Ledger();
        scenario.thread("releases, passes, releases", () -> {
            ledger.first = 1;
            semaphore.release();
            if (semaphore.tryAcquire()) {
                semaphore.release();
            }
        });
        scenario.thread("waits", () -> {
            semaphore.acquireUninterruptibly();
            assert ledger.first == 1 : "not seen";
        });
        scenario.finallyAssert(() -> assertServed(semaphore));
    }

    /** The thread does not call for attention when it parks, because it is not first; whoever makes it first does. */
    private static void parksBehind(Scenario scenario, boolean aborts) {
        Semaphore semaphore = semaphore(0, false);
        CompletableFuture<Void> head = semaphore.acquireAsync();
        scenario.thread("waits", semaphore::acquireUninterruptibly);
        scenario.thread("sees to the first, and releases", () -> {
            if (aborts) {
                head.cancel(false);
            } else {
                semaphore.release();
            }
            semaphore.release();
        });
        scenario.finallyAssert(() -> assertServed(semaphore));
    }

    private static void tryBesideHead(Scenario scenario) {
        Semaphore semaphore = semaphore(1, true);
        CompletableFuture<Void> heavy = semaphore.acquireAsync(2);
        Ledger ledger = new Ledger();
        scenario.thread("tries", () -> ledger.served = semaphore.tryAcquire() ? 1 : 0);
        scenario.thread("releases", semaphore::release);
        scenario.finallyAssert(() -> {
            if (ledger.served == 1) {
                assert !heavy.isDone() : "permit doubled";
                semaphore.release();
            }
            awaitServed(heavy);
            assert semaphore.availablePermits() == 0 : "permit lost";
        });
    }

    private static void triesBesideHead(Scenario scenario) {
        Semaphore semaphore = semaphore(1, true);
        CompletableFuture<Void> heavy = semaphore.acquireAsync(2);
        int[] served = new int[2];
        scenario.thread("tries", () -> served[0] = semaphore.tryAcquire() ? 1 : 0);
        scenario.thread("tries too", () -> served[1] = semaphore.tryAcquire() ? 1 : 0);
        scenario.finallyAssert(() -> {
            assert served[0] + served[1] == 1 : "one permit was there for one of them";
            assert semaphore.availablePermits() == 0 && !heavy.isDone();
            semaphore.release(2);
            awaitServed(heavy);
        });
    }

    private static void tryRacesAbort(Scenario scenario) {
        Semaphore semaphore = semaphore(1, true);
        CompletableFuture<Void> heavy = semaphore.acquireAsync(2);
        CompletableFuture<Void> light = semaphore.acquireAsync();
        Ledger ledger = new Ledger();
        scenario.thread("tries", () -> ledger.served = semaphore.tryAcquire() ? 1 : 0);
        scenario.thread("aborts", () -> heavy.cancel(false));
        scenario.finallyAssert(() -> {
            assert heavy.isCancelled();
            assert light.isDone() == (ledger.served == 0) : "permit lost or doubled";
        });
    }

    /** Of two releases one may find the permit taken again, and the other that somebody looks already. */
    private static void passerBy(Scenario scenario) {
        Semaphore semaphore = semaphore(0, false);
        scenario.thread("releases", semaphore::release);
        scenario.thread("passes by", () -> {
            if (semaphore.tryAcquire()) {
                semaphore.release();
            }
        });
        scenario.thread("waits", () -> semaphore.acquireUninterruptibly());
        scenario.finallyAssert(() -> assertServed(semaphore));
    }

    private static void headTakes(Scenario scenario) {
        ReentrantLock lock = Lined.lined(CORE.reentrantLock(false, 2));
        LockToken token = lock.lockAsync().join();
        Ledger ledger = new Ledger();
        scenario.thread("unlocks, and locks again", () -> {
            token.close();
            section(lock, ledger);
        });
        scenario.thread("waits", () -> section(lock, ledger));
        scenario.finallyAssert(() -> {
            assert ledger.sections == 2 : "two threads in the section";
            assert !lock.isLocked() && !lock.hasQueuedThreads() : "still locked";
        });
    }

    private static void headRacesTry(Scenario scenario) {
        ReentrantLock lock = Lined.lined(CORE.reentrantLock(false, 2));
        LockToken token = lock.lockAsync().join();
        Ledger ledger = new Ledger();
        scenario.thread("unlocks", token::close);
        scenario.thread("tries", () -> {
            if (lock.tryLock()) {
                try {
                    ledger.section();
                    ledger.served = 1;
                } finally {
                    lock.unlock();
                }
            }
        });
        scenario.thread("waits", () -> section(lock, ledger));
        scenario.finallyAssert(() -> {
            assert ledger.sections == 1 + ledger.served : "two threads in the section";
            assert !lock.isLocked() && !lock.hasQueuedThreads() : "still locked";
        });
    }
}
