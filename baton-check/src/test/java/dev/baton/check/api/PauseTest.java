package dev.baton.check.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.check.explore.Verdict;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** A loop that counts its pauses is an await, wherever the pause stands; a call that does more than pause is none. */
class PauseTest {
    /** Says how to pause; another class calls it. */
    static final class Backoff {
        private Backoff() {}

        static void once(int spins) {
            if (spins < 64) {
                Thread.onSpinWait();
            } else {
                Thread.yield();
            }
        }
    }

    /** Pauses by another class, and as an object. */
    static final class Patience {
        void pause(int spins) {
            Backoff.once(spins);
        }
    }

    static class Open {
        void pause(int spins) {
            Backoff.once(spins);
        }
    }

    /** Looks like a pause, and is not: every hundredth time it counts. */
    static final class Counting {
        static final AtomicInteger COUNT = new AtomicInteger();

        private Counting() {}

        static void once(int spins) {
            if (spins == 3) {
                COUNT.incrementAndGet();
            } else {
                Thread.onSpinWait();
            }
        }
    }

    @Test
    void pauseOfAnotherClass() {
        FourModels.verified(scenario -> {
            AtomicInteger flag = new AtomicInteger();
            scenario.thread(() -> {
                for (int spins = 0; flag.get() == 0; spins++) {
                    Backoff.once(spins);
                }
            });
            scenario.thread(() -> flag.set(1));
        });
    }

    @Test
    void pauseOfAnObjectThatCallsAnotherClass() {
        FourModels.verified(scenario -> {
            AtomicInteger flag = new AtomicInteger();
            Patience patience = new Patience();
            scenario.thread(() -> {
                int spins = 0;
                while (flag.get() == 0) {
                    patience.pause(spins++);
                }
            });
            scenario.thread(() -> flag.set(1));
        });
    }

    @Test
    void waysToPauseOfTwoClasses() {
        FourModels.verified(scenario -> {
            AtomicInteger flag = new AtomicInteger();
            scenario.thread(() -> {
                int spins = 0;
                while (flag.get() == 0) {
                    if (spins++ < 10) {
                        Thread.onSpinWait();
                    } else {
                        Backoff.once(3);
                    }
                }
            });
            scenario.thread(() -> flag.set(1));
        });
    }

    @Test
    void hangIsStillSeen() {
        FourModels.violated(scenario -> {
            AtomicInteger flag = new AtomicInteger();
            scenario.thread(() -> {
                for (int spins = 0; flag.get() == 0; spins++) {
                    Backoff.once(spins);
                }
            });
            scenario.thread(() -> {});
        }, "waits for ever");
    }

    @Test
    void callThatCountsIsNoPause() {
        FourModels.outcomes(scenario -> {
            Counting.COUNT.set(0);
            AtomicInteger flag = new AtomicInteger();
            scenario.thread(() -> {
                for (int spins = 0; flag.get() == 0 && spins < 6; spins++) {
                    Counting.once(spins);
                }
            });
            scenario.thread(() -> flag.set(1));
            scenario.outcome(Counting.COUNT::get);
        }, "0", "1");
    }

    /** A subclass may do more in the method that the loop calls. */
    @Test
    void methodThatASubclassReplacesIsNoPause() {
        FourModels.outcomes(scenario -> {
            AtomicInteger flag = new AtomicInteger();
            AtomicInteger seen = new AtomicInteger();
            Open open = new Open() {
                @Override
                void pause(int spins) {
                    if (spins == 2) {
                        seen.set(1);
                    }
                }
            };
            scenario.thread(() -> {
                for (int spins = 0; flag.get() == 0 && spins < 5; spins++) {
                    open.pause(spins);
                }
            });
            scenario.thread(() -> flag.set(1));
            scenario.outcome(seen::get);
        }, "0", "1");
    }

    @Test
    void endlessCountThatMattersIsNotCut() {
        for (String model : List.of("sc", "rc11")) {
            CheckResult result = new Checker().model(model).loopBound(8).check(scenario -> {
                AtomicInteger flag = new AtomicInteger();
                Open open = new Open();
                scenario.thread(() -> {
                    for (int spins = 0; flag.get() == 0; spins++) {
                        open.pause(spins);
                    }
                });
                scenario.thread(() -> flag.set(1));
            });
            assertThat(result.verdict()).as("an open class: its method may count").isEqualTo(Verdict.NOT_EXHAUSTED);
        }
    }
}
