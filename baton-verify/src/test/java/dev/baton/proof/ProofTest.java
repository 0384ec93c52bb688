package dev.baton.proof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.ProofScenarios;
import dev.baton.testing.HangLimit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Runs the proof, and leaves its table in {@code target/proof.md} and {@code target/proof.json}. */
class ProofTest {
    @Test
    @HangLimit(seconds = 600)
    void everyShortScenarioIsVerified() throws IOException {
        List<ProofRow> rows = run("proof", scenario -> !scenario.deep(), List.of("rc11"), Duration.ofSeconds(120));
        assertThat(rows).allSatisfy(row -> assertThat(row.verdict()).as(row.detail()).isEqualTo("VERIFIED"));
    }

    /** A scenario may be too large for its time here; the table then says so. It must never be violated. */
    @Test
    @Tag("deep")
    @HangLimit(seconds = 36_000)
    void noScenarioIsViolatedUnderAnyModel() throws IOException {
        List<ProofRow> rows = run("proof-deep", scenario -> true, List.of("sc", "tso", "rc11", "jam"),
                Duration.ofMinutes(2));
        assertThat(rows).allSatisfy(row -> assertThat(row.verdict()).as(row.detail()).isNotEqualTo("VIOLATED"));
    }

    @Test
    void scenariosHaveNamesOfTheirOwn() {
        Set<String> names = new HashSet<>();
        assertThat(ProofScenarios.all()).isNotEmpty().allMatch(scenario -> names.add(scenario.toString()));
    }

    /** Explores the scenarios wanted, and leaves the table whatever comes of them. */
    private static List<ProofRow> run(String name, Predicate<ProofScenario> wanted, List<String> models, Duration limit)
            throws IOException {
        List<ProofRow> rows = new ArrayList<>();
        for (ProofScenario scenario : ProofScenarios.all()) {
            for (String model : wanted.test(scenario) ? models : List.<String>of()) {
                rows.add(ProofRow.of(scenario, model, limit));
            }
        }
        ProofTable table = new ProofTable();
        rows.forEach(table::add);
        Path target = Files.createDirectories(Path.of("target"));
        Files.writeString(target.resolve(name + ".md"), table.markdown());
        Files.writeString(target.resolve(name + ".json"), table.json());
        return rows;
    }
}
