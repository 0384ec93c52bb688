package dev.baton.check.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.check.event.Clock;
import dev.baton.check.event.Timeouts;
import dev.baton.check.explore.Verdict;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** When timed waits expire, and what clocks say of it. */
class TimeoutsTest {
    /** Announces itself too late and does not look again: the wake-up may be lost. */
    static final class Gate {
        private volatile boolean open;
        private volatile Thread waiter;

        void await() {
            if (!open) {
                waiter = Thread.currentThread();
                LockSupport.parkNanos(10_000_000_000L);
            }
        }

        void open() {
            Thread thread = waiter;
            open = true;
            LockSupport.unpark(thread);
        }
    }

    private static CheckResult gate(Timeouts timeouts) {
        return new Checker().timeouts(timeouts).check(scenario -> {
            Gate gate = new Gate();
            scenario.thread(gate::await);
            scenario.thread(gate::open);
        });
    }

    @Test
    void aLostWakeUpBehindATimeoutIsAHangIfTimeoutsNeverExpire() {
        assertThat(gate(Timeouts.FREE).verdict()).isEqualTo(Verdict.VERIFIED);
        assertThat(gate(Timeouts.LAST).verdict()).isEqualTo(Verdict.VERIFIED);
        assertThat(gate(Timeouts.NEVER).verdict()).isEqualTo(Verdict.VIOLATED);
    }

    @Test
    void aRestrictedVerdictSaysSo() {
        assertThat(gate(Timeouts.FREE).toString()).doesNotContain("timeouts");
        assertThat(gate(Timeouts.LAST).toString()).endsWith("timeouts expire as a last resort");
    }

    private static CheckResult latch(Timeouts timeouts, String model, int counts) {
        return new Checker().model(model).timeouts(timeouts).allExecutions().check(scenario -> {
            CountDownLatch latch = new CountDownLatch(1);
            int[] seen = {0};
            if (counts > 0) {
                scenario.thread(latch::countDown);
            }
            scenario.thread(() -> {
                try {
                    seen[0] = latch.await(10, TimeUnit.SECONDS) ? 1 : 2;
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            });
            scenario.outcome(() -> seen[0]);
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"sc", "tso", "rc11", "jam"})
    void aWaitThatIsAnsweredExpiresOnlyWhereThatIsFree(String model) {
        assertThat(latch(Timeouts.FREE, model, 1).outcomes()).containsOnlyKeys("1", "2");
        assertThat(latch(Timeouts.LAST, model, 1).outcomes()).containsOnlyKeys("1");
        assertThat(latch(Timeouts.NEVER, model, 1).outcomes()).containsOnlyKeys("1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"sc", "tso", "rc11", "jam"})
    void aWaitThatNobodyAnswersExpiresAsALastResort(String model) {
        assertThat(latch(Timeouts.LAST, model, 0).outcomes()).containsOnlyKeys("2");
        assertThat(latch(Timeouts.NEVER, model, 0).verdict()).isEqualTo(Verdict.VIOLATED);
    }

    /** The thread that answers polls two places; a look that missed the last write of one will be followed by another. */
    @ParameterizedTest
    @ValueSource(strings = {"sc", "tso", "rc11", "jam"})
    void aWaitDoesNotExpireWhileAPollingThreadCanStillSeeMore(String model) {
        CheckResult result = new Checker().model(model).timeouts(Timeouts.LAST).allExecutions().check(scenario -> {
            AtomicBoolean first = new AtomicBoolean();
            AtomicBoolean second = new AtomicBoolean();
            CountDownLatch latch = new CountDownLatch(1);
            scenario.thread(() -> {
                boolean one;
                boolean other;
                do {
                    one = first.get();
                    other = second.get();
                } while (!one || !other);
                latch.countDown();
            });
            scenario.thread(() -> {
                first.set(true);
                second.set(true);
            });
            scenario.thread(() -> {
                try {
                    assert latch.await(10, TimeUnit.SECONDS);
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            });
        });
        assertThat(result.verdict()).isEqualTo(Verdict.VERIFIED);
    }

    /** The thread that gave up goes on, and wakes another one that waits without a limit. */
    @Test
    void whatFollowsAnExpiryReachesThreadsThatWaited() {
        CheckResult result = new Checker().timeouts(Timeouts.LAST).check(scenario -> {
            CountDownLatch never = new CountDownLatch(1);
            AtomicBoolean gaveUp = new AtomicBoolean();
            scenario.thread(() -> {
                try {
                    if (!never.await(1, TimeUnit.SECONDS)) {
                        gaveUp.set(true);
                    }
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            });
            scenario.thread(() -> {
                while (!gaveUp.get()) {
                    Thread.onSpinWait();
                }
            });
            scenario.outcome(gaveUp::get);
        });
        assertThat(result.verdict()).isEqualTo(Verdict.VERIFIED);
        assertThat(result.outcomes()).containsOnlyKeys("true");
    }

    @Test
    void aLoopOfTimedWaitsThatNothingEndsIsAHang() {
        assertThat(new Checker().timeouts(Timeouts.LAST).spuriousWakeups(false).check(scenario -> {
            AtomicBoolean never = new AtomicBoolean();
            scenario.thread(() -> {
                while (!never.get()) {
                    LockSupport.parkNanos(1000);
                }
            });
        }).verdict()).isEqualTo(Verdict.VIOLATED);
    }

    @ParameterizedTest
    @EnumSource(Clock.class)
    void theClockIsPastTheDeadlineOfAWaitThatExpired(Clock clock) {
        assertThat(new Checker().timeouts(Timeouts.LAST).clock(clock).spuriousWakeups(false).check(scenario -> {
            long[] passed = {0};
            scenario.thread(() -> {
                long before = System.nanoTime();
                LockSupport.parkNanos(1000);
                passed[0] = System.nanoTime() - before;
            });
            scenario.outcome(() -> passed[0] >= 1000);
        }).outcomes()).containsOnlyKeys("true");
    }

    private static CheckResult age(Timeouts timeouts, Clock clock) {
        return new Checker().timeouts(timeouts).clock(clock).allExecutions().check(scenario -> {
            boolean[] old = {false};
            CountDownLatch never = new CountDownLatch(1);
            AtomicBoolean expired = new AtomicBoolean();
            long born = 0;
            scenario.thread(() -> {
                try {
                    never.await(1, TimeUnit.HOURS);
                    expired.set(true);
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            });
            scenario.thread(() -> {
                while (!expired.get()) {
                    Thread.onSpinWait();
                }
                old[0] = System.nanoTime() - born >= 3_600_000_000_000L;
            });
            scenario.outcome(() -> old[0]);
        });
    }

    @Test
    void whatPassedForOneThreadHasPassedForAllByASharedClock() {
        assertThat(age(Timeouts.LAST, Clock.SHARED).outcomes()).containsOnlyKeys("true");
        assertThat(age(Timeouts.LAST, Clock.OWN).outcomes()).containsOnlyKeys("false");
    }

    @Test
    void aSpinWithADeadlineGivesUpAsALastResort() {
        assertThat(new Checker().timeouts(Timeouts.LAST).check(scenario -> {
            AtomicBoolean never = new AtomicBoolean();
            scenario.thread(() -> {
                long end = System.nanoTime() + 1000;
                while (!never.get() && System.nanoTime() - end < 0) {
                    Thread.onSpinWait();
                }
            });
        }).verdict()).isEqualTo(Verdict.VERIFIED);
    }
}
