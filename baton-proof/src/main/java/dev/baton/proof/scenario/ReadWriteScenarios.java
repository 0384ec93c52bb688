package dev.baton.proof.scenario;

import static dev.baton.internal.access.CoreAccess.CORE;

import dev.baton.LockToken;
import dev.baton.ReentrantReadWriteLock;
import dev.baton.check.api.Scenario;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** The read-write lock, fair and barging. */
@SuppressWarnings("LockNotBeforeTry") // a failure inside ends the whole check
final class ReadWriteScenarios {
    private ReadWriteScenarios() {}

    static List<ProofScenario> all() {
        List<ProofScenario> all = new ArrayList<>();
        for (boolean fair : new boolean[]{true, false}) {
            String name = "ReentrantReadWriteLock, " + (fair ? "fair" : "barging");
            all.add(ProofScenario.of(name, "writers exclude each other", 2, scenario -> writers(scenario, fair)));
            all.add(ProofScenario.of(name, "writer excludes reader", 2, scenario -> readers(scenario, fair, 1)));
            all.add(ProofScenario.of(name, "writer turns reader", 2, scenario -> downgrade(scenario, fair)));
            all.add(ProofScenario.of(name, "writer's timeout races reader's unlock", 2,
                    scenario -> timeout(scenario, fair)));
            all.add(ProofScenario.of(name, "reader's interrupt races writer's unlock", 2,
                    scenario -> interrupt(scenario, fair)));
            all.add(ProofScenario.of(name, "cancelled reader races writer's unlock", 2,
                    scenario -> cancel(scenario, fair)));
            all.add(ProofScenario.of(name, "writer excludes two readers", 3,
                    scenario -> readers(scenario, fair, 2)).inDeepRuns().upToSymmetry());
        }
        return all;
    }

    private static ReentrantReadWriteLock lock(boolean fair, int size) {
        return Lined.lined(CORE.readWriteLock(fair, size));
    }

    private static void assertFree(ReentrantReadWriteLock lock) {
        assert !lock.isWriteLocked() && lock.getReadLockCount() == 0 : "still locked";
    }

    private static void write(ReentrantReadWriteLock lock, Ledger ledger) {
        lock.writeLock().lock();
        ledger.first++;
        ledger.second++;
        lock.writeLock().unlock();
    }

    private static void read(Ledger ledger) {
        assert ledger.first == ledger.second : "read in the middle of a write";
    }

    private static void writers(Scenario scenario, boolean fair) {
        ReentrantReadWriteLock lock = lock(fair, 1);
        Ledger ledger = new Ledger();
        scenario.threads(2, () -> write(lock, ledger));
        scenario.finallyAssert(() -> {
            assert ledger.first == 2 && ledger.second == 2 : "two writers at once";
            assertFree(lock);
        });
    }

    private static void readers(Scenario scenario, boolean fair, int count) {
        ReentrantReadWriteLock lock = lock(fair, 2);
        Ledger ledger = new Ledger();
        scenario.thread("writes", () -> write(lock, ledger));
        scenario.threads(count, () -> {
            lock.readLock().lock();
            read(ledger);
            lock.readLock().unlock();
        });
        scenario.finallyAssert(() -> assertFree(lock));
    }

    private static void downgrade(Scenario scenario, boolean fair) {
        ReentrantReadWriteLock lock = lock(fair, 2);
        Ledger ledger = new Ledger();
        scenario.thread("writes, then reads", () -> {
            lock.writeLock().lock();
            ledger.first++;
            ledger.second++;
            lock.readLock().lock();
            lock.writeLock().unlock();
            assert ledger.first == 1 && ledger.second == 1 : "written while read";
            lock.readLock().unlock();
        });
        scenario.thread("writes", () -> {
            lock.writeLock().lock();
            if (ledger.first == 1) {
                ledger.first++;
                ledger.second++;
            }
            lock.writeLock().unlock();
        });
        scenario.finallyAssert(() -> assertFree(lock));
    }

    private static void timeout(Scenario scenario, boolean fair) {
        ReentrantReadWriteLock lock = lock(fair, 1);
        Ledger ledger = new Ledger();
        scenario.thread("reads", () -> {
            lock.readLock().lock();
            read(ledger);
            lock.readLock().unlock();
        });
        scenario.thread("times out, perhaps", () -> {
            try {
                if (lock.writeLock().tryLock(1, TimeUnit.SECONDS)) {
                    ledger.first++;
                    ledger.second++;
                    lock.writeLock().unlock();
                }
            } catch (InterruptedException e) {
                throw Ledger.unexpected(e);
            }
        });
        scenario.finallyAssert(() -> assertFree(lock));
    }

    private static void interrupt(Scenario scenario, boolean fair) {
        ReentrantReadWriteLock lock = lock(fair, 1);
        Ledger ledger = new Ledger();
        scenario.thread("writes and interrupts", () -> {
            ledger.interruptTarget();
            write(lock, ledger);
        });
        scenario.thread("reads", () -> {
            ledger.offerInterrupt();
            try {
                lock.readLock().lockInterruptibly();
                read(ledger);
                lock.readLock().unlock();
            } catch (InterruptedException aborted) {
                assert !Thread.currentThread().isInterrupted();
            }
        });
        scenario.finallyAssert(() -> assertFree(lock));
    }

    private static void cancel(Scenario scenario, boolean fair) {
        ReentrantReadWriteLock lock = lock(fair, 2);
        Ledger ledger = new Ledger();
        scenario.thread("writes", () -> write(lock, ledger));
        scenario.thread("cancels", () -> {
            CompletableFuture<LockToken> request = lock.readLock().lockAsync();
            if (!request.cancel(false)) {
                LockToken token = request.join(); // a cancel may come too late a moment before the future is done
                read(ledger);
                token.close();
            }
        });
        scenario.finallyAssert(() -> assertFree(lock));
    }
}
