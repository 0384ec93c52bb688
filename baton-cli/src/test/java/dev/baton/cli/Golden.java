package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Output that people read, kept as files; {@code -Dgolden.update=true} writes what the code says now. */
final class Golden {
    private Golden() {}

    static void assertMatches(String name, String actual) throws IOException {
        Path file = Path.of(System.getProperty("baton.root"), "baton-cli/src/test/resources/golden", name);
        if (Boolean.getBoolean("golden.update")) {
            Files.createDirectories(file.getParent());
            Files.writeString(file, actual);
        }
        assertThat(actual).as("golden file %s", name).isEqualTo(Files.readString(file));
    }
}
