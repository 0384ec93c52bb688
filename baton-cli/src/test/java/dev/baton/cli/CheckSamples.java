package dev.baton.cli;

import dev.baton.check.api.ModelCheck;
import dev.baton.check.api.Operation;
import dev.baton.check.api.Scenario;
import dev.baton.check.api.Specification;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.StringTokenizer;
import java.util.concurrent.atomic.AtomicInteger;

/** Checks for the tests of the command. */
final class CheckSamples {
    private CheckSamples() {}

    static final class Box {
        int message;
        boolean ready;
        int seen = 1;
        static final VarHandle READY;

        static {
            try {
                READY = MethodHandles.lookup().findVarHandle(Box.class, "ready", boolean.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }
    }

    static final class Right {
        @ModelCheck
        void messageArrives(Scenario scenario) {
            Box box = new Box();
            scenario.thread("Alice", () -> {
                box.message = 1;
                Box.READY.setRelease(box, true);
            });
            scenario.thread("Bob", () -> {
                if ((boolean) Box.READY.getAcquire(box)) {
                    box.seen = box.message;
                }
            });
            scenario.finallyAssert(() -> {
                assert box.seen == 1 : "stale";
            });
        }
    }

    /** Loses updates; used by one thread, it says itself what it should do. */
    @Specification
    static final class Specified {
        private int count;

        @Operation
        int increment() {
            return ++count;
        }
    }

    static final class Wrong {
        @ModelCheck
        void messageArrives(Scenario scenario) {
            Box box = new Box();
            scenario.thread("Alice", () -> {
                box.message = 1;
                Box.READY.setOpaque(box, true);
            });
            scenario.thread("Bob", () -> {
                if ((boolean) Box.READY.getAcquire(box)) {
                    box.seen = box.message;
                }
            });
            scenario.finallyAssert(() -> {
                assert box.seen == 1 : "stale";
            });
        }
    }

    static final class Racy {
        @ModelCheck
        void nothingIsLost(Scenario scenario) {
            Box box = new Box();
            scenario.threads(2, () -> box.message++);
            scenario.finallyAssert(() -> {
                assert box.message == 2 : "lost";
            });
        }
    }

    static final class Expected {
        @ModelCheck(expectViolation = true)
        void somethingIsLost(Scenario scenario) {
            Box box = new Box();
            scenario.threads(2, () -> box.message++);
            scenario.finallyAssert(() -> {
                assert box.message == 2 : "lost";
            });
        }
    }

    static final class ExpectedInVain {
        @ModelCheck(expectViolation = true)
        void somethingIsLost(Scenario scenario) {
            Box box = new Box();
            scenario.threads(2, () -> {
                synchronized (box) {
                    box.message++;
                }
            });
        }
    }

    /** Has far more executions than anybody waits for. */
    static final class Long {
        @ModelCheck
        void nobodyWaitsForTheEnd(Scenario scenario) {
            AtomicInteger count = new AtomicInteger();
            for (int i = 0; i < 8; i++) {
                int step = i + 1;
                scenario.thread("T" + i, () -> {
                    count.addAndGet(step);
                    count.addAndGet(step);
                    count.addAndGet(step);
                });
            }
        }
    }

    static final class Unmodelled {
        @ModelCheck
        void sharesAList(Scenario scenario) {
            StringTokenizer list = new StringTokenizer("a b");
            scenario.threads(2, () -> list.nextToken());
        }
    }
}
