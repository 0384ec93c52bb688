package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.bench.result.Headline;
import dev.baton.bench.result.HeadlineFile;
import dev.baton.testing.HangLimit;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BenchCommandTest {
    @TempDir
    Path directory;
    private Shell shell;

    private int run(String... arguments) {
        List<String> all = new ArrayList<>(List.of("bench"));
        all.addAll(List.of(arguments));
        shell = Shell.run(all.toArray(String[]::new));
        return shell.code();
    }

    private void assertOneSentence(String... parts) {
        assertThat(shell.err().strip()).doesNotContain("\n").contains(parts);
    }

    @Test
    @HangLimit(seconds = 120)
    void measuresAndWritesEverything() throws Exception {
        Path json = directory.resolve("out.json");
        int code = run("smoke", "--quick", "--force", "--iteration-ms", "30", "--out", directory.toString(), "--json",
                json.toString());
        assertThat(code).as(shell.err()).isZero();
        List<Headline> headlines = HeadlineFile.read(Files.readString(json));
        assertThat(headlines).hasSize(1);
        assertThat(headlines.get(0).caseName()).isEqualTo("virtual threads=2");
        assertThat(Objects.requireNonNull(headlines.get(0).ratio()).value()).isPositive();
        assertThat(shell.out()).contains("virtual threads=2", "j.u.c. ReentrantLock, fair", "Goals");
        assertThat(directory.resolve("jmh.json")).content().contains("GateBenchmark.operation", "rawData",
                "gc.alloc.rate.norm");
        assertThat(directory.resolve("report.html")).content().contains("<svg", "./baton bench smoke --quick", "p99.9")
                .doesNotContain("What did not finish");
        assertThat(run("--compare", json.toString(), "--results", json.toString())).isZero();
    }

    @Test
    void jsonToStandardOutputIsAllItGets() {
        assertThat(run("footprint", "--out", directory.toString(), "--json", "-")).isZero();
        assertThat(HeadlineFile.read(shell.out())).isEmpty();
    }

    @Test
    void unknownSuiteIsOneSentence() {
        assertThat(run("semaphor")).isEqualTo(2);
        assertOneSentence("there is no suite 'semaphor'");
    }

    @Test
    void unknownOptionIsOneSentence() {
        assertThat(run("--fast")).isEqualTo(2);
        assertOneSentence("--fast");
    }

    @Test
    void missingFileIsOneSentenceBeforeAnythingRuns() {
        assertThat(run("--compare", directory.resolve("old.json").toString())).isEqualTo(2);
        assertOneSentence("there is no file");
    }

    @Test
    void wrongFileIsOneSentence() throws Exception {
        Path file = Files.writeString(directory.resolve("old.json"), "{\"not\": \"this\"}");
        assertThat(run("--compare", file.toString())).isEqualTo(2);
        assertOneSentence("is not a file of headline ratios");
    }

    @Test
    void directoryInsteadOfAFileIsOneSentence() {
        assertThat(run("--compare", directory.toString())).isEqualTo(2);
        assertOneSentence("cannot read");
    }

    @Test
    void unwritableOutputIsFoundOutBeforeAnythingRuns() {
        assertThat(run("smoke", "--force", "--out", directory.toString(), "--json",
                directory.resolve("missing/out.json").toString())).isEqualTo(2);
        assertOneSentence("cannot write");
    }

    @Test
    void slowdownIsReportedAndChangesTheExitCode() throws Exception {
        Path old = Files.writeString(directory.resolve("old.json"), """
                [{"suite": "s", "case": "c", "baton": 1, "peer": 3, "peerName": "p", "ratio": 3.0, "error": 0.1}]""");
        Path now = Files.writeString(directory.resolve("now.json"), """
                [{"suite": "s", "case": "c", "baton": 1, "peer": 2, "peerName": "p", "ratio": 2.0, "error": 0.1}]""");
        assertThat(run("--compare", old.toString(), "--results", now.toString())).isEqualTo(1);
        assertThat(shell.out()).contains("Slower beyond the error:", "s: c");
    }

    @Test
    void listShowsEverySuite() {
        assertThat(run("--list")).isZero();
        assertThat(shell.out()).contains("semaphore", "abort", "footprint");
    }
}
