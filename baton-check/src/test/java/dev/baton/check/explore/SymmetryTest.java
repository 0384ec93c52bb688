package dev.baton.check.explore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.check.explore.DirectProgram.Body;
import dev.baton.check.graph.Execution;
import dev.baton.check.graph.ExecutionGraph;
import dev.baton.check.model.MemoryModel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Executions that differ only in which of several identical threads did what are visited once. */
final class SymmetryTest {
    @ParameterizedTest
    @CsvSource({"ainc,2", "ainc,5", "ainc,8", "tas_cas,5", "ticket,5", "barrier,5"})
    void identicalThreadsThatTakeTurnsHaveOneExecution(String family, int n) {
        Result result = new Exploration(() -> Anchors.named(family, n)).symmetry(true).run();
        assertThat(result.complete()).isEqualTo(1);
        assertThat(result.verdict()).isEqualTo(Verdict.VERIFIED);
    }

    @ParameterizedTest
    @CsvSource({"inc,3,36", "casrot,6,144", "mcs,2,6"})
    void differentThreadsAreNotReduced(String family, int n, long executions) {
        // The threads of inc and casrot are different code; those of mcs differ by their number, so they are not declared.
        Result result = new Exploration(() -> Anchors.named(family, n)).symmetry(!family.equals("mcs")).run();
        assertThat(result.complete()).isEqualTo(executions);
    }

    @Test
    void oneOfEachClassIsVisitedOnRandomPrograms() {
        int reduced = 0;
        for (long seed = 1; seed <= 300; seed++) {
            String text = new RandomLitmus(seed).next();
            String[] threads = text.split("\\|", -1);
            Litmus litmus = Litmus.parse(threads[0]);
            int copies = threads[0].split(";", -1).length > 2 ? 2 : 3;
            Body body = litmus.body(0);
            for (String model : List.of("sc", "tso", "rc11")) {
                String what = "seed " + seed + " under " + model + ": " + copies + " x " + threads[0];
                List<String> all = new ArrayList<>();
                Set<String> classes = new HashSet<>();
                explore(body, copies, model, false, graph -> {
                    all.add("");
                    classes.add(least(graph, copies));
                });
                Set<String> visited = new HashSet<>();
                List<String> few = new ArrayList<>();
                explore(body, copies, model, true, graph -> {
                    few.add("");
                    visited.add(least(graph, copies));
                });
                assertThat(visited).as(what).isEqualTo(classes);
                assertThat(few.size()).as(what).isLessThanOrEqualTo(all.size());
                reduced += all.size() - few.size();
            }
        }
        assertThat(reduced).isPositive();
    }

    private static void explore(Body body, int copies, String model, boolean symmetry,
            java.util.function.Consumer<Execution> listener) {
        new Exploration(() -> DirectProgram.of(Collections.nCopies(copies, body), self -> {}))
                .model(MemoryModel.named(model)).symmetry(symmetry).stopAtFirstViolation(false).onComplete(listener)
                .run();
    }

    /** The least text of an execution over all ways of numbering its threads. */
    private static String least(Execution graph, int copies) {
        TreeSet<String> texts = new TreeSet<>();
        List<List<Integer>> orders = copies == 2
                ? List.of(List.of(1, 2), List.of(2, 1))
                : List.of(List.of(1, 2, 3), List.of(1, 3, 2), List.of(2, 1, 3), List.of(2, 3, 1), List.of(3, 1, 2),
                        List.of(3, 2, 1));
        for (List<Integer> order : orders) {
            List<ExecutionGraph.Event> events = new ArrayList<>();
            for (ExecutionGraph.Event event : ExecutionGraph.of(graph).events()) {
                int thread = event.thread() == 0 ? 0 : order.get(event.thread() - 1);
                events.add(new ExecutionGraph.Event(thread, event.index(), event.kind(), event.mode(), event.location(),
                        event.value(), event.readsFrom(), event.moBefore(), 0));
            }
            texts.add(BruteForce.canonical(new ExecutionGraph(events), true));
        }
        return texts.first();
    }

    @Test
    void aHangIsFoundWithSymmetryToo() {
        Body waits = Litmus.parse("FAA.rlx x 1 a; AW.rlx x 3").body(0);
        Result result = new Exploration(() -> DirectProgram.of(Arrays.asList(waits, waits), self -> {})).symmetry(true)
                .run();
        assertThat(result.violations()).hasSize(1);
        assertThat(new HashMap<>(result.outcomes())).isEmpty();
    }
}
