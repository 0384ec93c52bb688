package dev.baton.proof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.proof.scenario.ProofScenario;
import dev.baton.proof.scenario.ProofScenarios;
import dev.baton.testing.HangLimit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the proof, and leaves its table in {@code target/proof.md} and {@code target/proof.json}. */
class ProofTest {
    private static final Path TARGET = Path.of("target");

    @Test
    @HangLimit(seconds = 600)
    void everyShortScenarioIsVerified() throws IOException, InterruptedException {
        List<ProofRow> rows = run("proof", scenario -> !scenario.deep(), List.of("rc11"), Duration.ofSeconds(120));
        assertThat(rows).allSatisfy(row -> assertThat(row.verdict()).as(row.detail()).isEqualTo("VERIFIED"));
    }

    /** A scenario may be too large for its time here; the table then says so. It must never be violated. */
    @Test
    @Tag("deep")
    @HangLimit(seconds = 36_000)
    void noScenarioIsViolatedUnderAnyModel() throws IOException, InterruptedException {
        List<ProofRow> rows = run("proof-deep", scenario -> true, List.of("sc", "tso", "rc11", "jam"),
                Duration.ofSeconds(Integer.getInteger("proof.seconds", 10)));
        assertThat(rows).isNotEmpty().noneMatch(ProofRow::isViolated);
    }

    @Test
    void scenariosHaveNamesOfTheirOwn() {
        Set<String> names = new HashSet<>();
        assertThat(ProofScenarios.all()).isNotEmpty().allMatch(scenario -> names.add(scenario.toString()));
    }

    /** What is written for a later slice is read back as it was. */
    @Test
    void rowsSurviveTheirFile(@TempDir Path folder) throws IOException, InterruptedException {
        Path file = folder.resolve("rows.tsv");
        Predicate<ProofScenario> few = scenario -> scenario.toString().startsWith("Segment list: two");
        List<ProofRow> found = newRun(file, Duration.ofSeconds(60)).run(few, List.of("sc"), 2).rows();
        assertThat(found).isNotEmpty();
        List<String> written = Files.readAllLines(file);
        List<ProofRow> again = newRun(file, Duration.ofNanos(1)).run(few, List.of("sc"), 1).rows();
        assertThat(again).isEqualTo(found);
        assertThat(Files.readAllLines(file)).isEqualTo(written);
    }

    /** Explores the scenarios wanted, and leaves the table whatever comes of them. */
    private static List<ProofRow> run(String name, Predicate<ProofScenario> wanted, List<String> models, Duration limit)
            throws IOException, InterruptedException {
        Path rows = Files.createDirectories(TARGET).resolve(name + ".tsv");
        Files.deleteIfExists(rows);
        ProofTable table = newRun(rows, limit).run(wanted, models, Runtime.getRuntime().availableProcessors());
        Files.writeString(TARGET.resolve(name + ".md"), table.markdown());
        Files.writeString(TARGET.resolve(name + ".json"), table.json());
        return table.rows();
    }

    private static ProofRun newRun(Path rows, Duration limit) throws IOException {
        return new ProofRun(rows, limit, Duration.ofHours(10), System.out::println);
    }
}
