package dev.baton.check.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.check.explore.Bound;
import dev.baton.check.explore.Verdict;
import dev.baton.check.explore.Violation;
import dev.baton.check.program.CheckerException;
import dev.baton.check.program.EnvironmentException;
import dev.baton.check.program.InvalidCheckException;
import dev.baton.check.program.UnmodelledException;
import java.time.Duration;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Whose fault it is: a verdict speaks of the program alone. */
class BlameTest {
    static final class Cell {
        int value;
    }

    // ---- the program

    @Test
    void brokenAssertionIsAViolation() {
        CheckResult result = new Checker().check(scenario -> scenario.thread(() -> {
            throw new AssertionError("mine");
        }));
        assertThat(kind(result)).isEqualTo(Violation.Kind.ASSERTION);
    }

    @Test
    void exceptionIsAViolationOfItsOwnKind() {
        CheckResult result = new Checker().check(scenario -> scenario.thread(() -> {
            throw new IllegalStateException("mine");
        }));
        assertThat(kind(result)).isEqualTo(Violation.Kind.EXCEPTION);
    }

    @Test
    void exceptionThatTheJdkThrowsForTheProgramIsTheProgramsOwn() {
        for (ScenarioBody body : new ScenarioBody[]{scenario -> scenario.thread(() -> Integer.parseInt("x")),
                scenario -> scenario.thread(() -> System.arraycopy(new int[1], 0, new int[1], 0, 2)),
                scenario -> scenario.thread(() -> {
                    synchronized (nothing()) {
                        throw new AssertionError();
                    }
                }), scenario -> scenario.thread(() -> new Object().notifyAll()),
                scenario -> scenario.thread(() -> ((Thread) nothing()).interrupt()), scenario -> {
                    int[] shared = new int[1];
                    scenario.thread(() -> shared[1]++);
                }, scenario -> {
                    Object[] shared = new String[1];
                    Object[] numbers = {1};
                    scenario.thread(() -> System.arraycopy(numbers, 0, shared, 0, 1));
                }, scenario -> {
                    ThreadLocal<Integer> local = ThreadLocal.withInitial(() -> Integer.parseInt("x"));
                    scenario.thread(() -> local.get());
                }}) {
            assertThat(kind(new Checker().check(body))).isEqualTo(Violation.Kind.EXCEPTION);
        }
    }

    @SuppressWarnings("TypeParameterUnusedInFormals")
    private static <T> T nothing() {
        return null;
    }

    @Test
    void endlessRecursionIsTheProgramsOwn() {
        CheckResult result = new Checker().check(scenario -> scenario.thread(() -> deeper(1)));
        assertThat(kind(result)).isEqualTo(Violation.Kind.EXCEPTION);
        assertThat(result.violations().getFirst().message()).contains("StackOverflowError");
    }

    private static int deeper(int depth) {
        return deeper(depth + 1) + 1;
    }

    @Test
    void hangIsAViolationOfItsOwnKind() {
        assertThat(kind(new Checker().spuriousWakeups(false)
                .check(scenario -> scenario.thread(() -> java.util.concurrent.locks.LockSupport.park()))))
                .isEqualTo(Violation.Kind.AWAIT_TERMINATION);
    }

    private static Violation.Kind kind(CheckResult result) {
        assertThat(result.verdict()).isEqualTo(Verdict.VIOLATED);
        return result.violations().getFirst().kind();
    }

    // ---- the bounds

    @Test
    void boundsAreToldByTheirTypes() {
        assertThat(new Checker().maxExecutions(2).check(BlameTest::threeIncrements).notExhausted())
                .isEqualTo(new Bound.Executions(2));
        assertThat(new Checker().timeLimit(Duration.ZERO).check(BlameTest::threeIncrements).notExhausted())
                .isEqualTo(new Bound.Time(Duration.ZERO));
        assertThat(new Checker().loopBound(2).check(scenario -> {
            Cell cell = new Cell();
            scenario.thread(() -> {
                for (int i = 0; i < 5; i++) {
                    cell.value++;
                }
            });
        }).notExhausted()).isInstanceOf(Bound.Loop.class);
    }

    private static void threeIncrements(Scenario scenario) {
        Cell cell = new Cell();
        scenario.threads(3, () -> cell.value++);
    }

    // ---- the environment

    @Test
    void usedUpMemoryIsTheEnvironments() {
        assertThatThrownBy(() -> new Checker().check(scenario -> scenario.thread(() -> {
            long[][] all = new long[1 << 20][];
            for (int i = 0; i < all.length; i++) {
                all[i] = new long[1 << 28];
            }
        }))).isInstanceOf(EnvironmentException.class).hasMessageContaining("memory");
    }

    @Test
    void usedUpMemoryThatTheProgramCatchesIsTheEnvironments() {
        assertThatThrownBy(() -> new Checker().check(scenario -> scenario.thread(() -> {
            try {
                long[] much = new long[Integer.MAX_VALUE];
                assert much.length > 0;
            } catch (Throwable ignored) {
                // goes on as if nothing were wrong
            }
        }))).isInstanceOf(EnvironmentException.class).hasMessageContaining("memory");
    }

    @Test
    void lackOfMemoryThatTheProgramMadeUpIsItsOwn() {
        CheckResult thrown = new Checker().check(scenario -> scenario.thread(() -> {
            throw new OutOfMemoryError("planted");
        }));
        assertThat(thrown.verdict()).isEqualTo(Verdict.VIOLATED);
        assertThat(thrown.counterexample()).contains("planted");
        new Checker().check(scenario -> scenario.thread(() -> {
            try {
                throw new OutOfMemoryError();
            } catch (OutOfMemoryError expected) {
                assert expected.getMessage() == null;
            }
        })).assertVerified();
    }

    static final class Throwing {
        static final int VALUE = Integer.parseInt("not a number");
    }

    @Test
    void throwingInitializerIsTheEnvironments() {
        assertThatThrownBy(() -> new Checker().check(scenario -> scenario.thread(() -> {
            if (Throwing.VALUE == 1) {
                throw new AssertionError();
            }
        }))).isInstanceOf(EnvironmentException.class).hasMessageContaining("static initializer")
                .hasMessageContaining("Throwing").hasMessageContaining("NumberFormatException");
        assertThatThrownBy(() -> new Checker().check(scenario -> {
            int value = Throwing.VALUE;
            scenario.thread(() -> {
                assert value == 0;
            });
        })).isInstanceOf(EnvironmentException.class).hasMessageContaining("static initializer");
    }

    @Test
    void throwingSetUpIsTheEnvironments() {
        assertThatThrownBy(() -> new Checker().check(scenario -> {
            throw new IllegalStateException("no set-up");
        })).isInstanceOf(EnvironmentException.class).hasMessageContaining("set-up").hasMessageContaining("no set-up");
    }

    static final class Native {
        static native int call();
    }

    @Test
    void nativeMethodIsRefused() {
        assertThatThrownBy(() -> new Checker().check(scenario -> scenario.thread(() -> {
            int number = Native.call();
            assert number == 0;
        }))).isInstanceOf(UnmodelledException.class).hasMessageContaining("Native.call: native code");
    }

    // ---- the checker

    /** Calls of hooks as no rewritten class makes them, each the trigger of another exception inside of the checker. */
    enum Mistake {
        UNKNOWN_SITE {
            @Override
            void make() throws ReflectiveOperationException {
                gate("AccessHooks").getMethod("get", int.class, int.class).invoke(null, 0, 1 << 30);
            }
        },
        UNKNOWN_REFERENCE {
            @Override
            void make() throws ReflectiveOperationException {
                gate("ReferenceHooks").getMethod("object", long.class, int.class).invoke(null, 1L << 40, 0);
            }
        },
        WRONG_CLASS {
            @Override
            void make() throws ReflectiveOperationException {
                gate("PlainCalls").getMethod("cloneObject", Object.class, int.class).invoke(null,
                        new java.util.Date(), 0);
            }
        };

        abstract void make() throws ReflectiveOperationException;

        private static Class<?> gate(String hooks) throws ClassNotFoundException {
            return Class.forName("dev.baton.check.replay.gate." + hooks, true, Mistake.class.getClassLoader());
        }
    }

    @ParameterizedTest
    @EnumSource(Mistake.class)
    void mistakeInAHookIsTheCheckers(Mistake mistake) {
        String name = mistake.name();
        assertThatThrownBy(() -> new Checker().check(scenario -> scenario.thread(() -> {
            try {
                Mistake.valueOf(name).make();
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(e);
            }
        }))).isInstanceOf(CheckerException.class).hasCauseInstanceOf(RuntimeException.class);
    }

    @ParameterizedTest
    @EnumSource(Mistake.class)
    void mistakeInAHookThatTheProgramCatchesIsTheCheckers(Mistake mistake) {
        String name = mistake.name();
        assertThatThrownBy(() -> new Checker().check(scenario -> scenario.thread(() -> {
            try {
                Mistake.valueOf(name).make();
            } catch (Throwable ignored) {
                // goes on as if nothing were wrong
            }
        }))).isInstanceOf(CheckerException.class);
    }

    // ---- no check

    @Test
    void checkWithoutThreadsIsNone() {
        assertThatThrownBy(() -> new Checker().check(scenario -> scenario.finallyAssert(() -> {
            assert true;
        }))).isInstanceOf(InvalidCheckException.class).hasMessageContaining("without threads");
    }

    @Test
    void refusalThatTheProgramCatchesIsARefusal() {
        assertThatThrownBy(() -> new Checker().check(scenario -> scenario.thread(() -> {
            try {
                assert !java.nio.file.Path.of("x").isAbsolute();
            } catch (Throwable ignored) {
                // goes on as if nothing were wrong
            }
        }))).isInstanceOf(UnmodelledException.class);
        assertThatThrownBy(() -> new Checker().check(scenario -> {
            ArrayList<Thread> started = new ArrayList<>();
            try {
                started.add(Thread.startVirtualThread(() -> {}));
            } catch (Throwable ignored) {
                // goes on as if nothing were wrong
            }
            scenario.thread(() -> {});
        })).isInstanceOf(UnmodelledException.class).hasMessageContaining("set-up starts a thread");
    }
}
