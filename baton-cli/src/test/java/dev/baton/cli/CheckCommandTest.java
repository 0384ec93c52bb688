package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.proof.scenario.ProofScenarios;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CheckCommandTest {
    private static final String RIGHT = "dev.baton.cli.CheckSamples.Right";
    private static final String WRONG = "dev.baton.cli.CheckSamples.Wrong";

    @TempDir
    Path directory;

    @Test
    void verifiedCheckEndsWithZero() {
        Shell shell = Shell.run("check", RIGHT);
        assertThat(shell.err()).isEmpty();
        assertThat(shell.out())
                .containsPattern("Right\\.messageArrives +rc11 +\\d+ executions +\\d+\\.\\d\\d s  verified")
                .containsPattern("1 check, \\d+ executions, 0 violations, \\d+\\.\\d seconds");
        assertThat(shell.code()).isZero();
    }

    @Test
    void violationEndsWithOneAndShowsWhy() throws IOException {
        Path page = directory.resolve("page.html");
        Shell shell = Shell.run("check", WRONG, "--html", page.toString());
        assertThat(shell.out()).contains("VIOLATED", "In main: java.lang.AssertionError: stale", "Why:",
                "`setRelease` instead of `setOpaque`", "1 violation", "The page is " + page);
        assertThat(shell.code()).isEqualTo(1);
        assertThat(Files.readString(page)).startsWith("<!DOCTYPE html>").contains("Wrong.messageArrives");
    }

    @Test
    void interleavingBugIsToldApartFromAMemoryBug() {
        Shell shell = Shell.run("check", "dev.baton.cli.CheckSamples$Racy");
        assertThat(shell.out()).contains("nothing makes its read and its write one step", "This is an interleaving");
        assertThat(shell.code()).isEqualTo(1);
    }

    @Test
    void expectedViolationIsNone() {
        Shell shell = Shell.run("check", "dev.baton.cli.CheckSamples.Expected");
        assertThat(shell.out()).contains("violated, as expected", " 0 violations");
        assertThat(shell.code()).isZero();
    }

    @Test
    void expectedViolationThatIsNotThereCounts() {
        Shell shell = Shell.run("check", "dev.baton.cli.CheckSamples.ExpectedInVain");
        assertThat(shell.out()).contains("NO VIOLATION, though one is expected", ", 1 without the expected violation,");
        assertThat(shell.code()).isEqualTo(3);
    }

    @Test
    void boundEndsWithThree() {
        Shell shell = Shell.run("check", RIGHT, "--max-executions", "1");
        assertThat(shell.out()).contains("NOT EXHAUSTED", "reached 1 executions");
        assertThat(shell.code()).isEqualTo(3);
    }

    @Test
    void modelCanBeChosen() {
        Shell shell = Shell.run("check", WRONG, "--model", "sc,tso");
        assertThat(shell.out()).contains(" sc ", " tso ", "2 checks").doesNotContain("VIOLATED");
        assertThat(shell.code()).isZero();
    }

    @Test
    void jsonIsAllThatStandardOutputGets() {
        Shell shell = Shell.run("check", WRONG, "--json");
        assertThat(shell.out()).startsWith("{").contains("\"verdict\": \"violated\"", "\"reason\": [", "\"rf\": [");
        assertThat(shell.code()).isEqualTo(1);
    }

    @Test
    void directoryIsSearchedForChecks() throws Exception {
        Path classes = Path.of(CheckSamples.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        Path copy = directory.resolve("dev/baton/cli");
        Files.createDirectories(copy);
        for (String name : new String[]{"CheckSamples", "CheckSamples$Right", "CheckSamples$Box"}) {
            Files.copy(classes.resolve("dev/baton/cli/" + name + ".class"), copy.resolve(name + ".class"));
        }
        Shell shell = Shell.run("check", directory.toString());
        assertThat(shell.out()).contains("Right.messageArrives", "1 check,", "classes from " + directory);
        assertThat(shell.code()).isZero();
    }

    @Test
    void unreadableJarIsOneSentence() throws IOException {
        Path jar = Files.writeString(directory.resolve("broken.jar"), "no jar");
        Shell shell = Shell.run("check", jar.toString());
        assertThat(shell.err().lines()).hasSize(1).first().asString().contains("cannot read", "broken.jar");
        assertThat(shell.code()).isEqualTo(2);
    }

    @Test
    void emptyDirectoryIsOneSentence() {
        Shell shell = Shell.run("check", directory.toString());
        assertThat(shell.err().lines()).hasSize(1).first().asString().contains("no @ModelCheck method");
        assertThat(shell.code()).isEqualTo(2);
    }

    @Test
    void classFileIsOneSentence() throws IOException {
        Path file = Files.writeString(directory.resolve("A.class"), "no class");
        Shell shell = Shell.run("check", file.toString());
        assertThat(shell.err().lines()).hasSize(1).first().asString().contains("A.class is a class file",
                "--classpath");
        assertThat(shell.code()).isEqualTo(2);
    }

    @Test
    void whatIsNoClassInADirectoryIsOneSentence() throws IOException {
        Files.writeString(directory.resolve("A.class"), "no class");
        Shell named = Shell.run("check", "A", "--classpath", directory.toString());
        assertThat(named.err().lines()).hasSize(1).first().asString().contains("the class 'A' cannot be loaded");
        assertThat(named.code()).isEqualTo(2);
        assertThat(Shell.run("check", directory.toString()).code()).isEqualTo(2);
    }

    @Test
    void refusedCheckHidesNoOther() {
        Shell shell = Shell.run("check", "dev.baton.cli.CheckSamples.Unmodelled", RIGHT, WRONG);
        assertThat(shell.err()).isEmpty();
        assertThat(shell.out())
                .containsPattern("Unmodelled.sharesAList +rc11 +REFUSED: cannot be modelled: .*CheckSamples")
                .contains("verified", "VIOLATED", "3 checks", "1 violation,", "1 refused");
        assertThat(shell.code()).isEqualTo(1);
    }

    @Test
    void interruptedCheckTellsWhatWasFound() {
        Thread.currentThread().interrupt(); // as Ctrl-C does
        Shell shell = Shell.run("check", "dev.baton.cli.CheckSamples.Long", "--json");
        assertThat(Thread.interrupted()).isFalse();
        assertThat(shell.out()).as(shell.err()).startsWith("{").contains("\"stopped\": true");
        assertThat(shell.code()).isEqualTo(3);
    }

    @Test
    void pageThatIsThereIsKeptUntilAnotherIsWritten() throws IOException {
        Path page = Files.writeString(directory.resolve("page.html"), "old");
        assertThat(Shell.run("check", "no.such.Thing", "--html", page.toString()).code()).isEqualTo(2);
        assertThat(page).hasContent("old");
        Path fresh = directory.resolve("fresh.html");
        assertThat(Shell.run("check", "no.such.Thing", "--html", fresh.toString()).code()).isEqualTo(2);
        assertThat(fresh).doesNotExist();
    }

    @Test
    void shippedPrimitivesAreCheckedWithoutATarget() {
        Shell shell = Shell.run("check", "--max-executions", "1", "--model", "sc");
        assertThat(shell.out()).contains("Semaphore, fair", "Mutex", "SynchronousQueue, unfair", "BlockingPool");
        long checks = ProofScenarios.all().stream().filter(each -> !each.deep()).count();
        assertThat(shell.out()).contains(checks + " checks, ", " 0 violations");
        assertThat(shell.code()).isEqualTo(3);
    }

    @Test
    void deepIsForTheShippedPrimitives() {
        Shell shell = Shell.run("check", RIGHT, "--deep");
        assertThat(shell.err().lines()).hasSize(1).first().asString().contains("--deep is for Baton's own primitives");
        assertThat(shell.code()).isEqualTo(2);
    }

    @Test
    void classThatCannotBeModelledIsOneLineAndAWayOut() {
        Shell shell = Shell.run("check", "dev.baton.cli.CheckSamples.Unmodelled");
        assertThat(shell.out().lines()).hasSize(3).first().asString().contains("cannot be modelled", "CheckSamples");
        assertThat(shell.out()).contains("docs/what-the-checker-takes.md");
        assertThat(shell.code()).isEqualTo(2);
        assertThat(Shell.run("check", "--verbose", "dev.baton.cli.CheckSamples.Unmodelled").out()).contains("\tat ");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            "no.such.Thing      | there is no class 'no.such.Thing' on the class path",
            "missing.jar        | there is no file or directory missing.jar.",
            "some/dir           | there is no file or directory some/dir.",
            "--model=arm        | there is no memory model 'arm'",
            "--threads=-1       | --threads must be between 1 and 1,024, not -1",
            "--seconds=0        | --seconds must be positive, not 0",
            "--max-executions=0 | --max-executions must be positive, not 0",
            "--source=nowhere   | there is no directory nowhere with sources",
            "--html=no/x.html   | cannot write to no/x.html: its directory does not exist",
            "--html=/           | cannot write to /: it is a directory",
            "--bogus            | unknown option '--bogus'. Try",
            "pom.xml            | cannot read pom.xml: it is neither a directory nor a jar",
            "dev.baton.Mutex    | holds no @ModelCheck method and no @JCStressTest",
            "--threads=x        | invalid value for option '--threads'",
            "--classpath=nowhere| there is no file or directory nowhere",
            "java.lang.String   | holds no check"})
    void wrongInputIsOneSentence(String argument, String sentence) {
        Shell shell = Shell.run("check", argument);
        assertThat(shell.err().lines()).hasSize(1).first().asString().startsWith("baton: ").contains(sentence);
        assertThat(shell.code()).isEqualTo(2);
    }
}
