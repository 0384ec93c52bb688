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
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
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
