package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the commands print as JSON is what the published schemas say. */
class JsonSchemaTest {
    private static final Path SCHEMAS = Path.of(System.getProperty("baton.root")).resolve("docs/schema");
    private static final String SAMPLES = "dev.baton.cli.CheckSamples.";
    private static final ObjectMapper MAPPER = new ObjectMapper();

    @TempDir
    Path directory;

    private static JsonNode valid(String schema, String json) throws IOException {
        JsonSchema read = JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
                .getSchema(Files.readString(SCHEMAS.resolve(schema + ".json")));
        JsonNode node = MAPPER.readTree(json);
        assertThat(read.validate(node)).as(json).isEmpty();
        return node;
    }

    /** Each documented command that prints JSON, if it is asked to; benchmarks as far as they take seconds. */
    static List<DocumentedCommandsTest.Documented> printingJson() throws IOException {
        List<DocumentedCommandsTest.Documented> found = new ArrayList<>(DocumentedCommandsTest.runnable().stream()
                .filter(each -> Main.commandLine().getSubcommands().get(each.arguments().getFirst()).getCommandSpec()
                        .findOption("--json") != null)
                .filter(each -> !DocumentedCommandsTest.cutShort(each).contains("--list")).toList());
        found.add(new DocumentedCommandsTest.Documented("README.md",
                List.of("check", "--max-executions", "20")));
        return found;
    }

    @ParameterizedTest
    @MethodSource("printingJson")
    void documentedCommandIsAsItsSchemaSays(DocumentedCommandsTest.Documented command) throws Exception {
        ReadersProject.in(directory);
        ReadersProject.withExamples(directory, SCHEMAS.resolve("../../examples"));
        String name = command.arguments().getFirst();
        List<String> arguments = new ArrayList<>(DocumentedCommandsTest.cutShort(command));
        arguments.addAll(name.equals("bench") ? List.of("--json", "-") : List.of("--json"));
        Forked run = Forked.command(directory, arguments);
        JsonNode root = valid(name, run.out());
        if (name.equals("check")) {
            assertThat(root.get("exitCode").asInt()).isEqualTo(run.code());
            assertThat(root.get("checks").size()).isPositive();
            root.get("checks").forEach(each -> assertCounts(each));
            long sum = StreamSupport.stream(root.get("checks").spliterator(), false)
                    .mapToLong(each -> each.get("executions").asLong()).sum();
            assertThat(root.get("executions").asLong()).isEqualTo(sum);
        }
    }

    private static void assertCounts(JsonNode check) {
        assertThat(check.get("executions").asLong())
                .isEqualTo(check.get("complete").asLong() + check.get("blocked").asLong());
        String wanted = check.get("expectsViolation").asBoolean() ? "violated" : "verified";
        assertThat(check.get("expected").asBoolean()).isEqualTo(check.get("verdict").asText().equals(wanted));
    }

    /** The console counts the same executions, and the names in JSON are those of the classes, with their packages. */
    @Test
    void consoleAndJsonAgree() throws Exception {
        ReadersProject.in(directory);
        List<String> arguments = List.of("check", "com.example.MyLockTest", "--classpath",
                "target/classes:target/test-classes", "--model", "rc11,jam");
        Forked text = Forked.command(directory, arguments);
        List<String> withJson = new ArrayList<>(arguments);
        withJson.add("--json");
        JsonNode root = valid("check", Forked.command(directory, withJson).out());
        assertThat(root.get("executions").asLong()).isPositive();
        assertThat(text.out()).contains(String.format(Locale.ROOT, "2 checks, %,d executions",
                root.get("executions").asLong()));
        root.get("checks").forEach(each -> {
            assertThat(each.get("check").asText()).isEqualTo("com.example.MyLockTest.nothingIsLost");
            assertThat(each.get("origins")).hasSize(2);
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"Right", "Wrong", "Racy", "Expected", "Unmodelled"})
    void checkIsAsItsSchemaSays(String sample) throws IOException {
        Shell shell = Shell.run("check", SAMPLES + sample, "--json");
        JsonNode root = valid("check", shell.out());
        assertThat(root.get("exitCode").asInt()).isEqualTo(shell.code());
        JsonNode check = root.get("checks").get(0);
        assertThat(check.get("check").asText()).startsWith("dev.baton.cli.CheckSamples$" + sample + ".");
        boolean fine = List.of("Right", "Expected").contains(sample);
        assertThat(check.get("expected").asBoolean()).isEqualTo(fine);
    }

    @Test
    void callsOfASpecificationAreInIt() throws IOException {
        JsonNode root = valid("check", Shell.run("check", SAMPLES + "Specified", "--json").out());
        assertThat(root.get("checks").get(0).get("violations").get(0).get("kind").asText())
                .isEqualTo("specification");
        JsonNode calls = root.get("counterexamples").get(0).get("calls");
        assertThat(calls.get("threads")).hasSize(2).allSatisfy(thread -> {
            assertThat(thread.get(0).get("call").asText()).isEqualTo("increment()");
            assertThat(thread.get(0).get("result").asText()).isEqualTo("1");
        });
        assertThat(calls.get("reasons").get(0).asText()).contains("may return 2, and it returned 1");
    }

    @Test
    void executionsAreThoseThatTheConsoleCounts() throws IOException {
        JsonNode check = valid("check", Shell.run("check", SAMPLES + "Right", "--json").out()).get("checks").get(0);
        assertThat(check.get("executions").asLong())
                .isEqualTo(check.get("complete").asLong() + check.get("blocked").asLong());
    }

    @Test
    void checkThatReachesABoundIsAsItsSchemaSays() throws IOException {
        JsonNode root = valid("check", Shell.run("check", SAMPLES + "Right", "--max-executions", "1", "--json").out());
        assertThat(root.get("checks").get(0).get("bound").asText()).isEqualTo("executions");
    }

    @Test
    void classFilesThatCannotBeReadAreInIt() throws Exception {
        ReadersProject.in(directory);
        Path classes = directory.resolve("target/test-classes");
        Files.writeString(classes.resolve("Garbage.class"), "garbage");
        Shell shell = Shell.run("check", classes.toString(), "--classpath",
                directory.resolve("target/classes").toString(), "--json");
        JsonNode root = valid("check", shell.out());
        assertThat(root.get("unread").get(0).get("place").asText()).endsWith("Garbage.class");
        assertThat(root.get("checks").get(0).get("verdict").asText()).isEqualTo("verified");
        assertThat(shell.code()).isEqualTo(2);
    }

    @Test
    void relaxIsAsItsSchemaSays() throws IOException {
        valid("relax", Shell.run("relax", "dev.baton.cli.RelaxSamples.WrongMailboxChecks", "--json").out());
        valid("relax", Shell.run("relax", "dev.baton.cli.RelaxSamples.Mailbox",
                "dev.baton.cli.RelaxSamples.MailboxChecks", "--json").out());
    }

    @Test
    void demoIsAsItsSchemaSays() throws IOException {
        valid("demo", Files.readString(Path.of(System.getProperty("baton.root"))
                .resolve("baton-cli/src/test/resources/golden/demo.json")));
    }

    @Test
    void benchIsAsItsSchemaSays() throws IOException {
        valid("bench", dev.baton.bench.result.HeadlineFile.write(List.of(
                new dev.baton.bench.result.Headline("suite", "case", 1.5, null, "peer", null))));
    }
}
