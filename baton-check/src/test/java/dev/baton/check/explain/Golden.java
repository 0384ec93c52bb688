package dev.baton.check.explain;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Output that people read, kept as files; {@code -Dgolden.update=true} writes what the code says now. */
final class Golden {
    private Golden() {}

    /** Numbers of source lines are left out, so that an edit of a case study does not count. */
    static void assertMatches(String name, String actual) throws IOException {
        String stable = actual.replaceAll("\\.java:\\d+", ".java:N").replaceAll("(\\S) {2,}", "$1  ")
                .replaceAll("(?m) +$", "");
        Path file = Path.of(System.getProperty("baton.root"), "baton-check/src/test/resources/golden", name);
        if (Boolean.getBoolean("golden.update")) {
            Files.createDirectories(file.getParent());
            Files.writeString(file, stable);
        }
        assertThat(stable).as("golden file %s", name).isEqualTo(Files.readString(file));
    }
}
