package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;

class CommandLineTest {
    @Test
    void helpReadsWell() throws IOException {
        Shell shell = Shell.run("--help");
        assertThat(shell.code()).isZero();
        assertThat(shell.err()).isEmpty();
        Golden.assertMatches("help.txt", shell.out());
    }

    @ParameterizedTest
    @ValueSource(strings = {"check", "relax", "demo", "bench"})
    void helpOfACommandReadsWell(String command) throws IOException {
        Shell shell = Shell.run(command, "--help");
        assertThat(shell.code()).isZero();
        Golden.assertMatches("help-" + command + ".txt", shell.out());
    }

    @Test
    void versionNamesTheBuildAndTheJdk() {
        Shell shell = Shell.run("--version");
        assertThat(shell.code()).isZero();
        assertThat(shell.out()).matches("(?s)baton \\d+\\.\\d+\\.\\d+\\S*\\RJDK " + Runtime.version().feature() + ".*");
    }

    @Test
    void withoutCommandShowsHelpAsAnError() {
        Shell shell = Shell.run();
        assertThat(shell.code()).isEqualTo(2);
        assertThat(shell.out()).isEmpty();
        assertThat(shell.err()).startsWith("Usage: baton");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            "dmo                    | baton: unknown command 'dmo'; did you mean demo? Try 'baton --help'.",
            "--colour               | baton: unknown option '--colour'. Try 'baton --help'.",
            "demo --thread=5        | baton: unknown option '--thread=5'; did you mean --threads? Try 'baton demo --help'.",
            "demo now               | baton: unknown argument 'now'. Try 'baton demo --help'.",
            "demo --threads=many    | baton: invalid value for option '--threads': 'many' is not an int. Try 'baton demo --help'.",
            "demo --threads=0       | baton: --threads must be between 1 and 1,000,000, not 0. Try 'baton demo --help'.",
            "demo --connections=-1  | baton: --connections must be between 1 and 1,000, not -1. Try 'baton demo --help'.",
            "demo --seconds=3601    | baton: --seconds must be between 1 and 3,600, not 3,601. Try 'baton demo --help'.",
            "demo --threads         | baton: missing required parameter for option '--threads' (N). Try 'baton demo --help'."})
    void wrongInputIsOneSentence(String arguments, String sentence) {
        Shell shell = Shell.run(arguments.split(" ", -1));
        assertThat(shell.err()).isEqualToIgnoringNewLines(sentence);
        assertThat(shell.code()).isEqualTo(2);
        assertThat(shell.out()).isEmpty();
    }

    @Test
    void problemOfACommandIsOneSentence() {
        Shell shell = Shell.run(withBroken(new InputProblem("There is no class 'a.B'.")), "broken");
        assertThat(shell.err()).isEqualToIgnoringNewLines("baton: There is no class 'a.B'.");
        assertThat(shell.code()).isEqualTo(2);
    }

    @Test
    void faultInBatonIsNeitherAVerdictNorTheUsersMistake() {
        Shell shell = Shell.run(withBroken(new IllegalStateException("planted\nin two lines")), "broken");
        assertThat(shell.code()).isEqualTo(70);
        assertThat(shell.err().lines()).hasSize(1).first().asString().contains("planted in two lines", "--verbose");
    }

    @Test
    void verboseShowsTheStack() {
        for (String[] arguments : new String[][]{{"--verbose", "broken"}, {"broken", "--verbose"}}) {
            Shell shell = Shell.run(withBroken(new InputProblem("planted")), arguments);
            assertThat(shell.err()).contains("InputProblem", "\tat ");
            assertThat(shell.code()).isEqualTo(2);
        }
    }

    private static CommandLine withBroken(Exception failure) {
        return Main.commandLine().addSubcommand("broken", new Broken(failure));
    }

    /** A command that fails. */
    @Command(name = "broken")
    private static final class Broken implements Callable<Integer> {
        private final Exception failure;

        Broken(Exception failure) {
            this.failure = failure;
        }

        @Override
        public Integer call() throws Exception {
            throw failure;
        }
    }
}
