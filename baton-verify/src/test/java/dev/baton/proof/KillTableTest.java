package dev.baton.proof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.check.relax.Weakening;
import dev.baton.testing.HangLimit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every access of the library that is stronger than plain needs to be: for each mode just below that of the code there is
 * a scenario that fails with it. Which one is in {@code kill-table.tsv}, as {@link KillRun} found it.
 */
class KillTableTest {
    private static final List<String> MODELS = List.of("rc11", "jam");
    private static final Path FILE = Path.of(System.getProperty("baton.root"),
            "baton-verify/src/test/resources/dev/baton/proof/kill-table.tsv");

    /** With {@code -Dgolden.update=true} first brought up to date, by the shortest search that will do. */
    @BeforeAll
    @HangLimit(seconds = 3_600)
    static void update() throws IOException, InterruptedException {
        if (Boolean.getBoolean("golden.update")) {
            Path folder = Files.createTempDirectory("kill");
            KillRun run = new KillRun(folder, table(), MODELS, Duration.ofSeconds(5), Duration.ofHours(1),
                    System.out::println);
            assertThat(run.run(2, key -> true)).isTrue();
            Files.write(FILE, run.rows().values().stream().map(KillRow::line).sorted().toList());
        }
    }

    private static Map<String, KillRow> table() throws IOException {
        return KillRow.read(FILE);
    }

    @Test
    void everyWeakeningOfTheLibraryIsInTheTable() throws IOException {
        TreeSet<String> possible = Weakening.below(KillRun.sites(KillRun.newProbe())).stream().map(Weakening::key)
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(table().keySet()).as("regenerate it, see docs/proof.md").hasSameElementsAs(possible);
        assertThat(table().values()).allSatisfy(row -> {
            assertThat(row.fate()).as(row.weakening()).isIn("killed", "not exercised");
            assertThat(row.message()).as(row.weakening()).isNotBlank();
        });
    }

    @Test
    @HangLimit(seconds = 600)
    void everyKillerStillKills(@TempDir Path folder) throws IOException, InterruptedException {
        KillRun run = new KillRun(folder, table(), MODELS, Duration.ofSeconds(60), Duration.ofMinutes(8), line -> {});
        assertThat(run.replay(2, key -> true)).isTrue();
        assertThat(run.rows().keySet()).as("killed as the table says; see docs/proof.md for how to renew it")
                .containsAll(table().values().stream().filter(KillRow::isKilled).map(KillRow::weakening).toList());
        Path target = Files.createDirectories(Path.of("target"));
        Files.writeString(target.resolve("kill-table.md"), KillMarkdown.of(table().values()));
    }

    /** Searches anew, for all weakenings; the files stay in {@code target/kill}. */
    @Test
    @Tag("deep")
    @HangLimit(seconds = 36_000)
    void theSearchLeavesNoSurvivor() throws IOException, InterruptedException {
        Path folder = Path.of("target", "kill");
        boolean complete = new KillRun(folder, Map.of(), MODELS, Duration.ofSeconds(20), Duration.ofHours(8),
                System.out::println).run(2, key -> true);
        assertThat(complete).isTrue();
        assertThat(KillRow.read(folder.resolve("kills.tsv")).values())
                .allSatisfy(row -> assertThat(row.fate()).as(row.weakening()).isNotEqualTo("survived"));
    }
}
