package dev.baton.check.api;

import static dev.baton.check.api.Expect.verified;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.check.explore.Verdict;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Which loops of a program are awaits, and which are only long. */
class LoopTest {
    private static final class Tries {
        @SuppressWarnings("unused")
        private int made;

        static final VarHandle MADE;
        static {
            try {
                MADE = MethodHandles.lookup().findVarHandle(Tries.class, "made", int.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }
    }

    @Test
    void loopThatChangesItsOwnObjectsIsNoAwait() {
        CheckResult result = verified(scenario -> {
            AtomicInteger flag = new AtomicInteger();
            Box<Object> box = new Box<>();
            scenario.thread(() -> {
                Tries viaHandle = new Tries();
                int[] viaArray = new int[1];
                Box<Object> viaField = new Box<>();
                while (flag.get() == 0) {
                    if ((int) Tries.MADE.get(viaHandle) == 3 && viaArray[0] == 3 && viaField.wide == 3) {
                        box.value = "gave up";
                        return;
                    }
                    Tries.MADE.set(viaHandle, (int) Tries.MADE.get(viaHandle) + 1);
                    viaArray[0]++;
                    viaField.wide++;
                }
                box.value = "seen";
            });
            scenario.thread(() -> flag.set(1));
            scenario.outcome(() -> box.value);
        });
        assertThat(result.outcomes().keySet()).containsExactly("gave up", "seen");
    }

    private static void pause(int spins) {
        if (spins < 64) {
            Thread.onSpinWait();
        } else {
            Thread.yield();
        }
    }

    @Test
    void loopWithTwoWaysOfPausingIsAnAwait() {
        verified(scenario -> {
            AtomicInteger flag = new AtomicInteger();
            scenario.thread("polls", () -> {
                int spins = 0;
                while (flag.get() == 0) {
                    if (++spins < 64) {
                        Thread.onSpinWait();
                    } else {
                        Thread.yield();
                    }
                }
            });
            scenario.thread("sets", () -> flag.set(1));
        });
    }

    @Test
    void loopThatCountsItsPausesIsAnAwait() {
        ScenarioBody body = scenario -> {
            AtomicInteger flag = new AtomicInteger();
            scenario.thread("polls", () -> {
                for (int spins = 0; flag.get() == 0; spins++) {
                    pause(spins);
                }
            });
            scenario.thread("sets", () -> flag.set(1));
        };
        verified(body);
        CheckResult hang = new Checker().check(scenario -> {
            AtomicInteger flag = new AtomicInteger();
            scenario.thread("polls", () -> {
                for (int spins = 0; flag.get() == 0; spins++) {
                    pause(spins);
                }
            });
        });
        assertThat(hang.verdict()).isEqualTo(Verdict.VIOLATED);
    }

    /** Goes on by what it keeps in its own fields, which nobody else knows yet. */
    static final class Search {
        int index;
        int found;

        Search(int[] numbers) {
            do {
                found = numbers[index++];
            } while (found == 0 && index < numbers.length);
        }
    }

    @Test
    void loopInAConstructorThatChangesItsOwnFieldsIsNoAwait() {
        verified(scenario -> scenario.threads(2, () -> {
            assert new Search(new int[]{0, 0, 0, 7}).found == 7;
        }));
    }

    @Test
    void endlessLoopWithEffectsIsSaidToBeUnbounded() {
        CheckResult result = new Checker().loopBound(8).check(scenario -> {
            Box<Object> box = new Box<>();
            scenario.thread(() -> {
                while (box.wide >= 0) {
                    box.wide++;
                }
            });
        });
        assertThat(result.verdict()).isIn(Verdict.NOT_EXHAUSTED, Verdict.VACUOUS);
        assertThat(result.toString()).contains("LoopTest.java");
    }
}
