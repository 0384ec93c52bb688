package dev.baton.check.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.check.explore.Verdict;
import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.Test;

/** Small programs that wait, in the ways in which people write them: what ends is verified, what can hang is found. */
class EverydayWaitsTest {
    static final class Gate {
        volatile boolean open;
        volatile Thread waiter;
    }

    // ---- polling

    @Test
    void pollingWithACounterThatYields() {
        FourModels.verified(scenario -> {
            Gate gate = new Gate();
            scenario.thread(() -> {
                int spins = 0;
                while (!gate.open) {
                    if (++spins > 100) {
                        Thread.yield();
                        spins = 0;
                    } else {
                        Thread.onSpinWait();
                    }
                }
            });
            scenario.thread(() -> gate.open = true);
        });
    }

    @Test
    void counterThatMattersIsNoPause() {
        FourModels.outcomes(scenario -> {
            Gate gate = new Gate();
            int[] gaveUp = {0};
            scenario.thread(() -> {
                int spins = 0;
                while (!gate.open) {
                    if (++spins > 2) {
                        gaveUp[0] = spins;
                        break;
                    }
                }
            });
            scenario.thread(() -> gate.open = true);
            scenario.outcome(() -> gaveUp[0]);
        }, "0", "3");
    }

    private static boolean isDone(AtomicInteger count, int wanted) {
        return count.get() >= wanted;
    }

    @Test
    void pollingThroughMethods() {
        FourModels.verified(scenario -> {
            AtomicInteger count = new AtomicInteger();
            scenario.thread(() -> {
                for (;;) {
                    if (isDone(count, 2)) {
                        return;
                    }
                    Thread.onSpinWait();
                }
            });
            scenario.threads(2, () -> count.incrementAndGet());
        });
    }

    @Test
    void lockByExchangeAndLockWithBackoff() {
        FourModels.verified(scenario -> {
            AtomicInteger lock = new AtomicInteger();
            int[] count = {0};
            scenario.thread(() -> {
                while (lock.getAndSet(1) == 1) {
                    Thread.onSpinWait();
                }
                count[0]++;
                lock.set(0);
            });
            scenario.thread(() -> {
                int backoff = 1;
                while (!lock.compareAndSet(0, 1)) {
                    for (int i = 0; i < backoff; i++) {
                        Thread.onSpinWait();
                    }
                    backoff = Math.min(backoff * 2, 4);
                }
                count[0]++;
                lock.set(0);
            });
            scenario.finallyAssert(() -> {
                assert count[0] == 2;
            });
        });
    }

    @Test
    void plainPollingMayNeverEndUnlessModesMeanNothing() {
        ScenarioBody program = scenario -> {
            boolean[] flag = {false};
            scenario.thread(() -> {
                while (!flag[0]) {
                    Thread.onSpinWait();
                }
            });
            scenario.thread(() -> flag[0] = true);
        };
        for (String model : List.of("tso", "rc11", "jam")) {
            CheckResult result = new Checker().model(model).check(program);
            assertThat(result.verdict()).isEqualTo(Verdict.VIOLATED);
            assertThat(result.counterexample()).contains("plain mode");
        }
        new Checker().model("sc").check(program).assertVerified();
    }

    @Test
    void plainPollingWithAFenceInTheLoopEnds() {
        FourModels.verified(scenario -> {
            int[] data = {0};
            boolean[] flag = {false};
            scenario.thread(() -> {
                while (!flag[0]) {
                    VarHandle.acquireFence();
                }
                VarHandle.acquireFence();
                assert data[0] == 1;
            });
            scenario.thread(() -> {
                data[0] = 1;
                VarHandle.releaseFence();
                flag[0] = true;
            });
        });
    }

    @Test
    void nobodyOpens() {
        FourModels.violated(scenario -> {
            Gate gate = new Gate();
            scenario.thread(() -> {
                while (!gate.open) {
                    Thread.onSpinWait();
                }
            });
        }, "waits for ever");
    }

    // ---- park

    @Test
    void waiterIsAnnouncedBeforeItLooks() {
        FourModels.verified(scenario -> {
            Gate gate = new Gate();
            scenario.thread(() -> {
                gate.waiter = Thread.currentThread();
                while (!gate.open) {
                    LockSupport.park(gate);
                }
            });
            scenario.thread(() -> {
                gate.open = true;
                LockSupport.unpark(gate.waiter);
            });
        });
    }

    @Test
    void waiterThatIsAnnouncedAfterItLookedMayHang() {
        FourModels.violated(scenario -> {
            Gate gate = new Gate();
            scenario.thread(() -> {
                while (!gate.open) {
                    gate.waiter = Thread.currentThread();
                    LockSupport.park();
                }
            });
            scenario.thread(() -> {
                gate.open = true;
                LockSupport.unpark(gate.waiter);
            });
        }, "waits for ever");
    }

    @Test
    void parkMayReturnMoreThanOnceForNoReason() {
        FourModels.violated(scenario -> {
            Gate gate = new Gate();
            scenario.thread(() -> {
                gate.waiter = Thread.currentThread();
                for (int i = 0; i < 2 && !gate.open; i++) {
                    LockSupport.park();
                }
                assert gate.open;
            });
            scenario.thread(() -> {
                gate.open = true;
                LockSupport.unpark(gate.waiter);
            });
        }, "AssertionError");
    }

    @Test
    void timedWaitEndsEitherWay() {
        FourModels.outcomes(scenario -> {
            Gate gate = new Gate();
            boolean[] expired = {false};
            scenario.thread(() -> {
                gate.waiter = Thread.currentThread();
                long deadline = System.nanoTime() + 1_000;
                while (!gate.open) {
                    long left = deadline - System.nanoTime();
                    if (left <= 0) {
                        expired[0] = true;
                        return;
                    }
                    LockSupport.parkNanos(left);
                }
            });
            scenario.thread(() -> {
                gate.open = true;
                LockSupport.unpark(gate.waiter);
            });
            scenario.outcome(() -> expired[0]);
        }, "false", "true");
    }

    @Test
    void interruptEndsWaitSleepAndPark() {
        FourModels.outcomes(scenario -> {
            Gate gate = new Gate();
            int[] how = {0};
            scenario.thread(() -> {
                gate.waiter = Thread.currentThread();
                try {
                    synchronized (gate) {
                        while (!gate.open) {
                            gate.wait();
                        }
                    }
                } catch (InterruptedException e) {
                    how[0] = Thread.currentThread().isInterrupted() ? 2 : 1;
                }
            });
            scenario.thread(() -> {
                Thread waiter;
                do {
                    waiter = gate.waiter;
                } while (waiter == null);
                waiter.interrupt();
            });
            scenario.outcome(() -> how[0]);
        }, "1");
    }

    // ---- monitors

    static class Slot {
        private int content;
        private boolean full;

        synchronized void put(int value) throws InterruptedException {
            while (full) {
                wait();
            }
            content = value;
            full = true;
            wake();
        }

        synchronized int take() throws InterruptedException {
            while (!full) {
                wait();
            }
            full = false;
            wake();
            return content;
        }

        void wake() {
            notifyAll();
        }
    }

    static final class CarelessSlot extends Slot {
        @Override
        void wake() {
            notify();
        }
    }

    private static void put(Slot slot, int value) {
        try {
            slot.put(value);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static int take(Slot slot) {
        try {
            return slot.take();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void slotWithNotifyAll() {
        FourModels.verified(scenario -> {
            Slot slot = new Slot();
            int[] taken = new int[2];
            scenario.thread(() -> {
                put(slot, 1);
                put(slot, 2);
            });
            scenario.thread(() -> {
                taken[0] = take(slot);
                taken[1] = take(slot);
            });
            scenario.finallyAssert(() -> {
                assert taken[0] == 1 && taken[1] == 2;
            });
        });
    }

    @Test
    void slotWithNotifyWakesTheWrongOne() {
        FourModels.violated(scenario -> {
            Slot slot = new CarelessSlot();
            scenario.threads(2, () -> put(slot, 1));
            scenario.threads(2, () -> take(slot));
        }, "waits for ever");
    }

    @Test
    void monitorsInTwoOrdersDeadlock() {
        FourModels.violated(scenario -> {
            Object one = new Object();
            Object two = new Object();
            scenario.thread(() -> {
                synchronized (one) {
                    synchronized (two) {
                        assert Thread.holdsLock(one);
                    }
                }
            });
            scenario.thread(() -> {
                synchronized (two) {
                    synchronized (one) {
                        assert Thread.holdsLock(two);
                    }
                }
            });
        }, "waits for ever");
    }

    @Test
    void whoDoesNotHoldAMonitorMayNotUseIt() {
        FourModels.verified(scenario -> {
            Object monitor = new Object();
            ReentrantLock lock = new ReentrantLock();
            scenario.thread(() -> {
                for (Runnable each : new Runnable[]{() -> monitor.notify(), () -> lock.unlock()}) {
                    try {
                        each.run();
                        assert false;
                    } catch (IllegalMonitorStateException e) {
                        assert !Thread.holdsLock(monitor);
                    }
                }
            });
        });
    }

    // ---- threads

    @Test
    void joinOfEachOtherHangs() {
        FourModels.violated(scenario -> {
            Gate gate = new Gate();
            scenario.thread(() -> {
                Thread child = new Thread(() -> {
                    while (gate.waiter == null) {
                        Thread.onSpinWait();
                    }
                    join(gate.waiter);
                });
                gate.waiter = Thread.currentThread();
                child.start();
                join(child);
            });
        }, "waits for ever");
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void exceptionThatLeavesAnActorIsAViolation() {
        FourModels.violated(scenario -> {
            AtomicBoolean late = new AtomicBoolean();
            scenario.thread(() -> late.set(true));
            scenario.thread(() -> {
                if (late.get()) {
                    throw new IllegalStateException("boom");
                }
            });
        }, "IllegalStateException: boom");
    }
}
