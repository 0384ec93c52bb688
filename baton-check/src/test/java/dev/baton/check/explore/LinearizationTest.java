package dev.baton.check.explore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.check.event.StepKind;
import dev.baton.check.graph.Execution;
import dev.baton.check.graph.ExecutionGraph;
import dev.baton.check.model.MemoryModel;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The order in which an execution is told. */
final class LinearizationTest {
    private static final MemoryModel SC = MemoryModel.named("sc");

    /** Every execution of random programs under every model: those that are interleavings are told as one. */
    @Test
    void whatIsAnInterleavingIsToldAsOne() {
        int[] interleavings = {0};
        int[] others = {0};
        for (String model : List.of("sc", "tso", "rc11", "jam")) {
            for (long seed = 1; seed <= 300; seed++) {
                String text = new RandomLitmus(seed).next();
                Litmus litmus = Litmus.parse(text);
                String what = "seed " + seed + " under " + model + ": " + text;
                Result result = new Exploration(litmus::program).model(MemoryModel.named(model)).maxExecutions(500)
                        .stopAtFirstViolation(false).onComplete(graph -> {
                            ExecutionGraph copy = ExecutionGraph.of(graph);
                            boolean interleaving = SC.isConsistent(copy);
                            (interleaving ? interleavings : others)[0]++;
                            assertToldWell(copy, interleaving, what);
                        }).run();
                for (Violation violation : result.violations()) {
                    assertToldWell(violation.graph(), SC.isConsistent(violation.graph()), what);
                }
            }
        }
        assertThat(interleavings[0]).as("interleavings seen").isGreaterThan(1000);
        assertThat(others[0]).as("others seen").isGreaterThan(100);
    }

    @Test
    void theReadThatCannotSeeTheLastWriteIsTheOnlyOne() {
        Litmus storeBuffering = Litmus.parse("W.rlx x 1; R.rlx y r0 | W.rlx y 1; R.rlx x r1");
        int[] seen = {0};
        new Exploration(storeBuffering::program).onComplete(graph -> {
            if (!SC.isConsistent(graph)) {
                seen[0]++;
                assertThat(staleReads(graph, Linearization.of(graph))).hasSize(1);
            }
        }).run();
        assertThat(seen[0]).isEqualTo(1);
    }

    private static void assertToldWell(Execution graph, boolean interleaving, String what) {
        int[] order = Linearization.of(graph);
        assertThat(order).as(what).hasSize(graph.size()).doesNotHaveDuplicates();
        assertCanBeRun(graph, order, what);
        if (interleaving) {
            assertThat(staleReads(graph, order)).as(what).isEmpty();
        }
    }

    /** Program order, starts, joins and reads-from; the halves of an exchange side by side. */
    private static void assertCanBeRun(Execution graph, int[] order, String what) {
        Map<Integer, Integer> steps = new HashMap<>();
        Set<Integer> placed = new HashSet<>();
        int last = -1;
        for (int event : order) {
            assertThat(graph.index(event)).as(what).isEqualTo(steps.merge(graph.thread(event), 1, Integer::sum) - 1);
            if (graph.isRead(event) && graph.readsFrom(event) >= 0) {
                assertThat(placed).as(what).contains(graph.readsFrom(event));
            }
            if (graph.kind(event) == StepKind.RMW_WRITE) {
                assertThat(graph.thread(last)).as(what).isEqualTo(graph.thread(event));
            }
            placed.add(event);
            last = event;
        }
        for (int event = 0; event < graph.size(); event++) {
            int at = indexOf(order, event);
            for (int other = 0; other < graph.size(); other++) {
                if (graph.kind(event) == StepKind.START && graph.thread(other) == graph.value(event)) {
                    assertThat(indexOf(order, other)).as(what).isGreaterThan(at);
                }
                if (graph.kind(event) == StepKind.JOIN && graph.thread(other) == graph.value(event)) {
                    assertThat(indexOf(order, other)).as(what).isLessThan(at);
                }
            }
        }
    }

    private static int indexOf(int[] order, int event) {
        for (int i = 0; i < order.length; i++) {
            if (order[i] == event) {
                return i;
            }
        }
        throw new AssertionError("event " + event + " is not told");
    }

    /** The reads that see another write than the last one above them. */
    private static Set<Integer> staleReads(Execution graph, int[] order) {
        Map<Integer, Integer> memory = new HashMap<>();
        Set<Integer> stale = new HashSet<>();
        for (int event : order) {
            if (graph.isRead(event)
                    && memory.getOrDefault(graph.location(event), Execution.INIT) != graph.readsFrom(event)) {
                stale.add(event);
            }
            if (graph.isWrite(event)) {
                memory.put(graph.location(event), event);
            }
        }
        return stale;
    }
}
