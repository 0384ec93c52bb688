package dev.baton.check.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.check.event.JdkLocks;
import dev.baton.check.explore.Verdict;
import dev.baton.check.explore.Violation;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An unfair read-write lock of the JDK as one place: what its code does can be seen, and nothing else. */
class LeanReadWriteLocksTest {
    private static CheckResult check(ScenarioBody body) {
        return new Checker().timeLimit(java.time.Duration.ofSeconds(30)).check(body);
    }

    private static void assertHangs(CheckResult result) {
        assertThat(result.verdict()).as(result.toString()).isEqualTo(Verdict.VIOLATED);
        assertThat(result.violations()).first().extracting(Violation::kind).isEqualTo(Violation.Kind.AWAIT_TERMINATION);
    }

    @Test
    void readersSeeAllOrNothingOfAWriter() {
        CheckResult result = check(scenario -> {
            var lock = new ReentrantReadWriteLock();
            int[] pair = {0, 0};
            scenario.threads(2, () -> {
                lock.readLock().lock();
                assert pair[0] == pair[1];
                lock.readLock().unlock();
            });
            scenario.thread(() -> {
                lock.writeLock().lock();
                pair[0]++;
                pair[1]++;
                lock.writeLock().unlock();
            });
        });
        result.assertVerified();
        assertThat(result.trusted()).contains("ReentrantReadWriteLock is trusted");
    }

    @Test
    void readersDoNotExcludeEachOther() {
        assertThat(check(scenario -> {
            var lock = new ReentrantReadWriteLock();
            int[] count = {0};
            scenario.threads(2, () -> {
                lock.readLock().lock();
                count[0]++;
                lock.readLock().unlock();
            });
            scenario.finallyAssert(() -> {
                assert count[0] == 2;
            });
        }).verdict()).isEqualTo(Verdict.VIOLATED);
    }

    @Test
    void writerMayReadAndStayAReader() {
        check(scenario -> {
            var lock = new ReentrantReadWriteLock();
            int[] count = {0};
            scenario.threads(2, () -> {
                lock.writeLock().lock();
                int written = ++count[0];
                lock.readLock().lock();
                lock.writeLock().unlock();
                assert count[0] == written;
                lock.readLock().unlock();
                assert !lock.isWriteLockedByCurrentThread() && lock.getReadHoldCount() == 0;
            });
        }).assertVerified();
    }

    @Test
    void readerThatWantsToWriteHangs() {
        assertHangs(check(scenario -> {
            var lock = new ReentrantReadWriteLock();
            scenario.thread(() -> {
                lock.readLock().lock();
                lock.writeLock().lock();
            });
            scenario.thread(() -> lock.readLock().tryLock());
        }));
    }

    private static CheckResult readerWaitsForAReader(boolean withWriter) {
        return check(scenario -> {
            var lock = new ReentrantReadWriteLock();
            var other = new CountDownLatch(1);
            scenario.thread(() -> {
                lock.readLock().lock();
                try {
                    other.await();
                } catch (InterruptedException never) {
                    throw new AssertionError(never);
                }
                lock.readLock().unlock();
            });
            scenario.thread(() -> {
                lock.readLock().lock();
                other.countDown();
                lock.readLock().unlock();
            });
            if (withWriter) {
                scenario.thread(() -> {
                    lock.writeLock().lock();
                    lock.writeLock().unlock();
                });
            }
        });
    }

    /** The first reader has the lock, the writer waits, and the second reader lets it go first. */
    @Test
    void writerThatWaitsKeepsReadersOut() {
        assertHangs(readerWaitsForAReader(true));
        readerWaitsForAReader(false).assertVerified();
    }

    @Test
    void exceptionForUnlockingWhatIsNotHeld() {
        check(scenario -> {
            var lock = new ReentrantReadWriteLock();
            scenario.thread(() -> lock.writeLock().tryLock());
            scenario.thread(() -> {
                for (Lock each : new Lock[]{lock.readLock(), lock.writeLock()}) {
                    try {
                        each.unlock();
                        throw new AssertionError("nobody held it");
                    } catch (IllegalMonitorStateException right) {
                        // as it should be
                    }
                }
            });
        }).assertVerified();
    }

    /** What each of two threads does, as letters: r and w try, R and W try for some time, u and U unlock if they got it. */
    @ParameterizedTest
    @ValueSource(strings = {"ru,wU", "rwUu,rwUu", "Ru,wU", "WU,ru", "wruU,r", "rr,wU"})
    void sameOutcomesAsItsCode(String programs) {
        CheckResult lean = run(programs, JdkLocks.LEAN);
        CheckResult code = run(programs, JdkLocks.CODE);
        assertThat(code.verdict()).isEqualTo(Verdict.VERIFIED);
        assertThat(lean.verdict()).isEqualTo(Verdict.VERIFIED);
        assertThat(lean.outcomes().keySet()).isEqualTo(code.outcomes().keySet());
        assertThat(lean.executions()).isLessThanOrEqualTo(code.executions());
    }

    private static CheckResult run(String programs, JdkLocks locks) {
        return new Checker().jdkLocks(locks).check(scenario -> {
            var lock = new ReentrantReadWriteLock();
            String[] parts = programs.split(",", -1);
            String[] seen = {"", ""};
            for (int i = 0; i < parts.length; i++) {
                int number = i;
                scenario.thread(() -> seen[number] = tell(lock, parts[number]));
            }
            scenario.outcome(() -> seen[0] + " " + seen[1]);
        });
    }

    private static String tell(ReentrantReadWriteLock lock, String program) {
        String told = "";
        for (int i = 0; i < program.length(); i++) {
            char step = program.charAt(i);
            Lock side = Character.toLowerCase(step) == 'r' || step == 'u' ? lock.readLock() : lock.writeLock();
            try {
                told += switch (step) {
                    case 'r', 'w' -> side.tryLock() ? step : '-';
                    case 'R', 'W' -> side.tryLock(1, TimeUnit.SECONDS) ? step : '-';
                    default -> {
                        side.unlock();
                        yield step;
                    }
                };
            } catch (IllegalMonitorStateException notHeld) {
                told += '!';
            } catch (InterruptedException never) {
                throw new AssertionError(never);
            }
        }
        return told;
    }
}
