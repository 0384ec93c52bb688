package dev.baton.check.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.check.explore.Verdict;
import dev.baton.check.explore.Violation;
import dev.baton.check.program.EnvironmentException;
import dev.baton.check.program.UnmodelledException;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** An exception that leaves a thread: handled if the program has set a handler for it, else a violation. */
class UncaughtExceptionTest {
    /** What a handler was told. */
    static final class Seen implements Thread.UncaughtExceptionHandler {
        String what = "";

        @Override
        public void uncaughtException(Thread thread, Throwable thrown) {
            what += thrown.getMessage();
        }
    }

    /** A group that tells what it is told. */
    static final class Group extends ThreadGroup {
        private final Thread.UncaughtExceptionHandler told;
        private final boolean passesOn;

        Group(Thread.UncaughtExceptionHandler told, boolean passesOn) {
            super("group");
            this.told = told;
            this.passesOn = passesOn;
        }

        @Override
        public void uncaughtException(Thread thread, Throwable thrown) {
            if (passesOn) {
                super.uncaughtException(thread, thrown);
            } else {
                told.uncaughtException(thread, thrown);
            }
        }
    }

    private static void fail() {
        throw new IllegalStateException("x");
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Ways to set a handler; each starts a thread that throws. */
    private enum Way {
        OWN {
            @Override
            Thread start(Seen seen) {
                Thread thread = new Thread(UncaughtExceptionTest::fail);
                thread.setUncaughtExceptionHandler(seen);
                thread.start();
                return thread;
            }
        },
        BUILDER {
            @Override
            Thread start(Seen seen) {
                return Thread.ofPlatform().uncaughtExceptionHandler(seen).start(UncaughtExceptionTest::fail);
            }
        },
        VIRTUAL {
            @Override
            Thread start(Seen seen) {
                return Thread.ofVirtual().uncaughtExceptionHandler(seen).start(UncaughtExceptionTest::fail);
            }
        },
        BY_ITSELF {
            @Override
            Thread start(Seen seen) {
                Thread thread = new Thread(() -> {
                    Thread.currentThread().setUncaughtExceptionHandler(seen);
                    fail();
                });
                thread.start();
                return thread;
            }
        },
        SUBCLASS {
            @Override
            Thread start(Seen seen) {
                Thread thread = new Thread() {
                    @Override
                    public void run() {
                        fail();
                    }
                };
                thread.setUncaughtExceptionHandler(seen);
                thread.start();
                return thread;
            }
        },
        GROUP {
            @Override
            Thread start(Seen seen) {
                Thread thread = new Thread(new Group(seen, false), UncaughtExceptionTest::fail);
                thread.start();
                return thread;
            }
        },
        GROUP_OF_THE_MAKER {
            @Override
            Thread start(Seen seen) {
                Thread thread = new Thread(new Group(seen, false), () -> {
                    Thread inner = new Thread(UncaughtExceptionTest::fail);
                    inner.start();
                    UncaughtExceptionTest.join(inner);
                });
                thread.start();
                return thread;
            }
        },
        DEFAULT {
            @Override
            Thread start(Seen seen) {
                Thread.setDefaultUncaughtExceptionHandler(seen);
                Thread thread = new Thread(UncaughtExceptionTest::fail);
                thread.start();
                return thread;
            }
        },
        DEFAULT_BEHIND_A_GROUP {
            @Override
            Thread start(Seen seen) {
                Thread.setDefaultUncaughtExceptionHandler(seen);
                Thread thread = new Thread(new Group(new Seen(), true), UncaughtExceptionTest::fail);
                thread.start();
                return thread;
            }
        };

        abstract Thread start(Seen seen);
    }

    @ParameterizedTest
    @EnumSource
    void handlerRunsInTheDyingThreadBeforeItsEnd(Way way) {
        String name = way.name();
        for (String model : new String[]{"sc", "tso", "rc11", "jam"}) {
            new Checker().model(model).check(scenario -> scenario.thread(() -> {
                Seen seen = new Seen();
                join(Way.valueOf(name).start(seen));
                assert seen.what.equals("x") : seen.what;
            })).assertVerified();
        }
    }

    @Test
    void handlerOfTheSetUpCounts() {
        Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
        new Checker().check(scenario -> {
            Seen seen = new Seen();
            Thread.setDefaultUncaughtExceptionHandler(seen);
            scenario.thread(UncaughtExceptionTest::fail);
            scenario.finallyAssert(() -> {
                assert seen.what.equals("x");
            });
        }).assertVerified();
        new Checker().check(scenario -> {
            Seen seen = new Seen();
            Thread made = new Thread(UncaughtExceptionTest::fail);
            made.setUncaughtExceptionHandler(seen);
            scenario.thread(() -> {
                made.start();
                join(made);
                assert seen.what.equals("x");
            });
        }).assertVerified();
        assertThat(Thread.getDefaultUncaughtExceptionHandler()).as("of the process").isSameAs(before);
    }

    @Test
    void twoThreadsRaceForTheDefaultHandler() {
        CheckResult result = new Checker().check(scenario -> {
            Seen first = new Seen();
            Seen second = new Seen();
            scenario.thread(() -> {
                Thread.setDefaultUncaughtExceptionHandler(first);
                fail();
            });
            scenario.thread(() -> Thread.setDefaultUncaughtExceptionHandler(second));
            scenario.outcome(() -> first.what + "," + second.what);
        });
        result.assertVerified();
        assertThat(result.outcomes()).containsOnlyKeys("x,", ",x");
    }

    @Test
    void handlersThatAreReadAreThoseThatWereSet() {
        new Checker().check(scenario -> scenario.thread(() -> {
            Seen one = new Seen();
            Seen two = new Seen();
            Thread.setDefaultUncaughtExceptionHandler(one);
            assert Thread.getDefaultUncaughtExceptionHandler() == one;
            Thread.currentThread().setUncaughtExceptionHandler(two);
            assert Thread.currentThread().getUncaughtExceptionHandler() == two;
            Thread.currentThread().setUncaughtExceptionHandler(null);
            assert Thread.currentThread().getUncaughtExceptionHandler() instanceof ThreadGroup;
            Thread.currentThread().getUncaughtExceptionHandler().uncaughtException(Thread.currentThread(),
                    new IllegalStateException("y"));
            assert one.what.equals("y");
        })).assertVerified();
    }

    @Test
    void whatAHandlerThrowsIsIgnored() {
        new Checker().check(scenario -> {
            AtomicReference<String> seen = new AtomicReference<>("");
            scenario.thread(() -> {
                Thread thread = new Thread(UncaughtExceptionTest::fail);
                thread.setUncaughtExceptionHandler((dying, thrown) -> {
                    seen.set("told");
                    throw new IllegalArgumentException("from the handler");
                });
                thread.start();
                join(thread);
                assert seen.get().equals("told");
            });
        }).assertVerified();
    }

    // ---- violations

    @Test
    void brokenAssertionIsAViolationWhateverHandlesIt() {
        CheckResult ofTheThread = new Checker().check(scenario -> {
            Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> {});
            scenario.thread(() -> {
                throw new AssertionError("mine");
            });
        });
        assertThat(ofTheThread.violations().getFirst().kind()).isEqualTo(Violation.Kind.ASSERTION);
        CheckResult ofTheHandler = new Checker().check(scenario -> {
            Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> {
                throw new AssertionError("of the handler");
            });
            scenario.thread(UncaughtExceptionTest::fail);
        });
        assertThat(ofTheHandler.violations().getFirst().message()).contains("of the handler");
    }

    @Test
    void exceptionOfTheMainThreadIsAViolationWhateverHandlesIt() {
        CheckResult result = new Checker().check(scenario -> {
            Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> {});
            scenario.thread(() -> {});
            scenario.finallyAssert(UncaughtExceptionTest::fail);
        });
        assertThat(result.verdict()).isEqualTo(Verdict.VIOLATED);
    }

    @Test
    void withoutAHandlerItIsAViolation() {
        assertThat(new Checker().check(scenario -> scenario.thread(() -> {
            Thread.setDefaultUncaughtExceptionHandler(new Seen());
            Thread.setDefaultUncaughtExceptionHandler(null);
            fail();
        })).verdict()).isEqualTo(Verdict.VIOLATED);
        assertThat(new Checker().check(scenario -> scenario.thread(() -> new Thread(new Group(new Seen(), true),
                UncaughtExceptionTest::fail).start())).verdict()).isEqualTo(Verdict.VIOLATED);
        assertThat(new Checker().check(scenario -> scenario.thread(() -> {
            Thread self = Thread.currentThread();
            self.getUncaughtExceptionHandler().uncaughtException(self, new IllegalStateException("handed over"));
        })).counterexample()).contains("handed over");
    }

    @Test
    void handlerOfAThreadThatOthersKnowIsNotModelled() {
        assertThatThrownBy(() -> new Checker().check(scenario -> scenario.thread(() -> {
            Thread thread = new Thread(() -> {});
            thread.start();
            thread.setUncaughtExceptionHandler(new Seen());
        }))).isInstanceOf(UnmodelledException.class).hasMessageContaining("handler of a thread");
    }

    // ---- several

    @ParameterizedTest
    @ValueSource(strings = {"sc", "tso", "rc11", "jam"})
    void exceptionsOfSeveralThreadsAreAllShown(String model) {
        CheckResult result = new Checker().model(model).allExecutions().check(scenario -> {
            scenario.thread("one", () -> {
                throw new IllegalStateException("first");
            });
            scenario.thread("two", () -> {
                throw new IllegalArgumentException("second");
            });
            scenario.thread("three", () -> {
                throw new AssertionError("third");
            });
        });
        assertThat(result.violations()).extracting(Violation::message).containsExactlyInAnyOrder(
                "java.lang.IllegalStateException: first", "java.lang.IllegalArgumentException: second",
                "java.lang.AssertionError: third");
    }

    @ParameterizedTest
    @ValueSource(strings = {"sc", "rc11", "jam"})
    void executionThatIsWrongAtOnceIsCounted(String model) {
        CheckResult result = new Checker().model(model).check(scenario -> scenario.thread(UncaughtExceptionTest::fail));
        assertThat(result.executions() + result.blocked()).isEqualTo(1);
    }

    // ---- errors that the virtual machine throws, too

    /** Errors that a program throws by itself. */
    private enum Planted {
        NO_CLASS {
            @Override
            void plant() {
                throw new NoClassDefFoundError("planted");
            }
        },
        NO_METHOD {
            @Override
            void plant() {
                throw new NoSuchMethodError(
                        "planted");
            }
        },
        LINKAGE {
            @Override
            void plant() {
                throw new LinkageError("planted");
            }
        },
        NO_LIBRARY {
            @Override
            void plant() {
                throw new UnsatisfiedLinkError("planted");
            }
        },
        INITIALIZER {
            @Override
            void plant() {
                throw new ExceptionInInitializerError("planted");
            }
        },
        INTERNAL {
            @Override
            void plant() {
                throw new InternalError("planted");
            }
        },
        MEMORY {
            @Override
            void plant() {
                throw new OutOfMemoryError("Java heap space, planted");
            }
        },
        OWN_CLASS {
            @Override
            void plant() {
                throw new OwnError("planted");
            }
        };

        abstract void plant();
    }

    static final class OwnError extends IncompatibleClassChangeError {
        private static final long serialVersionUID = 1L;

        OwnError(String message) {
            super(message);
        }
    }

    @ParameterizedTest
    @EnumSource
    void errorThatTheProgramMakesIsTheProgramsOwn(Planted planted) {
        String name = planted.name();
        CheckResult result = new Checker().check(scenario -> scenario.thread(() -> Planted.valueOf(name).plant()));
        assertThat(result.verdict()).isEqualTo(Verdict.VIOLATED);
        assertThat(result.counterexample()).contains("planted");
        new Checker().check(scenario -> scenario.thread(() -> {
            try {
                Planted.valueOf(name).plant();
            } catch (Error caught) {
                assert caught.getMessage().contains("planted");
            }
        })).assertVerified();
    }

    @Test
    void missingClassIsTheEnvironmentsBesideOneThatIsMadeUp() {
        assertThatThrownBy(() -> new Checker().check(scenario -> scenario.thread(() -> {
            if (Thread.currentThread() == null) {
                throw new NoClassDefFoundError("planted");
            }
            Missing.link();
        }))).isInstanceOf(EnvironmentException.class);
    }

    /** Its initializer fails as the virtual machine does for a class that is not there. */
    static final class Missing {
        static final int VALUE = Integer.parseInt("none");

        static int link() {
            return VALUE;
        }
    }
}
