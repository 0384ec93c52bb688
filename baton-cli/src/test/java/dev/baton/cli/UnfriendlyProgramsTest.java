package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Whatever a program does, each of its checks has a line and a verdict, and text, JSON and exit code agree. Each runs in a
 * process of its own, which the program must not end.
 */
class UnfriendlyProgramsTest {
    @TempDir
    Path directory;

    private Forked run(String program, String... options) throws Exception {
        List<String> arguments = new ArrayList<>(List.of("check", "dev.baton.cli.UnfriendlyPrograms." + program));
        arguments.addAll(List.of(options));
        return Forked.command(directory, arguments);
    }

    @ParameterizedTest
    @CsvSource({"CallsNativeCode, refused, 3, nativeCount: native code cannot be modelled",
            "EndsTheProcess, refused, 3, no check may make this call",
            "EndsTheProgram, verified, 2, executions end before all threads do",
            "RedirectsOutput, refused, 2, no check may make this call",
            "PrintsElsewhere, refused, 1, PrintStream.println",
            "ReadsInput, refused, 1, System.in",
            "Prints, verified, 2, ''",
            "ThrowsAnInternalError, violated, 1, InternalError: of the program",
            "ThrowsWhatCannotBeShown, violated, 1, Secretive: the secret",
            "OverflowsTheStack, verified, 1, ''",
            "UsesTheJdksSynchronousQueue, verified, 1, ''"})
    void comesToItsWord(String program, String verdict, int checks, String words) throws Exception {
        int code = switch (verdict) {
            case "verified" -> 0;
            case "violated" -> 1;
            default -> 2;
        };
        Forked text = run(program);
        assertThat(text.code()).as(text.out()).isEqualTo(code);
        assertThat(text.out()).contains(words).contains(checks + (checks == 1 ? " check," : " checks,"))
                .doesNotContain("noise");
        Forked json = run(program, "--json");
        assertThat(json.code()).isEqualTo(code);
        assertThat(verdicts(json.out())).hasSize(checks).containsOnly(verdict);
    }

    private static List<String> verdicts(String json) throws IOException {
        JsonNode checks = new ObjectMapper().readTree(json).get("checks");
        return StreamSupport.stream(checks.spliterator(), false)
                .map(each -> each.get("verdict").asText()).toList();
    }
}
