package dev.baton.check.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.baton.testing.HangLimit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Prints the table of {@code docs/jcstress-samples.md} anew, for classes compiled from jcstress's samples. Their directory is the property
 * {@code jcstress.samples}; the jars that they need, separated as in a class path, are {@code jcstress.libraries}.
 */
class JcstressTableTest {
    @Test
    @HangLimit(seconds = 3600)
    void everySampleIsCheckedOrRefusedWithAReason() throws IOException {
        String classes = System.getProperty("jcstress.samples", "");
        assumeTrue(!classes.isEmpty(), "-Djcstress.samples=<directory of classes> is not given: no table is printed");
        List<Path> libraries = Arrays
                .stream(System.getProperty("jcstress.libraries", "").split(java.io.File.pathSeparator))
                .filter(each -> !each.isEmpty()).map(Path::of).toList();
        try (JcstressTable table = new JcstressTable(Path.of(classes), libraries, Duration.ofSeconds(30))) {
            List<JcstressTable.Row> rows = table.rows();
            Path file = Path.of("target", "jcstress-samples.md");
            Files.writeString(file, String.join("\n", rows.stream().map(JcstressTable.Row::line).toList()) + "\n");
            System.out.println("the table is in " + file.toAbsolutePath());
            assertThat(rows).isNotEmpty();
            assertThat(rows.stream().filter(JcstressTable.Row::hasRemark)).noneMatch(
                    row -> row.line().contains("the checker failed"));
        }
    }
}
