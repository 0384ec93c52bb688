package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The programs of {@code docs/lab/everyday-programs.md}, written as a newcomer would write them: each has the verdict that its row
 * says, which was derived before the run.
 */
class EverydayProgramsTest {
    private static final Path LAB = Path.of(System.getProperty("baton.root"), "docs/lab");
    private static final Pattern ROW = Pattern
            .compile("(?m)^\\| `(\\w+)\\.(\\w+)` \\| rc11 \\| (verified|violated|refused) \\|");

    /** By class and method. */
    private static Map<String, String> table() throws IOException {
        Map<String, String> rows = new TreeMap<>();
        Matcher matcher = ROW.matcher(Files.readString(LAB.resolve("everyday-programs.md")));
        while (matcher.find()) {
            rows.put(matcher.group(1) + "." + matcher.group(2), matcher.group(3));
        }
        return rows;
    }

    @ParameterizedTest
    @ValueSource(strings = {"Guarded", "Queues", "Pools", "Threads", "Texts"})
    void programHasTheVerdictOfItsRow(String file) throws IOException {
        Shell shell = Shell.run("check", source(file), "--model", "rc11", "--json");
        requireVerdicts(file, shell.out());
    }

    /** The API of these programs is a preview of the JDK: it needs a JVM that is told so. */
    @Test
    void structuredProgramsHaveTheVerdictsOfTheirRows() throws Exception {
        String out = Forked.of(LAB, List.of("--enable-preview", "--add-opens", "java.base/java.lang=ALL-UNNAMED"),
                "dev.baton.cli.Main", "check", source("Structured"), "--model", "rc11", "--json").out();
        requireVerdicts("Structured", out.substring(out.indexOf('{'), out.lastIndexOf('}') + 1));
    }

    private static String source(String file) {
        return LAB.resolve("everyday/" + file + ".java").toString();
    }

    private static void requireVerdicts(String file, String json) throws IOException {
        JsonNode checks = new ObjectMapper().readTree(json).get("checks");
        assertThat(checks).as(json).isNotNull();
        Map<String, String> found = new TreeMap<>();
        for (JsonNode check : checks) {
            found.put(check.get("check").asText(), check.get("verdict").asText());
        }
        Map<String, String> expected = table();
        expected.keySet().removeIf(program -> !program.startsWith(file + "."));
        assertThat(found).isEqualTo(expected);
    }

    /** Of eight programs, one may be refused at most. */
    @Test
    void mostComeToAVerdict() throws IOException {
        Map<String, String> rows = table();
        long refused = rows.values().stream().filter("refused"::equals).count();
        assertThat(rows).hasSizeGreaterThan(100);
        assertThat(8 * refused).isLessThanOrEqualTo(rows.size());
    }
}
