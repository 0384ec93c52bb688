package dev.baton.proof.scenario;

import static dev.baton.internal.access.CoreAccess.CORE;

import dev.baton.Bag;
import dev.baton.BlockingPool;
import dev.baton.CyclicBarrier;
import dev.baton.HandOff;
import dev.baton.Lease;
import dev.baton.LockToken;
import dev.baton.Mutex;
import dev.baton.ReentrantLock;
import dev.baton.ReentrantReadWriteLock;
import dev.baton.Semaphore;
import dev.baton.check.api.Scenario;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * What only three threads can do: one lets go while two want it, and a release, an abort and somebody who
 * passes by come at once. Each is as small as that race allows, so that it can be explored in full.
 */
@SuppressWarnings("LockNotBeforeTry") // a failure inside ends the whole check
final class ThreeThreadScenarios {
    /** One segment is enough for all: lists that grow are other scenarios' matter, and would make these too large. */
    private static final int SEGMENT = 4;

    private ThreeThreadScenarios() {}

    static List<ProofScenario> all() {
        List<ProofScenario> all = new ArrayList<>();
        for (boolean fair : new boolean[]{true, false}) {
            String form = fair ? ", fair" : ", barging";
            String semaphore = "Semaphore" + form;
            all.add(ProofScenario.of(semaphore, "one gives a permit, two ask for it", 3,
                    scenario -> ask(scenario, fair)).inDeepRunsIf(!fair));
            all.add(ProofScenario.of(semaphore, "one gives a permit, two wait for it in turn", 3,
                    scenario -> give(scenario, fair)).upToSymmetry().withoutSpuriousWakeups().inDeepRuns());
            all.add(ProofScenario.of(semaphore, "a release, a cancel and a try at once", 3,
                    scenario -> cancelAndTry(scenario, fair)));
            all.add(ProofScenario.of(semaphore, "a release, a timeout and one who waits on", 3,
                    scenario -> timeoutAndWait(scenario, fair)).withoutSpuriousWakeups().inDeepRuns());
            String lock = "ReentrantLock" + form;
            all.add(ProofScenario.of(lock, "one unlocks, two ask for it", 3, scenario -> askForLock(scenario, fair))
                    .inDeepRuns());
            all.add(ProofScenario.of(lock, "one unlocks, two wait for it in turn", 3,
                    scenario -> unlock(scenario, fair)).upToSymmetry().withoutSpuriousWakeups().inDeepRuns());
            all.add(ProofScenario.of(lock, "an unlock, a cancel and a try at once", 3,
                    scenario -> unlockCancelAndTry(scenario, fair)));
            String readWrite = "ReentrantReadWriteLock" + form;
            all.add(ProofScenario.of(readWrite, "a writer unlocks, two readers ask", 3,
                    scenario -> readers(scenario, fair)).inDeepRuns());
            all.add(ProofScenario.of(readWrite, "a writer unlocks, a reader cancels, another tries", 3,
                    scenario -> cancelledReader(scenario, fair)));
            all.add(ProofScenario.of(readWrite, "a reader unlocks, a writer cancels, a reader asks", 3,
                    scenario -> cancelledWriter(scenario, fair)).inDeepRunsIf(!fair));
        }
        all.add(ProofScenario.of("Mutex", "one unlocks, two ask for it", 3, ThreeThreadScenarios::askForMutex));
        all.add(ProofScenario.of("Mutex", "one unlocks, two wait for it in turn", 3, ThreeThreadScenarios::unlockMutex)
                .upToSymmetry().withoutSpuriousWakeups().inDeepRuns());
        all.add(ProofScenario.of("Mutex", "an unlock, a cancel and a try at once", 3,
                ThreeThreadScenarios::mutexCancelAndTry));
        for (boolean stack : new boolean[]{true, false}) {
            all.add(ProofScenario.of("Bag, " + (stack ? "stack" : "queue"), "two puts and a cancel at once", 3,
                    scenario -> putsAndCancel(scenario, stack)));
        }
        all.add(ProofScenario.of("BlockingPool", "two returns and a cancel at once", 3,
                ThreeThreadScenarios::returnsAndCancel));
        all.add(ProofScenario.of("CyclicBarrier", "two of three cancel or arrive, the third has arrived", 3,
                ThreeThreadScenarios::arrivalsAndCancel).inDeepRuns());
        return all;
    }

    private static Semaphore semaphore(boolean fair) {
        return Lined.lined(CORE.semaphore(0, fair, SEGMENT));
    }

    private static void ask(Scenario scenario, boolean fair) {
        Semaphore semaphore = semaphore(fair);
        Ledger ledger = new Ledger();
        scenario.thread("gives", semaphore::release);
        scenario.thread("asks", () -> ledger.first = done(semaphore.acquireAsync()));
        scenario.thread("asks too", () -> ledger.second = done(semaphore.acquireAsync()));
        scenario.finallyAssert(() -> {
            assert ledger.first + ledger.second <= 1 : "permit made up";
            assert semaphore.getQueueLength() == 1 && semaphore.availablePermits() == 0 : "a request was forgotten";
        });
    }

    private static int done(CompletableFuture<?> request) {
        return request.isDone() ? 1 : 0;
    }

    private static void give(Scenario scenario, boolean fair) {
        Semaphore semaphore = semaphore(fair);
        Ledger ledger = new Ledger();
        scenario.thread("gives", semaphore::release);
        scenario.threads(2, () -> {
            semaphore.acquireUninterruptibly();
            ledger.section();
            semaphore.release();
        });
        scenario.finallyAssert(() -> {
            assert ledger.sections == 2 : "two threads in the section";
            assert semaphore.availablePermits() == 1 : "permit lost";
        });
    }

    private static void cancelAndTry(Scenario scenario, boolean fair) {
        Semaphore semaphore = semaphore(fair);
        CompletableFuture<Void> request = semaphore.acquireAsync();
        Ledger ledger = new Ledger();
        scenario.thread("releases", semaphore::release);
        scenario.thread("cancels", () -> request.cancel(false));
        scenario.thread("tries", () -> ledger.served = semaphore.tryAcquire() ? 1 : 0);
        scenario.finallyAssert(() -> {
            boolean granted = request.isDone() && !request.isCancelled();
            assert granted || request.isCancelled() || ledger.served == 1 : "a request was forgotten";
            assert semaphore.availablePermits() + ledger.served + (granted ? 1 : 0) == 1 : "permit lost or made up";
        });
    }

    private static void timeoutAndWait(Scenario scenario, boolean fair) {
        Semaphore semaphore = semaphore(fair);
        scenario.thread("releases", semaphore::release);
        scenario.thread("times out, perhaps", () -> {
            try {
                if (semaphore.tryAcquire(1, TimeUnit.SECONDS)) {
                    semaphore.release();
                }
            } catch (InterruptedException e) {
                throw Ledger.unexpected(e);
            }
        });
        scenario.thread("waits", semaphore::acquireUninterruptibly);
        scenario.finallyAssert(() -> {
            assert semaphore.availablePermits() == 0 : "permit made up";
        });
    }

    private static void askForLock(Scenario scenario, boolean fair) {
        ReentrantLock lock = Lined.lined(CORE.reentrantLock(fair, SEGMENT));
        LockToken held = lock.lockAsync().join();
        Ledger ledger = new Ledger();
        scenario.thread("unlocks", held::close);
        scenario.thread("asks", () -> ledger.first = done(lock.lockAsync()));
        scenario.thread("asks too", () -> ledger.second = done(lock.lockAsync()));
        scenario.finallyAssert(() -> {
            assert ledger.first + ledger.second <= 1 : "locked twice";
            assert lock.getQueueLength() == 1 && lock.isLocked() : "a request was forgotten";
        });
    }

    private static void askForMutex(Scenario scenario) {
        Mutex mutex = Lined.lined(CORE.mutex(HandOff.DISPATCH, SEGMENT));
        mutex.lock();
        Ledger ledger = new Ledger();
        scenario.thread("unlocks", mutex::unlock);
        scenario.thread("asks", () -> ledger.first = done(mutex.lockAsync()));
        scenario.thread("asks too", () -> ledger.second = done(mutex.lockAsync()));
        scenario.finallyAssert(() -> {
            assert ledger.first + ledger.second <= 1 : "locked twice";
            assert mutex.getQueueLength() == 1 && mutex.isLocked() : "a request was forgotten";
        });
    }

    private static void unlock(Scenario scenario, boolean fair) {
        ReentrantLock lock = Lined.lined(CORE.reentrantLock(fair, SEGMENT));
        LockToken held = lock.lockAsync().join();
        Ledger ledger = new Ledger();
        scenario.thread("unlocks", held::close);
        scenario.threads(2, () -> {
            lock.lock();
            ledger.section();
            lock.unlock();
        });
        scenario.finallyAssert(() -> {
            assert ledger.sections == 2 : "two threads in the section";
            assert !lock.isLocked() : "still locked";
        });
    }

    private static void unlockCancelAndTry(Scenario scenario, boolean fair) {
        ReentrantLock lock = Lined.lined(CORE.reentrantLock(fair, SEGMENT));
        LockToken held = lock.lockAsync().join();
        CompletableFuture<LockToken> request = lock.lockAsync();
        scenario.thread("unlocks", held::close);
        scenario.thread("cancels", () -> request.cancel(false));
        scenario.thread("tries", () -> {
            if (lock.tryLock()) {
                lock.unlock();
            }
        });
        scenario.finallyAssert(() -> {
            assert request.isDone() : "a request was forgotten";
            assert lock.isLocked() == !request.isCancelled() : "lock lost";
        });
    }

    private static void unlockMutex(Scenario scenario) {
        Mutex mutex = Lined.lined(CORE.mutex(HandOff.DISPATCH, SEGMENT));
        mutex.lock();
        Ledger ledger = new Ledger();
        scenario.thread("unlocks", mutex::unlock);
        scenario.threads(2, () -> {
            mutex.lock();
            ledger.section();
            mutex.unlock();
        });
        scenario.finallyAssert(() -> {
            assert ledger.sections == 2 : "two threads in the section";
            assert mutex.tryLock() : "still locked";
        });
    }

    private static void mutexCancelAndTry(Scenario scenario) {
        Mutex mutex = Lined.lined(CORE.mutex(HandOff.DISPATCH, SEGMENT));
        mutex.lock();
        CompletableFuture<LockToken> request = mutex.lockAsync();
        scenario.thread("unlocks", mutex::unlock);
        scenario.thread("cancels", () -> request.cancel(false));
        scenario.thread("tries", () -> {
            if (mutex.tryLock()) {
                mutex.unlock();
            }
        });
        scenario.finallyAssert(() -> {
            assert request.isDone() : "a request was forgotten";
            assert mutex.tryLock() == request.isCancelled() : "lock lost";
        });
    }

    private static void readers(Scenario scenario, boolean fair) {
        ReentrantReadWriteLock lock = Lined.lined(CORE.readWriteLock(fair, SEGMENT));
        LockToken held = lock.writeLock().lockAsync().join();
        Ledger ledger = new Ledger();
        scenario.thread("unlocks", held::close);
        scenario.thread("asks", () -> ledger.first = done(lock.readLock().lockAsync()));
        scenario.thread("asks too", () -> ledger.second = done(lock.readLock().lockAsync()));
        scenario.finallyAssert(() -> {
            assert lock.getReadLockCount() == 2 && lock.getQueueLength() == 0 : "a reader was forgotten";
        });
    }

    private static void cancelledReader(Scenario scenario, boolean fair) {
        ReentrantReadWriteLock lock = Lined.lined(CORE.readWriteLock(fair, SEGMENT));
        LockToken held = lock.writeLock().lockAsync().join();
        CompletableFuture<LockToken> reader = lock.readLock().lockAsync();
        Ledger ledger = new Ledger();
        scenario.thread("unlocks", held::close);
        scenario.thread("cancels", () -> reader.cancel(false));
        scenario.thread("tries", () -> ledger.served = lock.readLock().tryLock() ? 1 : 0);
        scenario.finallyAssert(() -> {
            assert reader.isDone() : "a request was forgotten";
            assert lock.getReadLockCount() == ledger.served + (reader.isCancelled() ? 0 : 1) : "lock lost or made up";
            assert !lock.isWriteLocked() : "still locked";
        });
    }

    private static void cancelledWriter(Scenario scenario, boolean fair) {
        ReentrantReadWriteLock lock = Lined.lined(CORE.readWriteLock(fair, SEGMENT));
        LockToken held = lock.readLock().lockAsync().join();
        CompletableFuture<LockToken> writer = lock.writeLock().lockAsync();
        scenario.thread("unlocks", held::close);
        Ledger ledger = new Ledger();
        scenario.thread("cancels", () -> writer.cancel(false));
        scenario.thread("asks", () -> ledger.first = done(lock.readLock().lockAsync()));
        scenario.finallyAssert(() -> {
            boolean cancelled = writer.isCancelled();
            assert lock.isWriteLocked() == !cancelled : "lock lost or made up";
            assert cancelled
                    ? lock.getReadLockCount() == 1 && lock.getQueueLength() == 0
                    : lock.getReadLockCount() == 0 && lock.getQueueLength() == 1 : "the reader was forgotten";
        });
    }

    private static void putsAndCancel(Scenario scenario, boolean stack) {
        Bag<String> bag = CORE.bag(stack, SEGMENT);
        CompletableFuture<String> first = bag.takeAsync();
        CompletableFuture<String> second = bag.takeAsync();
        scenario.thread("puts", () -> bag.put("a"));
        scenario.thread("puts too", () -> bag.put("b"));
        scenario.thread("cancels", () -> first.cancel(false));
        scenario.finallyAssert(() -> {
            assert first.isDone() && second.isDone() : "a request was forgotten";
            assert bag.getSize() == (first.isCancelled() ? 1 : 0) : "element lost or made up";
        });
    }

    private static void returnsAndCancel(Scenario scenario) {
        BlockingPool<Ledger> pool = PoolScenarios.pool(2);
        Lease<Ledger> a = pool.takeUninterruptibly();
        Lease<Ledger> b = pool.takeUninterruptibly();
        CompletableFuture<Lease<Ledger>> request = pool.takeAsync();
        scenario.thread("returns", a::close);
        scenario.thread("returns too", b::close);
        scenario.thread("cancels", () -> request.cancel(false));
        scenario.finallyAssert(() -> {
            assert request.isDone() : "a request was forgotten";
            assert pool.tryTake() != null : "element lost";
            assert (pool.tryTake() != null) == request.isCancelled() : "element lost or doubled";
        });
    }

    private static void arrivalsAndCancel(Scenario scenario) {
        CyclicBarrier barrier = CORE.cyclicBarrier(3, null, Lined.lined(CORE.reentrantLock(false, SEGMENT)));
        CompletableFuture<Integer> first = barrier.awaitAsync();
        Ledger ledger = new Ledger();
        scenario.thread("cancels the first", () -> first.cancel(false));
        scenario.thread("arrives", () -> ledger.first = done(barrier.awaitAsync()));
        scenario.thread("arrives too", () -> ledger.second = done(barrier.awaitAsync()));
        scenario.finallyAssert(() -> {
            boolean broken = first.isCancelled();
            if (!broken) {
                first.join(); // of several that an arrival serves some complete on a thread of their own
            }
            assert barrier.isBroken() == broken : "tripped for one of them only";
        });
    }
}
