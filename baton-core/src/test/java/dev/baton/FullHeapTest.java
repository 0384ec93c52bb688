package dev.baton;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** With a heap that is really full nobody sleeps for ever: see {@link FullHeapProbe}, which has a small JVM of its own. */
class FullHeapTest {
    @Test
    void nobodyIsLostWhenMemoryRunsOut() throws Exception {
        Process process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx24m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp",
                System.getProperty("java.class.path"), FullHeapProbe.class.getName()).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        List<String> lost = output.lines()
                .filter(line -> line.contains(": ") && !line.startsWith("served") && !line.startsWith("INFO")).toList();
        assertThat(lost).as(output).isEmpty();
        assertThat(process.exitValue()).as(output).isZero();
        assertThat(output.lines().filter(line -> line.startsWith("served"))).as(output)
                .hasSize(FullHeapProbe.cases().size());
    }
}
