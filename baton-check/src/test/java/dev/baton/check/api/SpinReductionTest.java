package dev.baton.check.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.check.explore.Verdict;
import java.lang.invoke.VarHandle;
import java.util.Set;
import java.util.concurrent.Phaser;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A loop that looks so many times and then gives up has the outcomes of all its turns, and the cost of one or two. */
class SpinReductionTest {
    private static final int PROGRAMS = 3 * SpinShapes.COUNT;

    /** Two, three and four turns, each way to look: the same outcomes as with every turn explored. */
    @ParameterizedTest
    @ValueSource(strings = {"sc", "tso", "rc11", "jam"})
    void outcomesAreThoseOfEveryTurn(String model) {
        long cut = 0;
        long whole = 0;
        for (int seed = 0; seed < PROGRAMS; seed++) {
            int shape = seed % SpinShapes.COUNT;
            int turns = 2 + seed / SpinShapes.COUNT;
            CheckResult reduced = check(model, true, shape, turns, seed);
            CheckResult unrolled = check(model, false, shape, turns, seed);
            String which = "seed " + seed + ", shape " + shape + ", " + turns + " turns under " + model;
            assertThat(reduced.outcomes().keySet()).as(which).isEqualTo(unrolled.outcomes().keySet());
            cut += reduced.executions();
            whole += unrolled.executions();
        }
        assertThat(cut).isLessThan(whole * 2 / 3);
    }

    private static CheckResult check(String model, boolean cut, int shape, int turns, long seed) {
        return new Checker().model(model).cutsSpins(cut).allExecutions()
                .check(scenario -> SpinProgram.define(scenario, shape, turns, seed));
    }

    /** The second place is never ahead of the first; it can be found ahead twice, not three times. */
    @ParameterizedTest
    @ValueSource(strings = {"sc", "tso", "rc11", "jam"})
    void tornTurnsAreNotRepeated(String model) {
        assertThat(giveUp(model, 2)).containsExactlyInAnyOrder("gave up", "found");
        assertThat(giveUp(model, 3)).containsExactly("found");
        assertThat(giveUp(model, 300)).containsExactly("found");
    }

    private static Set<String> giveUp(String model, int turns) {
        return new Checker().model(model).check(scenario -> {
            AtomicInteger x = new AtomicInteger();
            AtomicInteger y = new AtomicInteger();
            String[] found = {"gave up"};
            scenario.thread(() -> {
                x.set(1);
                y.set(1);
                x.set(2);
                y.set(2);
            });
            scenario.thread(() -> {
                for (int i = 0; i < turns; i++) {
                    if (x.get() >= y.get()) {
                        found[0] = "found";
                        return;
                    }
                }
            });
            scenario.outcome(() -> found[0]);
        }).outcomes().keySet();
    }

    /** Each turn that fails sees the same values, by writes that come later. */
    @ParameterizedTest
    @ValueSource(strings = {"sc", "tso", "rc11", "jam"})
    void aValueThatComesBackIsNotTheSameWrite(String model) {
        assertThat(comesBack(model, 2)).containsExactlyInAnyOrder("gave up", "found");
        assertThat(comesBack(model, 3)).containsExactly("found");
    }

    private static Set<String> comesBack(String model, int turns) {
        return new Checker().model(model).check(scenario -> {
            AtomicInteger x = new AtomicInteger();
            AtomicInteger y = new AtomicInteger();
            String[] found = {"gave up"};
            scenario.thread(() -> {
                for (int round = 0; round < 2; round++) {
                    x.set(1);
                    y.set(1);
                    y.set(0);
                    x.set(0);
                }
            });
            scenario.thread(() -> {
                for (int i = 0; i < turns; i++) {
                    if (x.get() == 1 || y.get() == 0) {
                        found[0] = "found";
                        return;
                    }
                }
            });
            scenario.outcome(() -> found[0]);
        }).outcomes().keySet();
    }

    /** What the first turn saw last, the fence of the second orders before what the third sees first. */
    @ParameterizedTest
    @ValueSource(strings = {"rc11", "jam"})
    void aFenceTellsTheTurnAfterTheNext(String model) {
        assertThat(fencedWithin(model, 2)).containsExactlyInAnyOrder("gave up", "found");
        assertThat(fencedWithin(model, 3)).containsExactly("found");
    }

    private static Set<String> fencedWithin(String model, int turns) {
        return new Checker().model(model).check(scenario -> {
            AtomicInteger x = new AtomicInteger();
            AtomicInteger y = new AtomicInteger();
            String[] found = {"gave up"};
            scenario.thread(() -> {
                y.setOpaque(1);
                x.setRelease(1);
            });
            scenario.thread(() -> {
                for (int i = 0; i < turns; i++) {
                    int early = y.getOpaque();
                    VarHandle.acquireFence();
                    if (x.getOpaque() == 0 || early == 1) {
                        found[0] = "found";
                        return;
                    }
                }
            });
            scenario.outcome(() -> found[0]);
        }).outcomes().keySet();
    }

    /** Under jam a monitor orders what was before it was left with what is after it is entered, also by the same thread. */
    @Test
    void aMonitorTellsTheTurnAfterTheNext() {
        assertThat(minded("jam", 2)).containsExactlyInAnyOrder("gave up", "found");
        assertThat(minded("jam", 3)).containsExactly("found");
        assertThat(minded("rc11", 3)).containsExactlyInAnyOrder("gave up", "found");
    }

    private static Set<String> minded(String model, int turns) {
        return new Checker().model(model).check(scenario -> {
            AtomicInteger x = new AtomicInteger();
            AtomicInteger y = new AtomicInteger();
            String[] found = {"gave up"};
            scenario.thread(() -> {
                x.set(1);
                y.set(1);
            });
            scenario.thread(() -> {
                for (int i = 0; i < turns; i++) {
                    int early;
                    synchronized (found) {
                        early = x.getOpaque();
                    }
                    if (y.getOpaque() == 0 || early == 1) {
                        found[0] = "found";
                        return;
                    }
                }
            });
            scenario.outcome(() -> found[0]);
        }).outcomes().keySet();
    }

    /** The fence of the second turn orders what the first one saw before what comes after the loop. */
    @ParameterizedTest
    @ValueSource(strings = {"rc11", "jam"})
    void aFenceOrdersWhatTheTurnBeforeItSaw(String model) {
        assertThat(fenced(model, 1)).containsExactlyInAnyOrder("0", "1", "early");
        assertThat(fenced(model, 2)).containsExactlyInAnyOrder("1", "early");
        assertThat(fenced(model, 200)).containsExactlyInAnyOrder("1", "early");
    }

    private static Set<String> fenced(String model, int turns) {
        return new Checker().model(model).check(scenario -> {
            AtomicInteger flag = new AtomicInteger();
            AtomicInteger data = new AtomicInteger();
            String[] found = {"early"};
            scenario.thread(() -> {
                data.setOpaque(1);
                flag.setRelease(1);
            });
            scenario.thread(() -> {
                for (int i = 0; i < turns; i++) {
                    VarHandle.acquireFence();
                    if (flag.getOpaque() == 0) {
                        return;
                    }
                }
                found[0] = "" + data.getOpaque();
            });
            scenario.outcome(() -> found[0]);
        }).outcomes().keySet();
    }

    @Test
    void aThousandTurnsCostWhatFourDo() {
        CheckResult four = new Checker().check(scenario -> SpinProgram.define(scenario, 0, 4, 1));
        CheckResult thousand = new Checker().check(scenario -> SpinProgram.define(scenario, 0, 1000, 1));
        assertThat(thousand.verdict()).isEqualTo(Verdict.VERIFIED);
        assertThat(thousand.executions()).isEqualTo(four.executions());
    }

    @Test
    void aCounterThatNeverGivesUpIsNotExhausted() {
        CheckResult result = new Checker().check(scenario -> {
            AtomicInteger flag = new AtomicInteger();
            scenario.thread(() -> {
                for (int i = 0; i < Integer.MAX_VALUE; i++) {
                    if (flag.get() == 1) {
                        return;
                    }
                }
            });
            scenario.thread(() -> flag.set(1));
        });
        assertThat(result.verdict()).isEqualTo(Verdict.NOT_EXHAUSTED);
    }

    @Test
    void aPhaserOnTwoProcessorsIsExhausted() {
        assertThat(new Checker().processors(2).check(scenario -> {
            Phaser phaser = new Phaser(2);
            int[] data = {0};
            scenario.thread(() -> {
                data[0] = 1;
                phaser.arriveAndAwaitAdvance();
            });
            scenario.thread(() -> {
                phaser.arriveAndAwaitAdvance();
                assert data[0] == 1;
            });
        }).verdict()).isEqualTo(Verdict.VERIFIED);
    }

    /** What happens once the spinner has given up is explored: here it forgets to look again. */
    @Test
    void aLostWakeUpBehindASpinIsFound() {
        CheckResult result = new Checker().spuriousWakeups(false).check(scenario -> {
            AtomicInteger flag = new AtomicInteger();
            Thread[] sleeper = {null};
            scenario.thread(() -> {
                for (int i = 0; i < 500; i++) {
                    if (flag.get() == 1) {
                        return;
                    }
                }
                synchronized (sleeper) {
                    sleeper[0] = Thread.currentThread();
                }
                java.util.concurrent.locks.LockSupport.park();
            });
            scenario.thread(() -> {
                flag.set(1);
                synchronized (sleeper) {
                    java.util.concurrent.locks.LockSupport.unpark(sleeper[0]);
                }
            });
        });
        assertThat(result.verdict()).isEqualTo(Verdict.VIOLATED);
    }
}
