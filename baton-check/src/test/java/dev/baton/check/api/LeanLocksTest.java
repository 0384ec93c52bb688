package dev.baton.check.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.check.event.JdkLocks;
import dev.baton.check.event.Timeouts;
import dev.baton.check.explore.Verdict;
import dev.baton.check.explore.Violation;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A lock that is one place has the outcomes of the JDK's code for it, and far fewer executions. */
class LeanLocksTest {
    private static final long MOST = 20_000;

    private record Seen(Set<String> outcomes, Set<Violation.Kind> violations) {}

    private long lean;
    private long whole;
    private int compared;
    private int hangs;

    @Test
    void outcomesAreThoseOfTheCode() {
        for (long seed = 0; compared < 60; seed++) {
            compare(seed, 1, "rc11", Timeouts.FREE);
        }
        assertThat(hangs).isPositive();
        assertThat(lean).isLessThan(whole / 10);
    }

    /** {@link LockProgram}s, and their outcomes when locks are code: x tells the order of all that was done with the lock. */
    private static final Map<String, Set<String>> WAITS = Map.of(
            "AWAIT,SIGNAL", Set.of("2 2 0 x=1221", "AWAIT_TERMINATION"),
            "AWAIT_UNINTERRUPTIBLY,SIGNAL", Set.of("2 2 0 x=1221", "AWAIT_TERMINATION"),
            "AWAIT_TIMED,SIGNAL",
            Set.of("4 2 0 x=1221", "5 2 0 x=1221", "5 2 0 x=1122", "5 2 0 x=2211"), // the second: in vain, before the signal
            "SIGNAL,AWAIT_NANOS", Set.of("2 4 0 x=2112", "2 5 0 x=2112", "2 5 0 x=2211", "2 5 0 x=1122"),
            "SIGNAL INTERRUPT,AWAIT",
            Set.of("21 2 0 x=2112", "21 1 0 x=2112", "21 7 0 x=112", "AWAIT_TERMINATION")); // the second: kept

    @Test
    void signalsTimeoutsAndInterruptsRaceAsInTheCode() {
        WAITS.forEach((program, outcomes) -> assertThat(outcomes(program, JdkLocks.LEAN)).as(program)
                .isEqualTo(outcomes));
    }

    private static final class Flagged {
        final ReentrantLock lock = new ReentrantLock();
        volatile int flag;
        int seen;
        boolean locked;
    }

    /** Store buffering of a lock and a volatile field: taking the lock is in one order with volatile accesses. */
    @Test
    void takingTheLockIsAVolatileWrite() {
        FourModels.outcomes(scenario -> {
            Flagged shared = new Flagged();
            scenario.thread(() -> {
                shared.lock.lock();
                shared.seen = shared.flag;
            });
            scenario.thread(() -> {
                shared.flag = 1;
                shared.locked = shared.lock.isLocked();
            });
            scenario.outcome(() -> shared.seen + " " + shared.locked);
        }, "0 true", "1 true", "1 false");
    }

    /** The same for giving it back. */
    @Test
    void givingTheLockBackIsAVolatileWrite() {
        FourModels.outcomes(scenario -> {
            Flagged shared = new Flagged();
            scenario.thread(() -> {
                shared.lock.lock();
                shared.lock.unlock();
                shared.seen = shared.flag;
            });
            scenario.thread(() -> {
                shared.flag = 1;
                shared.locked = shared.lock.isLocked();
            });
            scenario.outcome(() -> shared.seen + " " + shared.locked);
        }, "0 false", "1 true", "1 false");
    }

    @Test
    @Tag("deep")
    void theseAreTheOutcomesOfTheCode() {
        WAITS.forEach((program, outcomes) -> assertThat(outcomes(program, JdkLocks.CODE)).as(program)
                .isEqualTo(outcomes));
    }

    /** An outcome that only a lock with this property shows, program by program. */
    private static final Map<String, String> SHOWN = Map.of(
            "AWAIT,AWAIT,SIGNAL_ALL", "2 2 2 x=123312", // all are woken
            "AWAIT_TIMED,AWAIT_TIMED,SIGNAL", "5 4 2 x=123312", // a signal passes over a wait that has ended
            "INTERRUPT,INTERRUPTIBLY", "1 7 0 x=0",
            "LOCK INTERRUPT,AWAIT", "1 7 0 x=21", // interrupted while it waits
            "STRAY_SIGNAL,LOCK", "8 0 0 x=2");

    /** An outcome that no lock of the JDK shows, program by program. */
    private static final Map<String, String> NEVER_SHOWN = Map.of(
            "AWAIT,AWAIT,SIGNAL SIGNAL", "2 2 22 x=12332331", // the second in line is woken first
            "AWAIT_TIMED AWAIT_TIMED,AWAIT,SIGNAL SIGNAL", "54 2 22 x=1121331332", // by an earlier place in line
            "INTERRUPT SIGNAL,AWAIT", "12 2 0 x=2112", // the interrupt is lost
            "LOCK READ,VOLATILE LOOK", "0 21 0 x=1"); // the release comes late

    @Test
    void mistakesOfALockWouldShow() {
        for (String model : FourModels.ALL) {
            SHOWN.forEach((program, outcome) -> assertThat(outcomes(program, JdkLocks.LEAN, model))
                    .as(program + " under " + model).contains(outcome));
            NEVER_SHOWN.forEach((program, outcome) -> assertThat(outcomes(program, JdkLocks.LEAN, model))
                    .as(program + " under " + model).doesNotContain(outcome));
        }
    }

    private static Set<String> outcomes(String program, JdkLocks locks) {
        return outcomes(program, locks, "rc11");
    }

    private static Set<String> outcomes(String program, JdkLocks locks, String model) {
        CheckResult result = new Checker().model(model).jdkLocks(locks).allExecutions()
                .check(scenario -> LockProgram.define(scenario, program));
        assertThat(result.notExhausted()).isNull();
        Set<String> outcomes = new HashSet<>(result.outcomes().keySet());
        result.violations().forEach(each -> outcomes.add(each.kind().name()));
        return outcomes;
    }

    @Test
    void blockingQueuesAreExhausted() {
        CheckResult result = new Checker().check(scenario -> {
            BlockingQueue<Integer> queue = new LinkedBlockingQueue<>(1);
            scenario.threads(2, () -> {
                try {
                    queue.put(1);
                    queue.take();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            });
        });
        assertThat(result.verdict()).isEqualTo(Verdict.VERIFIED);
        assertThat(result.toString()).endsWith("the JDK's ReentrantLock is trusted");
    }

    /** Who asks is told, by the JDK's own queue. */
    @Test
    void whoAsksForTheQueueGetsTheCode() {
        CheckResult result = new Checker().check(scenario -> {
            ReentrantLock lock = new ReentrantLock();
            int[] length = new int[1];
            scenario.threads(2, () -> {
                lock.lock();
                length[0] = Math.max(length[0], lock.getQueueLength());
                lock.unlock();
            });
            scenario.outcome(() -> length[0]);
        });
        assertThat(result.outcomes()).containsOnlyKeys("0", "1");
        assertThat(result.toString()).doesNotContain("trusted");
    }

    @Test
    @Tag("deep")
    void outcomesAreThoseOfTheCodeOnManyPrograms() {
        for (String model : new String[]{"rc11", "sc", "tso"}) {
            for (Timeouts timeouts : Timeouts.values()) {
                for (long seed = 10_000; seed < 11_000; seed++) {
                    compare(seed, 2, model, timeouts);
                }
            }
        }
        assertThat(compared).isGreaterThan(3000);
    }

    private void compare(long seed, int most, String model, Timeouts timeouts) {
        Checker checker = new Checker().model(model).timeouts(timeouts).allExecutions().maxExecutions(MOST);
        CheckResult code = checker.jdkLocks(JdkLocks.CODE).check(scenario -> LockProgram.define(scenario, seed, most));
        if (code.notExhausted() != null) {
            return;
        }
        CheckResult place = checker.jdkLocks(JdkLocks.LEAN).check(scenario -> LockProgram.define(scenario, seed, most));
        String which = LockProgram.text(seed, most) + " under " + model + ", " + timeouts;
        assertThat(place.notExhausted()).as(which).isNull();
        assertThat(seen(place)).as(which).isEqualTo(seen(code));
        compared++;
        hangs += place.verdict() == Verdict.VIOLATED ? 1 : 0;
        lean += place.executions() + place.blocked();
        whole += code.executions() + code.blocked();
    }

    private static Seen seen(CheckResult result) {
        return new Seen(result.outcomes().keySet(),
                result.violations().stream().map(Violation::kind).collect(Collectors.toSet()));
    }
}
