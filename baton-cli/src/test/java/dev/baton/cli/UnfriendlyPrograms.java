package dev.baton.cli;

import dev.baton.check.api.ModelCheck;
import dev.baton.check.api.Scenario;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;

/** Programs that do what a check had better not do: each has one word that it must come to. */
@SuppressWarnings("SystemOut")
final class UnfriendlyPrograms {
    private UnfriendlyPrograms() {}

    static volatile int count;

    private static native int nativeCount();

    static final class CallsNativeCode {
        @ModelCheck
        void inAThread(Scenario scenario) {
            scenario.threads(2, () -> count = nativeCount());
        }

        @ModelCheck
        void andCatchesWhatItThrows(Scenario scenario) {
            scenario.threads(2, () -> {
                try {
                    count = nativeCount();
                } catch (Throwable any) {
                    count = 1;
                }
            });
        }

        @ModelCheck
        void inTheSetUp(Scenario scenario) {
            count = nativeCount();
            scenario.threads(2, () -> count++);
        }
    }

    static final class EndsTheProgram {
        @ModelCheck
        void byExit(Scenario scenario) {
            scenario.threads(2, () -> System.exit(0));
        }

        @ModelCheck
        void byHalt(Scenario scenario) {
            scenario.threads(2, () -> Runtime.getRuntime().halt(0));
        }
    }

    static final class EndsTheProcess {
        @ModelCheck
        void inTheSetUp(Scenario scenario) {
            System.exit(0);
            scenario.threads(2, () -> count++);
        }

        @ModelCheck
        void inTheSetUpAndCatchesAll(Scenario scenario) {
            try {
                Runtime.getRuntime().exit(0);
            } catch (Throwable any) {
                count = 1;
            }
            scenario.threads(2, () -> count++);
        }

        @ModelCheck
        void inAnInitializer(Scenario scenario) {
            scenario.threads(2, () -> count = Exits.VALUE);
        }
    }

    static final class Exits {
        static final int VALUE;

        static {
            VALUE = Integer.getInteger("no.such.property", 1);
            System.exit(VALUE - 1);
        }
    }

    static final class RedirectsOutput {
        @ModelCheck
        void inAThread(Scenario scenario) {
            scenario.threads(2, () -> System.setOut(null));
        }

        @ModelCheck
        void inTheSetUp(Scenario scenario) {
            System.setErr(new PrintStream(OutputStream.nullOutputStream()));
            scenario.threads(2, () -> count++);
        }
    }

    static final class Prints {
        static {
            System.out.println("noise of an initializer");
        }

        @ModelCheck
        void alot(Scenario scenario) {
            System.out.println("noise of the set-up");
            scenario.threads(2, () -> {
                count++;
                System.out.println("noise " + count);
                System.out.printf("noise %s %d%n", new Object(), 1);
                System.err.print(new char[]{'n'});
                System.err.append("noise").append('n').println();
                new IllegalStateException("noise").printStackTrace();
            });
        }

        @ModelCheck
        void andCloses(Scenario scenario) {
            System.out.close();
            scenario.threads(2, () -> {
                count++;
                System.err.close();
            });
        }
    }

    static final class PrintsElsewhere {
        @ModelCheck
        void toAStreamOfItsOwn(Scenario scenario) {
            PrintStream stream = new PrintStream(OutputStream.nullOutputStream());
            scenario.threads(2, () -> stream.println("unseen"));
        }
    }

    static final class ReadsInput {
        @ModelCheck
        void fromTheConsole(Scenario scenario) {
            scenario.threads(2, () -> {
                try {
                    count = System.in.read();
                } catch (java.io.IOException e) {
                    throw new IllegalStateException(e);
                }
            });
        }
    }

    static final class ThrowsAnInternalError {
        @ModelCheck
        void ofItsOwn(Scenario scenario) {
            scenario.threads(2, () -> {
                count++;
                throw new InternalError("of the program");
            });
        }
    }

    static final class Secretive extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Secretive() {
            super("the secret");
        }

        @Override
        public String getMessage() {
            throw new IllegalStateException("says nothing");
        }
    }

    static final class ThrowsWhatCannotBeShown {
        @ModelCheck
        void andIsShown(Scenario scenario) {
            scenario.threads(2, () -> {
                count++;
                throw new Secretive();
            });
        }
    }

    static final class OverflowsTheStack {
        private static int deeper(int depth) {
            return deeper(depth + 1) + count;
        }

        @ModelCheck
        void andCatchesIt(Scenario scenario) {
            scenario.threads(2, () -> {
                try {
                    count = deeper(0);
                } catch (StackOverflowError tooDeep) {
                    count = 7;
                }
            });
            scenario.finallyAssert(() -> {
                assert count == 7;
            });
        }
    }

    static final class UsesTheJdksSynchronousQueue {
        @ModelCheck
        void withATimeout(Scenario scenario) {
            SynchronousQueue<Integer> queue = new SynchronousQueue<>();
            scenario.thread(() -> queue.offer(1));
            scenario.thread(() -> {
                try {
                    queue.poll(1, TimeUnit.SECONDS);
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            });
        }
    }
}
