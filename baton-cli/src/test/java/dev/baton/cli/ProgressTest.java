package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ProgressTest {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);

    @Test
    void linesComeOncePerQuarter() {
        try (Progress progress = new Progress.Lines("work", 8_000, "s", 1_000, out)) {
            for (int done = 0; done <= 9_000; done += 100) {
                progress.show(done, "fine");
            }
        }
        assertThat(bytes.toString(StandardCharsets.UTF_8)).isEqualToNormalizingNewlines("""
                work: 2 of 8 s, fine
                work: 4 of 8 s, fine
                work: 6 of 8 s, fine
                work: 8 of 8 s, fine
                """);
    }

    @Test
    void barStaysWithinItsTotal() {
        try (Progress progress = new Progress.Bar("work", 8_000, "s", 1_000, out)) {
            progress.show(9_000, "fine");
        }
        assertThat(bytes.toString(StandardCharsets.UTF_8)).contains("8/8 s");
    }
}
