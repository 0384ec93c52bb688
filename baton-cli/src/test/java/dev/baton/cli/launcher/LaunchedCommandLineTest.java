package dev.baton.cli.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.baton.cli.launcher.SourceTree.Outcome;
import dev.baton.testing.HangLimit;
import java.io.BufferedReader;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The real launcher with the real command line, as it was just packaged. */
class LaunchedCommandLineTest {
    private static final String LAUNCHER = Path.of(System.getProperty("baton.root"), "baton").toString();
    private static final String TEST_CLASSES = Path.of(System.getProperty("baton.root"),
            "baton-cli/target/test-classes").toString();

    @TempDir
    Path elsewhere;

    @BeforeEach
    void onlyAfterPackaging() {
        assumeTrue(Boolean.getBoolean("baton.packaged"), "the launcher would start a build inside this one");
    }

    @Test
    void versionFromAnywhere() throws Exception {
        Outcome outcome = launch("--version");
        assertThat(outcome.out()).startsWith("baton ");
        assertThat(outcome.code()).isZero();
        assertThat(outcome.err()).as("no build: the jar is newer than the sources").doesNotContain("building");
    }

    @Test
    void wrongOptionIsOneSentence() throws Exception {
        Outcome outcome = launch("demo", "--thread", "5");
        assertThat(outcome.code()).isEqualTo(2);
        assertThat(outcome.out()).isEmpty();
        assertThat(outcome.err().lines().filter(line -> !line.contains("warning"))).hasSize(1).first().asString()
                .contains("--threads");
    }

    @Test
    void smallDemoRunsAsPackaged() throws Exception {
        Outcome outcome = launch("demo", "--threads=30", "--connections=2", "--seconds=1", "--json");
        assertThat(outcome.code()).isZero();
        assertThat(outcome.out()).contains("\"lostConnections\": 0");
    }

    @Test
    void interruptShowsWhatWasFound() throws Exception {
        Path out = elsewhere.resolve("out");
        Process process = new ProcessBuilder(Signal.reaching(LAUNCHER, "demo", "--threads=300", "--seconds=12"))
                .directory(elsewhere.toFile()).redirectOutput(out.toFile()).start();
        try (BufferedReader progress = process.errorReader()) {
            assertThat(progress.lines().anyMatch(line -> line.startsWith("Baton: "))).isTrue();
            Signal.interrupt(process);
            assertThat(process.waitFor()).isEqualTo(Signal.EXIT_CODE);
        } finally {
            process.destroyForcibly();
        }
        assertThat(out).content().contains("Stopped before the end.");
    }

    @Test
    @Tag("deep")
    @HangLimit(seconds = 600)
    void shippedPrimitivesAreVerified() throws Exception {
        Outcome outcome = launch("check");
        assertThat(outcome.out())
                .containsPattern("\\R[12]\\d\\d checks, [\\d,]+ executions, 0 violations, [\\d.]+ seconds\\R")
                .doesNotContain("NOT EXHAUSTED").doesNotContain("\u001b");
        assertThat(outcome.code()).isZero();
    }

    @Test
    void interruptOfTheProofShowsWhatWasVerified() throws Exception {
        Process process = new ProcessBuilder(Signal.reaching(LAUNCHER, "check")).directory(elsewhere.toFile())
                .redirectError(Redirect.DISCARD).start();
        try (BufferedReader out = process.inputReader()) {
            assertThat(nextLineWith(" verified", out)).startsWith("CancellableQueueSynchronizer");
            Signal.interrupt(process);
            assertThat(nextLineWith("Stopped, ", out))
                    .containsPattern("Stopped, \\d+ of \\d+ checks not run\\. \\d+ checks?, .* 0 violations");
            assertThat(process.waitFor()).isEqualTo(Signal.EXIT_CODE);
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    void relaxRunsAsPackaged() throws Exception {
        Outcome outcome = launch("relax", "dev.baton.cli.RelaxSamples.MailboxChecks", "--classpath", TEST_CLASSES);
        assertThat(outcome.out()).contains("**release**", "**acquire**");
        assertThat(outcome.code()).isZero();
    }

    @Test
    void interruptOfALongCheckShowsWhatWasFound() throws Exception {
        Process process = new ProcessBuilder(Signal.reaching(LAUNCHER, "check", "dev.baton.cli.CheckSamples.Wrong",
                "dev.baton.cli.CheckSamples.Long", "--classpath", TEST_CLASSES)).directory(elsewhere.toFile())
                .redirectError(Redirect.DISCARD).start();
        try (BufferedReader out = process.inputReader()) {
            assertThat(nextLineWith("VIOLATED", out)).isNotNull();
            Signal.interrupt(process);
            assertThat(nextLineWith("Stopped, ", out)).contains(" 1 violation");
            assertThat(process.waitFor()).isEqualTo(Signal.EXIT_CODE);
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    void interruptOfABenchmarkSaysWhereItsResultsAre() throws Exception {
        Process process = new ProcessBuilder(Signal.reaching(LAUNCHER, "bench", "uncontended-semaphore", "--force"))
                .directory(elsewhere.toFile()).redirectOutput(Redirect.DISCARD).start();
        try (BufferedReader progress = process.errorReader()) {
            assertThat(nextLineWith("forks, about", progress)).isNotNull();
            Signal.interrupt(process);
            assertThat(nextLineWith("baton: stopped.", progress)).contains("target/bench");
            assertThat(process.waitFor()).isEqualTo(Signal.EXIT_CODE);
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    void pipedOutputHasNoColours() throws Exception {
        for (String[] arguments : new String[][]{{"--help"}, {"check", "--help"},
                {"check", "dev.baton.cli.CheckSamples.Wrong", "--classpath", TEST_CLASSES}, {"demo", "--bogus"}}) {
            Outcome outcome = launch(arguments);
            assertThat(outcome.out() + outcome.err()).isNotEmpty().doesNotContain("\u001b");
        }
    }

    private static @Nullable String nextLineWith(String text, BufferedReader reader) throws IOException {
        String line = reader.readLine();
        while (line != null && !line.contains(text)) {
            line = reader.readLine();
        }
        return line;
    }

    private Outcome launch(String... arguments) throws Exception {
        return SourceTree.run(Path.of(LAUNCHER), elsewhere, System.getenv(),
                arguments);
    }
}
