package dev.baton.check.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.check.explore.Verdict;
import dev.baton.check.explore.Violation;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Threads that watch each other live: join, isAlive, and interrupts of a join. */
class ThreadLifeTest {
    private static final class Shared {
        int data;
        String end = "";
        @Nullable
        Thread child;
    }

    private static void joinOrFail(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void stateBeforeAndAfterALife() {
        FourModels.outcomes(scenario -> {
            Shared shared = new Shared();
            scenario.thread(() -> {
                Thread child = new Thread(() -> shared.data = 1);
                shared.end = child.getState() + " ";
                child.start();
                joinOrFail(child);
                shared.end += child.getState() + " " + Thread.currentThread().getState();
            });
            scenario.outcome(() -> shared.end);
        }, "NEW TERMINATED RUNNABLE");
    }

    @Test
    void stateOfAThreadThatRunsIsRefused() {
        FourModels.refused(scenario -> {
            Shared shared = new Shared();
            scenario.thread(() -> {
                Thread child = new Thread(() -> shared.data = 1);
                child.start();
                shared.end = child.getState().toString();
                joinOrFail(child);
            });
        }, "ThreadLifeTest.java", "Thread.getState", "ask isAlive()");
    }

    @ParameterizedTest
    @ValueSource(strings = {"sc", "tso", "rc11", "jam"})
    void interruptWakesABlockedJoin(String model) {
        CheckResult result = new Checker().model(model).check(scenario -> {
            Shared shared = new Shared();
            AtomicReference<Thread> joiner = new AtomicReference<>();
            scenario.thread("joins", () -> {
                joiner.set(Thread.currentThread());
                Thread child = new Thread(() -> {
                    while (shared.data == 0) {
                        LockSupport.park();
                    }
                });
                child.start();
                try {
                    child.join();
                    shared.end = "joined";
                } catch (InterruptedException e) {
                    shared.end = "interrupted, alive: " + child.isAlive();
                    shared.data = 1;
                    LockSupport.unpark(child);
                }
            });
            scenario.thread("interrupts", () -> {
                Thread other = joiner.get();
                while (other == null) {
                    Thread.onSpinWait();
                    other = joiner.get();
                }
                other.interrupt();
            });
            scenario.outcome(() -> shared.end);
        });
        result.assertVerified();
        assertThat(result.outcomes().keySet()).containsExactly("interrupted, alive: true");
    }

    @ParameterizedTest
    @ValueSource(strings = {"sc", "tso", "rc11", "jam"})
    void endOfAThreadIsSeenWithAllThatItDid(String model) {
        CheckResult result = new Checker().model(model).check(scenario -> {
            Shared shared = new Shared();
            scenario.thread("parent", () -> {
                Thread child = new Thread(() -> shared.data = 1);
                assert !child.isAlive() : "not started";
                child.start();
                if (child.isAlive()) {
                    shared.end = "alive";
                } else {
                    shared.end = "ended";
                    assert shared.data == 1 : "the end does not carry what was done";
                }
                joinOrFail(child);
                assert !child.isAlive() : "joined";
            });
            scenario.outcome(() -> shared.end);
        });
        result.assertVerified();
        assertThat(result.outcomes().keySet()).containsExactly("alive", "ended");
    }

    @ParameterizedTest
    @ValueSource(strings = {"sc", "tso", "rc11", "jam"})
    void pollingForTheEndOfAThreadTerminates(String model) {
        new Checker().model(model).check(scenario -> {
            Shared shared = new Shared();
            scenario.thread("parent", () -> {
                Thread child = new Thread(() -> shared.data = 1);
                child.start();
                while (child.isAlive()) {
                    Thread.onSpinWait();
                }
                assert shared.data == 1;
            });
        }).assertVerified();
    }

    @ParameterizedTest
    @ValueSource(strings = {"sc", "tso", "rc11", "jam"})
    void threadThatIsStartedInSomeExecutionsOnlyIsJoinedInThose(String model) {
        CheckResult result = new Checker().model(model).check(scenario -> {
            Shared shared = new Shared();
            AtomicBoolean flag = new AtomicBoolean();
            Thread child = new Thread(() -> shared.data = 1);
            scenario.thread("sets", () -> flag.set(true));
            scenario.thread("starts, perhaps", () -> {
                if (flag.get()) {
                    child.start();
                }
                joinOrFail(child);
                shared.end = "data " + shared.data;
            });
            scenario.outcome(() -> shared.end);
        });
        result.assertVerified();
        assertThat(result.outcomes().keySet()).containsExactly("data 0", "data 1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"sc", "rc11"})
    void onlyOneOfTwoStartersStartsAThread(String model) {
        CheckResult result = new Checker().model(model).check(scenario -> {
            Shared shared = new Shared();
            Thread child = new Thread(() -> shared.data++);
            scenario.threads(2, () -> {
                try {
                    child.start();
                } catch (IllegalThreadStateException expected) {
                    joinOrFail(child);
                    assert shared.data == 1;
                    shared.end = "refused";
                }
            });
            scenario.outcome(() -> shared.end);
        });
        result.assertVerified();
        assertThat(result.outcomes().keySet()).containsExactly("refused");
    }

    @ParameterizedTest
    @ValueSource(strings = {"sc", "rc11"})
    void anotherThreadMayJoinAnActor(String model) {
        new Checker().model(model).check(scenario -> {
            Shared shared = new Shared();
            AtomicReference<Thread> known = new AtomicReference<>();
            scenario.thread("joined", () -> {
                known.set(Thread.currentThread());
                shared.data = 1;
            });
            scenario.thread("joins", () -> {
                Thread other = known.get();
                if (other != null) {
                    joinOrFail(other);
                    assert shared.data == 1;
                }
            });
        }).assertVerified();
    }

    @ParameterizedTest
    @ValueSource(strings = {"sc", "tso", "rc11", "jam"})
    void joiningAThreadThatHangsNamesTheThreadThatHangs(String model) {
        CheckResult result = new Checker().model(model).check(scenario -> {
            Shared shared = new Shared();
            scenario.thread("joins", () -> {
                Thread child = new Thread(() -> {
                    while (shared.data == 0) {
                        LockSupport.park();
                    }
                });
                child.start();
                assert child.isAlive();
                joinOrFail(child);
            });
        });
        assertThat(result.verdict()).isEqualTo(Verdict.VIOLATED);
        assertThat(result.violations().getFirst().kind()).isEqualTo(Violation.Kind.AWAIT_TERMINATION);
        assertThat(result.counterexample()).contains("parked at");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void threadsOfABuildersFactoryRun(boolean virtual) {
        new Checker().check(scenario -> {
            int[] done = {0};
            scenario.thread(() -> {
                ThreadFactory factory = virtual
                        ? Thread.ofVirtual().name("made").factory()
                        : Thread.ofPlatform().name("made").daemon().factory();
                Thread made = factory.newThread(() -> done[0] = 1);
                assert made.isVirtual() == virtual && made.isDaemon() && made.getName().equals("made");
                made.start();
                try {
                    made.join();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
                assert done[0] == 1;
            });
        }).assertVerified();
    }

    @Test
    void threadHasOneNumberWhoeverAsks() {
        new Checker().check(scenario -> scenario.thread(() -> {
            long[] own = {0};
            Thread made = new Thread(() -> own[0] = Thread.currentThread().threadId());
            long before = made.threadId();
            made.start();
            try {
                made.join();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            assert own[0] == before && before == made.threadId() && before != Thread.currentThread().threadId();
        })).assertVerified();
    }
}
