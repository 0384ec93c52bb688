package dev.baton;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The contract of a primitive, its Javadoc, has the same headings in the same order everywhere. */
class HeadingsTest {
    private static final List<String> HEADINGS = List.of("fairness", "timeout, interrupt, cancel", "memory effects",
            "progress",
            "cost");
    private static final Pattern HEADING = Pattern.compile("<b>([^<]*)</b>");

    @Test
    void contractsHaveTheSameHeadings() throws IOException {
        List<String> primitives = new ArrayList<>();
        List<String> wrong = new ArrayList<>();
        try (Stream<Path> files = Files.list(Path.of("src", "main", "java", "dev", "baton"))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                String headings = headings(Files.readString(file));
                if (!headings.isEmpty()) {
                    primitives.add(file.toString());
                    if (!inOrder(headings)) {
                        wrong.add(file.getFileName() + ": " + headings);
                    }
                }
            }
        }
        assertThat(primitives).hasSizeGreaterThan(15);
        assertThat(wrong).isEmpty();
    }

    private static String headings(String source) {
        return HEADING.matcher(source).results().map(MatchResult::group).collect(Collectors.joining(" "))
                .toLowerCase(Locale.ROOT);
    }

    private static boolean inOrder(String headings) {
        int from = 0;
        for (String heading : HEADINGS) {
            from = headings.indexOf(heading, from);
            if (from < 0) {
                return false;
            }
        }
        return true;
    }
}
