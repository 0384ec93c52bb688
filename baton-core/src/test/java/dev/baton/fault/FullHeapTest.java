package dev.baton.fault;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.testing.HangLimit;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Nobody sleeps on whom a call served in a heap that is really full: in a Java machine of its own. */
class FullHeapTest {
    @Test
    @HangLimit(seconds = 240)
    void nobodySleepsOnAfterAFullHeap() throws IOException, InterruptedException {
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        Process probe = new ProcessBuilder(java.toString(), "-Xmx12m", "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"), FullHeapProbe.class.getName()).redirectErrorStream(true).start();
        String output = new String(probe.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(probe.waitFor()).as(output).isZero();
        SortedMap<String, String> lost = new TreeMap<>();
        int rows = 0;
        for (String line : output.lines().filter(each -> each.contains("\t")).toList()) {
            String[] row = line.split("\t");
            rows++;
            if (!row[1].equals("0")) {
                lost.put(row[0], row[1] + " of 5");
            }
        }
        assertThat(rows).as(output).isGreaterThan(44);
        assertThat(lost).as(output).isEmpty();
    }
}
