package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RelaxCommandTest {
    private static final String MAILBOX = "dev.baton.cli.RelaxSamples.Mailbox";
    private static final String CHECKS = "dev.baton.cli.RelaxSamples.MailboxChecks";
    private static final String SOURCES = Path.of(System.getProperty("baton.root"), "baton-cli/src/test/java")
            .toString();

    @TempDir
    Path directory;

    @Test
    void interruptedRunSaysHowFarItCame() {
        for (String[] arguments : new String[][]{{"relax", "dev.baton.cli.CheckSamples.Long"},
                {"relax", "dev.baton.cli.CheckSamples.Long", "--json"}}) {
            Thread.currentThread().interrupt(); // as Ctrl-C does
            Shell shell = Shell.run(arguments);
            assertThat(Thread.interrupted()).isFalse();
            assertThat(shell.out()).as(shell.err()).containsAnyOf("Stopped before the end.", "\"stopped\": true");
            assertThat(shell.code()).isEqualTo(3);
        }
    }

    @Test
    void tableSaysWhatIsEnoughAndWhyNotLess() {
        Shell shell = Shell.run("relax", MAILBOX, CHECKS);
        assertThat(shell.err()).isEmpty();
        assertThat(shell.out())
                .containsPattern("`FULL.setVolatile` +\\| volatile \\| \\*\\*release\\*\\* \\| opaque: .*stale 0")
                .containsPattern("`FULL.getVolatile` +\\| volatile \\| \\*\\*acquire\\*\\* \\| opaque: .*stale 0")
                .contains("No scenario exercises these sites", "`FULL.setOpaque`", "candidates");
        assertThat(shell.code()).isZero();
    }

    @Test
    void classesToRelaxNeedNotBeNamed() {
        Shell shell = Shell.run("relax", CHECKS, "--model", "rc11");
        assertThat(shell.out()).contains("**release**", "**acquire**");
        assertThat(shell.code()).isZero();
    }

    @Test
    void patchChangesTheSource() throws IOException {
        Path patch = directory.resolve("relax.patch");
        Shell shell = Shell.run("relax", MAILBOX, CHECKS, "--patch", patch.toString(), "--source", SOURCES);
        assertThat(shell.out()).contains("The patch is " + patch).doesNotContain("Not in the patch");
        assertThat(Files.readString(patch)).contains("+++ b/dev/baton/cli/RelaxSamples.java",
                "-            FULL.setVolatile(this, true);", "+            FULL.setRelease(this, true);",
                "FULL.getAcquire(this)");
        assertThat(shell.code()).isZero();
    }

    @Test
    void startThatDoesNotVerifyEndsWithOneAndShowsWhy() {
        Shell shell = Shell.run("relax", "dev.baton.cli.RelaxSamples.WrongMailboxChecks");
        assertThat(shell.out()).contains("The modes to start from do not verify", "stale 0", "[opaque]");
        assertThat(shell.code()).isEqualTo(1);
        Shell json = Shell.run("relax", "dev.baton.cli.RelaxSamples.WrongMailboxChecks", "--json");
        assertThat(json.out()).startsWith("{").contains("\"unverifiedStart\"", "\"kind\": \"safety\"");
        assertThat(json.code()).isEqualTo(1);
    }

    @Test
    void fromVolatileStartsFromTheStrongest() {
        Shell shell = Shell.run("relax", CHECKS, "--from-volatile", "--threads", "2");
        assertThat(shell.out()).contains("| start ", "**release**");
        assertThat(shell.code()).isZero();
    }

    @Test
    void budgetEndsWithThree() {
        Shell shell = Shell.run("relax", CHECKS, "--max-executions", "1");
        assertThat(shell.out()).contains("not exhausted");
        assertThat(shell.code()).isEqualTo(3);
    }

    @Test
    void jsonIsAllThatStandardOutputGets() throws IOException {
        Path patch = directory.resolve("relax.patch");
        Shell shell = Shell.run("relax", CHECKS, "--json", "--patch", patch.toString(), "--source", SOURCES);
        assertThat(shell.out().strip()).startsWith("{").endsWith("}").contains("\"release\"");
        assertThat(shell.err()).contains("The patch is " + patch);
        assertThat(shell.code()).isZero();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            "                                             | missing required parameter",
            "no.such.Thing                                | there is no class 'no.such.Thing' on the class path",
            "dev.baton.cli.RelaxSamples.Mailbox           | none of the classes named holds a @ModelCheck",
            "java.lang.String                             | belongs to the JDK",
            "dev.baton.cli.RelaxSamples.UnmodelledChecks  | sharesAList",
            "X --model=arm                                | there is no memory model 'arm'",
            "X --threads=0                                | --threads must be between 1 and 1,024, not 0",
            "X --source=nowhere                           | there is no directory nowhere with sources",
            "X --patch=no/such/dir/file                   | cannot write to no/such/dir/file"})
    void wrongInputIsOneSentence(String arguments, String sentence) {
        Shell shell = Shell.run(("relax " + (arguments == null ? "" : arguments)).strip().split(" +", -1));
        assertThat(shell.err().lines()).hasSize(1).first().asString().startsWith("baton: ").contains(sentence);
        assertThat(shell.out()).isEmpty();
        assertThat(shell.code()).isEqualTo(2);
    }
}
