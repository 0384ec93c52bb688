package dev.baton.cli;

import dev.baton.check.api.ModelCheck;
import dev.baton.check.api.Scenario;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** Checks that go wrong on some machines and not on others. */
final class HardwareSamples {
    private HardwareSamples() {}

    static final class Cells {
        int x;
        int y;
        int first;
        int second;
    }

    private static final VarHandle X = handle("x");
    private static final VarHandle Y = handle("y");

    private static VarHandle handle(String name) {
        try {
            return MethodHandles.lookup().findVarHandle(Cells.class, name, int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Each thread writes its own and reads the other's: goes wrong everywhere. */
    static final class StoreBuffering {
        @ModelCheck
        void oneSees(Scenario scenario) {
            Cells cells = new Cells();
            scenario.thread(() -> {
                X.setOpaque(cells, 1);
                cells.first = (int) Y.getOpaque(cells);
            });
            scenario.thread(() -> {
                Y.setOpaque(cells, 1);
                cells.second = (int) X.getOpaque(cells);
            });
            scenario.finallyAssert(() -> {
                assert cells.first + cells.second > 0;
            });
        }
    }

    /** The flag is opaque: x86 keeps the order, ARMv8 does not. */
    static final class MessagePassing {
        @ModelCheck
        void messageIsSeen(Scenario scenario) {
            Cells cells = new Cells();
            scenario.thread(() -> {
                X.setOpaque(cells, 1);
                Y.setOpaque(cells, 1);
            });
            scenario.thread(() -> {
                cells.first = (int) Y.getOpaque(cells);
                cells.second = (int) X.getOpaque(cells);
            });
            scenario.finallyAssert(() -> {
                assert cells.first <= cells.second;
            });
        }
    }

    /** A release and an acquire, and then the other way round: only a fence would order the two in Java, ARMv8's instructions do. */
    static final class ReleaseThenAcquire {
        @ModelCheck
        void oneSees(Scenario scenario) {
            Cells cells = new Cells();
            scenario.thread(() -> {
                X.setRelease(cells, 1);
                cells.first = (int) Y.getAcquire(cells);
            });
            scenario.thread(() -> {
                Y.setRelease(cells, 1);
                cells.second = (int) X.getAcquire(cells);
            });
            scenario.finallyAssert(() -> {
                assert cells.first + cells.second > 0;
            });
        }
    }

    /** Reads that see later writes: only where loads are buffered. */
    static final class LoadBuffering {
        @ModelCheck(models = "java")
        void oneIsFirst(Scenario scenario) {
            Cells cells = new Cells();
            scenario.thread(() -> {
                cells.first = (int) X.getOpaque(cells);
                Y.setOpaque(cells, 1);
            });
            scenario.thread(() -> {
                cells.second = (int) Y.getOpaque(cells);
                X.setOpaque(cells, 1);
            });
            scenario.finallyAssert(() -> {
                assert cells.first + cells.second < 2;
            });
        }
    }

    /** The writes come after branches that a compiler sees through, and hardware does not. */
    static final class BranchForNothing {
        @ModelCheck(models = "java")
        void oneIsFirst(Scenario scenario) {
            Cells cells = new Cells();
            scenario.thread(() -> {
                int read = cells.x;
                if (read == 1) {
                    cells.y = 1;
                } else {
                    cells.y = 1;
                }
                cells.first = read;
            });
            scenario.thread(() -> {
                int read = cells.y;
                cells.x = read;
                cells.second = read;
            });
            scenario.finallyAssert(() -> {
                assert cells.first + cells.second < 2;
            });
        }
    }

    /** A mistake that needs no memory model. */
    static final class Plain {
        @ModelCheck
        void nothingIsLost(Scenario scenario) {
            Cells cells = new Cells();
            scenario.threads(2, () -> X.setVolatile(cells, (int) X.getVolatile(cells) + 1));
            scenario.finallyAssert(() -> {
                assert cells.x == 2;
            });
        }
    }
}
