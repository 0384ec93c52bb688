package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.check.explore.Progress;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class CheckProgressTest {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);

    @Test
    void saysExecutionsRateEstimateAndScenario() {
        Progress progress = new Progress(12_345, 10_000, 4_321.4, 50_000, Duration.ofSeconds(3));
        assertThat(CheckProgress.text(7, 169, "Semaphore, fair: exclusion", progress)).isEqualTo(
                "7/169  12,345 executions, 4,321 a second, about 40,000 to come  Semaphore, fair: exclusion");
    }

    @Test
    void estimateThatWasTooSmallIsNotShown() {
        Progress progress = new Progress(20, 11, 5, 10, Duration.ofSeconds(4));
        assertThat(CheckProgress.text(1, 1, "a", progress)).isEqualTo("20 executions, 5 a second  a");
    }

    @Test
    void lineNeverWraps() {
        try (CheckProgress progress = new CheckProgress(true, out)) {
            progress.next("x".repeat(200), 3);
        }
        assertThat(bytes.toString(StandardCharsets.UTF_8).replaceAll("\r\u001b\\[2K", "")).hasSize(79)
                .endsWith("...");
    }

    @Test
    void nothingIsShownWhereNobodyWatches() {
        try (CheckProgress progress = new CheckProgress(false, out)) {
            progress.next("a", 3);
        }
        assertThat(bytes.size()).isZero();
    }
}
