package dev.baton.cli;

import dev.baton.check.api.Scenario;
import dev.baton.check.api.ScenarioBody;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The shapes of {@code docs/memory-models.md}; the outcome {@code yes} is the one that the page speaks of. */
final class LitmusShapes {
    private LitmusShapes() {}

    static final class Cells {
        int x;
        int y;
        int first;
        int second;
        int third;
        int fourth;
        @Nullable
        Cells next;
    }

    private static final VarHandle X = handle("x");
    private static final VarHandle Y = handle("y");
    private static final VarHandle NEXT = handle("next", Cells.class);

    static Map<String, ScenarioBody> all() {
        Map<String, ScenarioBody> shapes = new LinkedHashMap<>();
        shapes.put("store buffering, opaque", LitmusShapes::storeBufferingOpaque);
        shapes.put("store buffering, volatile", LitmusShapes::storeBufferingVolatile);
        shapes.put("message passing, opaque flag", LitmusShapes::messageOpaque);
        shapes.put("message passing, release and acquire", LitmusShapes::messageRelease);
        shapes.put("two readers disagree (IRIW), acquire", LitmusShapes::readersAcquire);
        shapes.put("two readers disagree (IRIW), volatile", LitmusShapes::readersVolatile);
        shapes.put("two reads of one plain field go back", LitmusShapes::readsPlain);
        shapes.put("two reads of one opaque field go back", LitmusShapes::readsOpaque);
        shapes.put("load buffering, opaque", LitmusShapes::loadBuffering);
        shapes.put("load buffering, a branch that changes nothing", LitmusShapes::branchForNothing);
        shapes.put("load buffering, each write is what was read", LitmusShapes::thinAir);
        shapes.put("a reader follows a reference past a fence", LitmusShapes::followedReference);
        shapes.put("writes of two sections of a lock, seen in the other order", LitmusShapes::sectionsSeen);
        shapes.put("load buffering across two sections of a lock", LitmusShapes::sectionsJoined);
        return shapes;
    }

    private static void storeBufferingOpaque(Scenario scenario) {
        Cells cells = new Cells();
        scenario.thread(() -> {
            X.setOpaque(cells, 1);
            cells.first = (int) Y.getOpaque(cells);
        });
        scenario.thread(() -> {
            Y.setOpaque(cells, 1);
            cells.second = (int) X.getOpaque(cells);
        });
        scenario.outcome(() -> cells.first == 0 && cells.second == 0 ? "yes" : "no");
    }

    private static void storeBufferingVolatile(Scenario scenario) {
        Cells cells = new Cells();
        scenario.thread(() -> {
            X.setVolatile(cells, 1);
            cells.first = (int) Y.getVolatile(cells);
        });
        scenario.thread(() -> {
            Y.setVolatile(cells, 1);
            cells.second = (int) X.getVolatile(cells);
        });
        scenario.outcome(() -> cells.first == 0 && cells.second == 0 ? "yes" : "no");
    }

    private static void messageOpaque(Scenario scenario) {
        Cells cells = new Cells();
        scenario.thread(() -> {
            cells.x = 1;
            Y.setOpaque(cells, 1);
        });
        scenario.thread(() -> {
            cells.first = (int) Y.getOpaque(cells);
            cells.second = cells.x;
        });
        scenario.outcome(() -> cells.first == 1 && cells.second == 0 ? "yes" : "no");
    }

    private static void messageRelease(Scenario scenario) {
        Cells cells = new Cells();
        scenario.thread(() -> {
            cells.x = 1;
            Y.setRelease(cells, 1);
        });
        scenario.thread(() -> {
            cells.first = (int) Y.getAcquire(cells);
            cells.second = cells.x;
        });
        scenario.outcome(() -> cells.first == 1 && cells.second == 0 ? "yes" : "no");
    }

    private static void readersAcquire(Scenario scenario) {
        Cells cells = new Cells();
        scenario.thread(() -> X.setRelease(cells, 1));
        scenario.thread(() -> Y.setRelease(cells, 1));
        scenario.thread(() -> {
            cells.first = (int) X.getAcquire(cells);
            cells.second = (int) Y.getAcquire(cells);
        });
        scenario.thread(() -> {
            cells.third = (int) Y.getAcquire(cells);
            cells.fourth = (int) X.getAcquire(cells);
        });
        scenario.outcome(() -> disagree(cells) ? "yes" : "no");
    }

    private static void readersVolatile(Scenario scenario) {
        Cells cells = new Cells();
        scenario.thread(() -> X.setVolatile(cells, 1));
        scenario.thread(() -> Y.setVolatile(cells, 1));
        scenario.thread(() -> {
            cells.first = (int) X.getVolatile(cells);
            cells.second = (int) Y.getVolatile(cells);
        });
        scenario.thread(() -> {
            cells.third = (int) Y.getVolatile(cells);
            cells.fourth = (int) X.getVolatile(cells);
        });
        scenario.outcome(() -> disagree(cells) ? "yes" : "no");
    }

    private static boolean disagree(Cells cells) {
        return cells.first == 1 && cells.second == 0 && cells.third == 1 && cells.fourth == 0;
    }

    private static void readsPlain(Scenario scenario) {
        Cells cells = new Cells();
        scenario.thread(() -> cells.x = 1);
        scenario.thread(() -> {
            cells.first = cells.x;
            cells.second = cells.x;
        });
        scenario.outcome(() -> cells.first == 1 && cells.second == 0 ? "yes" : "no");
    }

    private static void readsOpaque(Scenario scenario) {
        Cells cells = new Cells();
        scenario.thread(() -> X.setOpaque(cells, 1));
        scenario.thread(() -> {
            cells.first = (int) X.getOpaque(cells);
            cells.second = (int) X.getOpaque(cells);
        });
        scenario.outcome(() -> cells.first == 1 && cells.second == 0 ? "yes" : "no");
    }

    private static void loadBuffering(Scenario scenario) {
        Cells cells = new Cells();
        scenario.thread(() -> {
            cells.first = (int) X.getOpaque(cells);
            Y.setOpaque(cells, 1);
        });
        scenario.thread(() -> {
            cells.second = (int) Y.getOpaque(cells);
            X.setOpaque(cells, 1);
        });
        scenario.outcome(() -> cells.first == 1 && cells.second == 1 ? "yes" : "no");
    }

    private static void branchForNothing(Scenario scenario) {
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
        scenario.outcome(() -> cells.first == 1 && cells.second == 1 ? "yes" : "no");
    }

    /** A third thread writes a 1, so that it can be guessed. */
    private static void thinAir(Scenario scenario) {
        Cells cells = new Cells();
        scenario.thread(() -> {
            int read = cells.x;
            cells.y = read;
            cells.first = read;
        });
        scenario.thread(() -> {
            int read = cells.y;
            cells.x = read;
            cells.second = read;
        });
        scenario.thread(() -> cells.third = 1);
        scenario.thread(() -> {
            int read = cells.third;
            if (read == 1) {
                cells.x = 1;
            }
            cells.fourth = read;
        });
        scenario.outcome(() -> cells.first == 1 && cells.second == 1 && cells.fourth == 0 ? "yes" : "no");
    }

    private static void followedReference(Scenario scenario) {
        Cells cells = new Cells();
        scenario.thread(() -> {
            Cells made = new Cells();
            made.x = 1;
            VarHandle.storeStoreFence();
            NEXT.setOpaque(cells, made);
        });
        scenario.thread(() -> {
            Cells found = (Cells) NEXT.getOpaque(cells);
            cells.first = found == null ? 1 : found.x;
        });
        scenario.outcome(() -> cells.first == 0 ? "yes" : "no");
    }

    private static void sectionsSeen(Scenario scenario) {
        Cells cells = new Cells();
        scenario.thread(() -> {
            synchronized (cells) {
                cells.x = 1;
            }
            synchronized (cells) {
                cells.y = 1;
            }
        });
        scenario.thread(() -> {
            cells.first = (int) Y.getVolatile(cells);
            cells.second = (int) X.getVolatile(cells);
        });
        scenario.outcome(() -> cells.first == 1 && cells.second == 0 ? "yes" : "no");
    }

    private static void sectionsJoined(Scenario scenario) {
        Cells cells = new Cells();
        scenario.thread(() -> {
            int read;
            synchronized (cells) {
                read = cells.x;
            }
            synchronized (cells) {
                cells.y = 1;
            }
            cells.first = read;
        });
        scenario.thread(() -> {
            int read = cells.y;
            cells.x = read;
            cells.second = read;
        });
        scenario.outcome(() -> cells.first == 1 && cells.second == 1 ? "yes" : "no");
    }

    private static VarHandle handle(String field) {
        return handle(field, int.class);
    }

    private static VarHandle handle(String field, Class<?> type) {
        try {
            return MethodHandles.lookup().findVarHandle(Cells.class, field, type);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }
}
