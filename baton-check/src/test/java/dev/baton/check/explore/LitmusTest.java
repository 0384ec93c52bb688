package dev.baton.check.explore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.check.graph.Execution;
import dev.baton.check.model.MemoryModel;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The litmus corpus: number of complete executions, and whether the weak outcome occurs, per model. */
final class LitmusTest {
    private static final Map<String, String> COUNT_COLUMN = Map.of("sc", "n_SC", "tso", "n_TSO_x86", "rc11",
            "n_RC11_cpp20", "imm", "n_IMM");
    private static final Map<String, String> OUTCOME_COLUMN = Map.of("sc", "SC", "tso", "TSO_x86", "rc11",
            "RC11_pldi17", "imm", "IMM");

    static Stream<Arguments> programs() {
        List<Arguments> all = new ArrayList<>();
        for (String table : List.of("/litmus/litmus.csv", "/litmus/random.csv")) {
            for (CsvTable.Row row : CsvTable.read(table)) {
                String id = !row.get("id").isEmpty()
                        ? row.get("id") + " " + row.get("name")
                        : "seed " + row.get("seed");
                for (String model : List.of("sc", "tso", "rc11", "imm")) {
                    all.add(Arguments.of(id, model, row));
                }
            }
        }
        return all.stream();
    }

    @ParameterizedTest(name = "{0} under {1}")
    @MethodSource("programs")
    void hasTheKnownExecutions(String id, String model, CsvTable.Row row) {
        Litmus litmus = Litmus.parse(row.get("program"));
        Set<String> seen = new HashSet<>();
        Set<Map<String, Long>> outcomes = new HashSet<>();
        int[] duplicates = {0};
        Result result = new Exploration(litmus::program).model(MemoryModel.named(model)).stopAtFirstViolation(false)
                .onComplete(graph -> {
                    if (!seen.add(canonical(graph))) {
                        duplicates[0]++;
                    }
                    outcomes.add(litmus.outcome(graph));
                }).run();
        assertThat(duplicates[0]).as("duplicates").isZero();
        String column = COUNT_COLUMN.getOrDefault(model, "");
        String expected = row.get(column.equals("n_IMM") && row.get("id").isEmpty() ? "n_IMM_axioms" : column);
        if (!expected.isEmpty()) {
            assertThat(result.complete()).as(row.get("program")).isEqualTo(Long.parseLong(expected));
        }
        String verdict = row.get(OUTCOME_COLUMN.getOrDefault(model, ""));
        String outcome = row.get("outcome");
        boolean sameInCpp20 = !model.equals("rc11") || row.get("n_RC11_cpp20").equals(row.get("n_RC11_pldi17"));
        if (!verdict.isEmpty() && !outcome.isEmpty() && sameInCpp20) {
            assertThat(outcomes.stream().anyMatch(found -> matches(outcome, found))).as(row.get("program"))
                    .isEqualTo(verdict.equals("allowed"));
        }
    }

    static boolean matches(String outcome, Map<String, Long> found) {
        for (String part : outcome.split("&", -1)) {
            String[] sides = part.strip().split("=", -1);
            if (found.getOrDefault(sides[0].strip(), Litmus.UNSET) != Long.parseLong(sides[1].strip())) {
                return false;
            }
        }
        return true;
    }

    /** A graph without the order in which it was built. */
    static String canonical(Execution graph) {
        StringBuilder text = new StringBuilder();
        for (int t = 0; t < 64; t++) {
            for (int i = 0; i < graph.size(); i++) {
                for (int e = 0; e < graph.size(); e++) {
                    if (graph.thread(e) == t && graph.index(e) == i) {
                        text.append(t).append('.').append(i).append(graph.kind(e)).append(graph.value(e));
                        if (graph.isRead(e)) {
                            text.append('<').append(name(graph, graph.readsFrom(e)));
                        } else if (graph.isWrite(e)) {
                            text.append('>').append(name(graph, graph.moBefore(e)));
                        }
                        text.append(' ');
                    }
                }
            }
        }
        return text.toString();
    }

    private static String name(Execution graph, int event) {
        return event == Execution.INIT ? "init" : graph.thread(event) + "." + graph.index(event);
    }
}
