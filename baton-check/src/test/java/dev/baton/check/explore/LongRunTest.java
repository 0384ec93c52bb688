package dev.baton.check.explore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.testing.HangLimit;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Memory does not grow with the number of executions. */
final class LongRunTest {
    @Test
    void aHundredThousandExecutionsFitIntoASmallHeap() throws IOException, InterruptedException {
        assertThat(run("16m", "ainc", 10, 100_000)).startsWith("100000 executions");
    }

    @Test
    @Tag("deep")
    @HangLimit(seconds = 1800)
    void tenMillionExecutionsFitInto256Megabytes() throws IOException, InterruptedException {
        assertThat(run("256m", "ainc", 11, 10_000_000)).startsWith("10000000 executions");
    }

    @Test
    @Tag("deep")
    @HangLimit(seconds = 1800)
    void tenMillionExecutionsOfALockFitInto256Megabytes() throws IOException, InterruptedException {
        assertThat(run("256m", "mcs", 7, 10_000_000)).startsWith("10000000 executions");
    }

    private static String run(String heap, String family, int n, long executions)
            throws IOException, InterruptedException {
        String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path", ""));
        Process process = new ProcessBuilder(
                List.of(Path.of(System.getProperty("java.home", ""), "bin", "java").toString(), "-Xmx" + heap, "-cp",
                        classPath, LongRun.class.getName(), family, Integer.toString(n), Long.toString(executions)))
                .redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        return output;
    }
}
