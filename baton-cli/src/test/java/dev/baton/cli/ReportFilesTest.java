package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Element;

/** What build servers get to read. */
class ReportFilesTest {
    private static final String CHECKS = """
            package own;
            import dev.baton.check.api.*;
            public class Checks {
                volatile int value;
                @ModelCheck void fine(Scenario scenario) {
                    scenario.threads(2, () -> value = 1);
                }
                @ModelCheck void lost(Scenario scenario) {
                    scenario.threads(2, () -> value = value + 1);
                    scenario.finallyAssert(() -> { if (value != 2) throw new AssertionError("<lost> & \\u0001 ]]>"); });
                }
                @ModelCheck void refused(Scenario scenario) {
                    scenario.thread("reader", () -> { try { System.in.read(); } catch (java.io.IOException e) { } value = 1; });
                    scenario.thread("other", () -> value = 2);
                }
                @ModelCheck(loopBound = 3) void long_(Scenario scenario) {
                    scenario.threads(2, () -> { for (int i = 0; i < 9; i++) { value = i; } });
                }
            }
            """;

    @TempDir
    Path directory;
    private Path classes;

    @BeforeEach
    void compile() throws Exception {
        Path source = Files.writeString(
                Files.createDirectories(directory.resolve("src/main/java/own")).resolve("Checks.java"), CHECKS);
        classes = Files.createDirectories(directory.resolve("target/classes"));
        SourceCompiler.compile(List.of(source), List.of(), classes);
    }

    private Shell check(String... more) {
        List<String> arguments = new java.util.ArrayList<>(List.of("check", classes.toString()));
        arguments.addAll(List.of(more));
        return Shell.run(arguments.toArray(String[]::new));
    }

    @Test
    void junitReportHasEveryCheckAndItsVerdict() throws Exception {
        Path file = directory.resolve("report.xml");
        assertThat(check("--junit-xml", file.toString()).code()).isEqualTo(1);
        Element suite = DocumentBuilderFactory.newDefaultInstance().newDocumentBuilder()
                .parse(new ByteArrayInputStream(Files.readAllBytes(file))).getDocumentElement();
        assertThat(suite.getAttribute("tests")).isEqualTo("4");
        assertThat(suite.getAttribute("failures")).as("one violated, one not exhausted").isEqualTo("2");
        assertThat(suite.getAttribute("errors")).as("one refused").isEqualTo("1");
        Element failure = (Element) suite.getElementsByTagName("failure").item(0).getParentNode();
        assertThat(failure.getAttribute("classname")).isEqualTo("own.Checks");
        assertThat(suite.getTextContent()).contains("<lost> & ? ]]>").contains("Checks.java:");
    }

    @Test
    void sarifPointsAtTheLine() throws Exception {
        Path file = directory.resolve("report.sarif");
        check("--sarif", file.toString());
        JsonNode run = new ObjectMapper().readTree(Files.readString(file, StandardCharsets.UTF_8)).get("runs").get(0);
        assertThat(run.get("results")).hasSize(3);
        JsonNode lost = stream(run.get("results"))
                .filter(each -> each.get("ruleId").asText().equals("violated")).findFirst().orElseThrow();
        assertThat(lost.at("/locations/0/physicalLocation/artifactLocation/uri").asText())
                .endsWith("src/main/java/own/Checks.java");
        assertThat(lost.at("/locations/0/physicalLocation/region/startLine").asInt()).isBetween(9, 10);
        assertThat(lost.at("/codeFlows/0/threadFlows/0/locations").size()).isGreaterThan(2);
        assertThat(stream(run.at("/tool/driver/rules")).map(each -> each.get("id").asText()))
                .contains("violated", "refused", "not-exhausted");
    }

    private static Stream<JsonNode> stream(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false);
    }

    @Test
    void annotationIsOneLine() {
        Shell run = check("--github");
        List<String> lines = run.out().lines().filter(each -> each.startsWith("::")).toList();
        assertThat(lines).hasSize(3);
        assertThat(lines).anySatisfy(each -> assertThat(each).startsWith("::error file=").contains("Checks.java,line=")
                .contains("title=Checks.lost::").contains("%0A"));
        assertThat(lines).anySatisfy(each -> assertThat(each).startsWith("::warning "));
    }

    @Test
    void jsonStaysAlone() throws Exception {
        Shell run = check("--github", "--json");
        new ObjectMapper().readTree(run.out());
        assertThat(run.err()).contains("::error ");
    }

    @Test
    void fileThatCannotBeWrittenIsSaidBeforeTheWork() {
        Shell run = check("--sarif", directory.resolve("no/such/dir.sarif").toString());
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).contains("cannot write to");
    }
}
