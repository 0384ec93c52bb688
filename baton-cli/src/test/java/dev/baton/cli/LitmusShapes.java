package dev.baton.cli;

import dev.baton.check.api.Scenario;
import dev.baton.check.api.ScenarioBody;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.LinkedHashMap;
import java.util.Map;

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
    }

    private static final VarHandle X = handle("x");
    private static final VarHandle Y = handle("y");

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

    private static VarHandle handle(String field) {
        try {
            return MethodHandles.lookup().findVarHandle(Cells.class, field, int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }
}
