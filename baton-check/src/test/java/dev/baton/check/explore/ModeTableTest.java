package dev.baton.check.explore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.check.model.MemoryModel;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Where the models differ on Java's access modes: is the weak outcome allowed? */
final class ModeTableTest {
    @ParameterizedTest(name = "{0}")
    @CsvFileSource(resources = "/litmus/modes.csv", delimiter = '!', quoteCharacter = '`', maxCharsPerColumn = 4096)
    void weakOutcome(String name, String program, String outcome, String sc, String rc11, String jam) {
        Map<String, String> expected = Map.of("sc", sc, "rc11", rc11, "jam", jam);
        expected.forEach((model, verdict) -> {
            boolean allowed = outcomes(program, model).stream().anyMatch(found -> LitmusTest.matches(outcome, found));
            assertThat(allowed ? "yes" : "no").as(name + " under " + model).isEqualTo(verdict);
        });
    }

    static Stream<CsvTable.Row> jamPrograms() {
        return CsvTable.read("/litmus/jam.csv").stream();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("jamPrograms")
    void jamHasTheKnownOutcomes(CsvTable.Row row) {
        Set<String> actual = new TreeSet<>();
        for (Map<String, Long> found : outcomes(row.get("program"), "jam")) {
            actual.add(found.entrySet().stream().filter(entry -> entry.getKey().startsWith("r"))
                    .sorted(Map.Entry.comparingByKey()).map(entry -> entry.getKey() + "=" + entry.getValue())
                    .collect(Collectors.joining(" ")));
        }
        assertThat(actual).as(row.get("program")).isEqualTo(new TreeSet<>(Set.of(row.get("outcomes").split("/", -1))));
    }

    private static Set<Map<String, Long>> outcomes(String program, String model) {
        Litmus litmus = Litmus.parse(program);
        Set<Map<String, Long>> outcomes = new HashSet<>();
        new Exploration(litmus::program).model(MemoryModel.named(model))
                .onComplete(graph -> outcomes.add(litmus.outcome(graph)))
                .run();
        return outcomes;
    }
}
