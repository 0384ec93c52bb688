package dev.baton.check.api;

import static dev.baton.check.api.Expect.verified;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.check.explore.Verdict;
import dev.baton.check.explore.Violation;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/** Threads that the program starts, monitors, parking and time under the checker. */
class ThreadsAndMonitorsTest {
    @Test
    void threadsStartedAndJoinedByTheProgramAreExplored() {
        CheckResult result = verified(scenario -> {
            Box<Object> box = new Box<>();
            scenario.thread("parent", () -> {
                Thread child = Thread.ofVirtual().start(() -> box.wide++);
                box.wide++;
                assert child.isVirtual();
                try {
                    child.join();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            });
            scenario.outcome(() -> box.wide);
        });
        assertThat(result.outcomes().keySet()).containsExactly("1", "2");
    }

    static final class Mailbox {
        private int letters;

        synchronized void put() {
            letters++;
            notifyAll();
        }

        synchronized void take() {
            while (letters == 0) {
                try {
                    wait();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            }
            letters--;
        }

        @SuppressWarnings("WaitNotInLoop") // the mistake that is to be found
        synchronized void takeOnce() {
            if (letters == 0) {
                try {
                    wait();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            }
            assert letters > 0 : "woken for nothing";
        }

        synchronized void putSilently() {
            letters++;
        }
    }

    @Test
    void waitAndNotifyAreVerified() {
        verified(scenario -> {
            Mailbox mailbox = new Mailbox();
            scenario.thread("puts", mailbox::put);
            scenario.thread("takes", mailbox::take);
        });
    }

    @Test
    void lostNotificationIsAHang() {
        CheckResult result = new Checker().check(scenario -> {
            Mailbox mailbox = new Mailbox();
            scenario.thread("puts", mailbox::putSilently);
            scenario.thread("takes", mailbox::take);
        });
        assertThat(result.verdict()).isEqualTo(Verdict.VIOLATED);
        assertThat(result.violations().getFirst().kind()).isEqualTo(Violation.Kind.AWAIT_TERMINATION);
    }

    @Test
    void waitWithoutALoopIsCaughtBySpuriousWakeups() {
        CheckResult result = new Checker().check(scenario -> {
            Mailbox mailbox = new Mailbox();
            scenario.thread("puts", mailbox::put);
            scenario.thread("takes", mailbox::takeOnce);
        });
        assertThat(result.verdict()).isEqualTo(Verdict.VIOLATED);
        assertThat(result.counterexample()).contains("woken for nothing");
    }

    @Test
    void deadlockOfTwoMonitorsIsFound() {
        CheckResult result = new Checker().check(scenario -> {
            Object one = new Object();
            Object two = new Object();
            scenario.thread(() -> {
                synchronized (one) {
                    synchronized (two) {
                        return;
                    }
                }
            });
            scenario.thread(() -> {
                synchronized (two) {
                    synchronized (one) {
                        return;
                    }
                }
            });
        });
        assertThat(result.verdict()).isEqualTo(Verdict.VIOLATED);
        assertThat(result.counterexample()).contains("waits for a monitor");
    }

    @Test
    void interruptEndsAPark() {
        verified(scenario -> {
            Box<Thread> box = new Box<>();
            AtomicBoolean ready = new AtomicBoolean();
            scenario.thread(() -> {
                box.value = Thread.currentThread();
                ready.set(true);
                while (!Thread.interrupted()) {
                    LockSupport.park();
                }
            });
            scenario.thread(() -> {
                while (!ready.get()) {
                    Thread.onSpinWait();
                }
                box.value.interrupt();
            });
        });
    }

    @Test
    void timedParkMayExpireOrBeAnswered() {
        CheckResult result = verified(scenario -> {
            Box<Thread> box = new Box<>();
            AtomicBoolean flag = new AtomicBoolean();
            scenario.thread("waits", () -> {
                long deadline = System.nanoTime() + 1_000_000;
                while (!flag.get()) {
                    long rest = deadline - System.nanoTime();
                    if (rest <= 0) {
                        box.flag = true;
                        return;
                    }
                    LockSupport.parkNanos(rest);
                }
            });
            scenario.thread("sets", () -> flag.set(true));
            scenario.outcome(() -> box.flag ? "expired" : "answered");
        });
        assertThat(result.outcomes().keySet()).containsExactly("answered", "expired");
    }

    static final class Ledger {
        private static int entries;

        static synchronized void add() {
            entries++;
        }
    }

    @Test
    void staticSynchronizedMethodsExcludeEachOther() {
        CheckResult result = verified(scenario -> {
            scenario.threads(2, Ledger::add);
            scenario.outcome(() -> Ledger.entries);
        });
        assertThat(result.outcomes().keySet()).containsExactly("2");
        assertThat(result.races()).isEmpty();
    }

    @Test
    void localArrayThatAStartedThreadCapturesIsShared() {
        CheckResult result = verified(scenario -> {
            Box<Object> box = new Box<>();
            scenario.thread("parent", () -> {
                int[] count = new int[1];
                Object[] things = {null};
                Thread child = new Thread(() -> {
                    count[0]++;
                    things[0] = "child";
                });
                child.start();
                count[0]++;
                try {
                    child.join();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
                box.value = things[0] + " " + count[0];
            });
            scenario.outcome(() -> box.value);
        });
        assertThat(result.outcomes().keySet()).containsExactly("child 1", "child 2");
    }
}
