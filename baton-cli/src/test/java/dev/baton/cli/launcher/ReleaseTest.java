package dev.baton.cli.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.testing.HangLimit;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a release publishes; builds it twice, so only in deep runs. */
class ReleaseTest {
    @TempDir
    Path place;

    @Test
    @Tag("deep")
    @HangLimit(seconds = 1800)
    void twoBuildsHaveTheSameBytes() throws Exception {
        Process process = new ProcessBuilder(Path.of(System.getProperty("baton.root"), "build/reproducible").toString(),
                place.toString()).redirectErrorStream(true).start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(out).isZero();
        assertThat(place.resolve("first.sha256")).content().contains("bom.json", "baton-core-", "-javadoc.jar",
                "-sources.jar");
    }
}
