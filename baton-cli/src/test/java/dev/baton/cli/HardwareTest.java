package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A counterexample says where it can happen, if that is asked. */
class HardwareTest {
    private static final String SAMPLES = "dev.baton.cli.HardwareSamples.";

    @TempDir
    Path directory;

    @ParameterizedTest(name = "{0}: {1}, {2}, {3}")
    @CsvSource({"StoreBuffering, yes, yes, yes", "MessagePassing, no, yes, yes", "ReleaseThenAcquire, yes, no, yes",
            "LoadBuffering, no, yes, yes", "BranchForNothing, no, no, yes", "Plain, yes, yes, yes"})
    void saysWhere(String sample, String x86, String arm8, String java) {
        Shell shell = Shell.run("check", SAMPLES + sample, "--hardware", "x86,arm8");
        assertThat(shell.out())
                .contains("Where: x86: " + x86 + " · ARMv8: " + arm8 + " · Java, any JIT: " + java + "\n");
        assertThat(shell.code()).isEqualTo(ExitCode.VIOLATION);
    }

    @Test
    void isInJsonAndOnThePage() throws Exception {
        Path page = directory.resolve("page.html");
        Shell shell = Shell.run("check", SAMPLES + "MessagePassing", "--hardware", "arm8", "--json", "--html",
                page.toString());
        JsonNode where = new ObjectMapper().readTree(shell.out()).get("counterexamples").get(0).get("where");
        assertThat(where.toString()).isEqualTo("""
                [{"machine":"ARMv8","model":"arm8","answer":"yes"},\
                {"machine":"Java, any JIT","model":"java","answer":"yes"}]""");
        assertThat(Files.readString(page)).containsPattern("\"machine\": ?\"ARMv8\"");
    }

    @Test
    void nothingIsSaidUnlessAsked() {
        assertThat(Shell.run("check", SAMPLES + "MessagePassing").out()).doesNotContain("Where:");
    }

    @Test
    void whatIsNotExhaustedIsSaid() {
        Shell shell = Shell.run("check", SAMPLES + "MessagePassing", "--hardware", "x86", "--max-executions", "3");
        assertThat(shell.out()).contains("Where: x86: not exhausted · ");
    }

    @Test
    void unknownHardwareIsRefused() {
        Shell shell = Shell.run("check", SAMPLES + "MessagePassing", "--hardware", "sparc");
        assertThat(shell.code()).isEqualTo(ExitCode.USAGE);
        assertThat(shell.err()).contains("--hardware is a list of x86, arm8 and java, not 'sparc'");
    }
}
