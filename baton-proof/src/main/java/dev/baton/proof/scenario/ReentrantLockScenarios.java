package dev.baton.proof.scenario;

import static dev.baton.internal.access.CoreAccess.CORE;

import dev.baton.LockToken;
import dev.baton.ReentrantLock;
import dev.baton.check.api.Scenario;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;

/** The reentrant lock, fair and barging, and its conditions. */
@SuppressWarnings({"LockNotBeforeTry", "WaitNotInLoop"}) // a failure inside ends the whole check
final class ReentrantLockScenarios {
    private ReentrantLockScenarios() {}

    static List<ProofScenario> all() {
        List<ProofScenario> all = new ArrayList<>();
        for (boolean fair : new boolean[]{true, false}) {
            String name = "ReentrantLock, " + (fair ? "fair" : "barging");
            all.add(ProofScenario.of(name, "exclusion, locked twice", 2, scenario -> exclusion(scenario, fair, 2, 2)));
            all.add(ProofScenario.of(name, "timeout races unlock", 2, scenario -> timeout(scenario, fair)));
            all.add(ProofScenario.of(name, "interrupt races unlock", 2, scenario -> interrupt(scenario, fair)));
            all.add(ProofScenario.of(name, "cancelled future races unlock", 2, scenario -> cancel(scenario, fair)));
            all.add(ProofScenario.of(name, "condition: signal meets await", 2, scenario -> signal(scenario, fair)));
            all.add(ProofScenario.of(name, "condition: timeout races signal", 2,
                    scenario -> timedCondition(scenario, fair)));
            all.add(ProofScenario.of(name, "condition: interrupt races signal", 2,
                    scenario -> interruptedCondition(scenario, fair)));
            all.add(ProofScenario.of(name, "exclusion, segments of 1", 3,
                    scenario -> exclusion(scenario, fair, 1, 3)).inDeepRuns().upToSymmetry());
            all.add(ProofScenario.of(name, "condition: signalAll wakes both", 3,
                    scenario -> signalAll(scenario, fair)).inDeepRuns());
        }
        return all;
    }

    private static ReentrantLock lock(boolean fair, int size) {
        return Lined.lined(CORE.reentrantLock(fair, size));
    }

    private static void exclusion(Scenario scenario, boolean fair, int size, int threads) {
        ReentrantLock lock = lock(fair, size);
        Ledger ledger = new Ledger();
        scenario.threads(threads, () -> {
            lock.lock();
            lock.lock();
            lock.unlock();
            ledger.section();
            lock.unlock();
        });
        scenario.finallyAssert(() -> {
            assert ledger.sections == threads : "two threads in the section";
            assert !lock.isLocked() : "still locked";
        });
    }

    private static void timeout(Scenario scenario, boolean fair) {
        ReentrantLock lock = lock(fair, 1);
        Ledger ledger = new Ledger();
        scenario.thread("locks", () -> {
            lock.lock();
            ledger.section();
            lock.unlock();
        });
        scenario.thread("times out, perhaps", () -> {
            try {
                if (lock.tryLock(1, TimeUnit.SECONDS)) {
                    ledger.section();
                    ledger.served = 1;
                    lock.unlock();
                }
            } catch (InterruptedException e) {
                throw Ledger.unexpected(e);
            }
        });
        scenario.finallyAssert(() -> {
            assert ledger.sections == 1 + ledger.served : "two threads in the section";
            assert !lock.isLocked() : "still locked";
        });
    }

    private static void interrupt(Scenario scenario, boolean fair) {
        ReentrantLock lock = lock(fair, 1);
        Ledger ledger = new Ledger();
        scenario.thread("locks and interrupts", () -> {
            lock.lock();
            ledger.section();
            ledger.interruptTarget();
            lock.unlock();
        });
        scenario.thread("waits", () -> {
            ledger.offerInterrupt();
            try {
                lock.lockInterruptibly();
                ledger.section();
                ledger.served = 1;
                lock.unlock();
            } catch (InterruptedException aborted) {
                assert !Thread.currentThread().isInterrupted();
            }
        });
        scenario.finallyAssert(() -> {
            assert ledger.sections == 1 + ledger.served : "two threads in the section";
            assert !lock.isLocked() : "still locked";
        });
    }

    private static void cancel(Scenario scenario, boolean fair) {
        ReentrantLock lock = lock(fair, 2);
        Ledger ledger = new Ledger();
        scenario.thread("locks", () -> {
            lock.lock();
            ledger.section();
            lock.unlock();
        });
        scenario.thread("cancels", () -> {
            CompletableFuture<LockToken> request = lock.lockAsync();
            if (!request.cancel(false)) {
                LockToken token = request.join(); // a cancel may come too late a moment before the future is done
                ledger.section();
                ledger.served = 1;
                token.close();
            }
        });
        scenario.finallyAssert(() -> {
            assert ledger.sections == 1 + ledger.served : "two threads in the section";
            assert !lock.isLocked() : "still locked";
        });
    }

    private static void signal(Scenario scenario, boolean fair) {
        ReentrantLock lock = lock(fair, 2);
        Condition filled = lock.newCondition();
        Ledger ledger = new Ledger();
        scenario.thread("signals", () -> {
            lock.lock();
            ledger.first = 1;
            filled.signal();
            lock.unlock();
        });
        scenario.thread("awaits", () -> {
            lock.lock();
            while (ledger.first == 0) {
                filled.awaitUninterruptibly();
            }
            ledger.section();
            lock.unlock();
        });
        scenario.finallyAssert(() -> {
            assert ledger.sections == 1;
            assert !lock.isLocked() : "still locked";
        });
    }

    private static void timedCondition(Scenario scenario, boolean fair) {
        ReentrantLock lock = lock(fair, 2);
        Condition filled = lock.newCondition();
        Ledger ledger = new Ledger();
        scenario.thread("signals", () -> {
            lock.lock();
            ledger.first = 1;
            filled.signal();
            lock.unlock();
        });
        scenario.thread("times out, perhaps", () -> {
            lock.lock();
            try {
                if (ledger.first == 0 && filled.await(1, TimeUnit.SECONDS)) {
                    ledger.served = 1;
                }
            } catch (InterruptedException e) {
                throw Ledger.unexpected(e);
            }
            assert lock.isHeldByCurrentThread() : "await returned without the lock";
            ledger.section();
            lock.unlock();
        });
        scenario.finallyAssert(() -> {
            assert ledger.sections == 1;
            assert !lock.isLocked() : "still locked";
        });
    }

    private static void interruptedCondition(Scenario scenario, boolean fair) {
        ReentrantLock lock = lock(fair, 2);
        Condition filled = lock.newCondition();
        Ledger ledger = new Ledger();
        scenario.thread("signals and interrupts", () -> {
            lock.lock();
            ledger.first = 1;
            filled.signal();
            ledger.interruptTarget();
            lock.unlock();
        });
        scenario.thread("awaits", () -> {
            lock.lock();
            ledger.offerInterrupt();
            try {
                while (ledger.first == 0) {
                    filled.await();
                }
                ledger.served = 1;
            } catch (InterruptedException aborted) {
                assert !Thread.currentThread().isInterrupted();
            }
            assert lock.isHeldByCurrentThread() : "await returned without the lock";
            ledger.section();
            lock.unlock();
        });
        scenario.finallyAssert(() -> {
            assert ledger.sections == 1;
            assert !lock.isLocked() : "still locked";
        });
    }

    private static void signalAll(Scenario scenario, boolean fair) {
        ReentrantLock lock = lock(fair, 2);
        Condition opened = lock.newCondition();
        Ledger ledger = new Ledger();
        scenario.thread("signals", () -> {
            lock.lock();
            ledger.first = 1;
            opened.signalAll();
            lock.unlock();
        });
        scenario.threads(2, () -> {
            lock.lock();
            while (ledger.first == 0) {
                opened.awaitUninterruptibly();
            }
            ledger.section();
            lock.unlock();
        });
        scenario.finallyAssert(() -> {
            assert ledger.sections == 2;
        });
    }
}
