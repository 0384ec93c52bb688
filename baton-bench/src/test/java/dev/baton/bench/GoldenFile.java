package dev.baton.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Compares text with a file under src/test/resources; with {@code -Dgolden.update=true} it writes the file instead. */
public final class GoldenFile {
    private GoldenFile() {}

    public static void assertSame(String name, String actual) throws IOException {
        Path file = Path.of("src/test/resources/dev/baton/bench", name);
        if (Boolean.getBoolean("golden.update")) {
            Files.createDirectories(file.getParent());
            Files.writeString(file, actual);
        }
        assertThat(actual).isEqualTo(Files.readString(file));
    }
}
