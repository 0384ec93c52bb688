package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.check.api.ModelCheck;
import dev.baton.check.api.Scenario;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A check that is stopped on the command line and goes on in another call. */
class ResumeCommandTest {
    private static final String FOUR = "dev.baton.cli.ResumeCommandTest$Four";

    /** Four threads that count: 24 executions. */
    static final class Four {
        @ModelCheck
        void count(Scenario scenario) {
            AtomicInteger counter = new AtomicInteger();
            scenario.threads(4, counter::incrementAndGet);
        }
    }

    @TempDir
    Path directory;

    @Test
    void whatWasLeftIsVisitedLater() throws IOException {
        Path file = directory.resolve("four.search");
        Shell first = Shell.run("check", FOUR, "--max-executions", "7", "--save", file.toString());
        assertThat(first.out()).contains("7 executions", "NOT EXHAUSTED",
                "subtrees of 1 check are left: go on with --resume "
                        + file);
        assertThat(first.code()).isEqualTo(3);
        Shell second = Shell.run("check", FOUR, "--max-executions", "9", "--resume", file.toString(), "--save",
                file.toString());
        assertThat(second.out()).contains("16 executions");
        Shell last = Shell.run("check", FOUR, "--resume", file.toString());
        assertThat(last.out()).contains("24 executions", "verified");
        assertThat(last.code()).isZero();
        assertThat(Files.list(directory)).containsExactly(file);
    }

    @Test
    void whatIsDoneIsNotDoneAgain() {
        Path file = directory.resolve("done.search");
        Shell first = Shell.run("check", FOUR, "--save", file.toString());
        assertThat(first.out()).contains("Nothing is left to visit");
        Shell again = Shell.run("check", FOUR, "--resume", file.toString());
        assertThat(again.out()).contains("24 executions", "verified");
    }

    @Test
    void anotherCheckIsRefused() throws IOException {
        Path file = directory.resolve("four.search");
        Shell.run("check", FOUR, "--max-executions", "7", "--save", file.toString());
        Shell model = Shell.run("check", FOUR, "--model", "sc", "--resume", file.toString());
        assertThat(model.err()).contains("not among those named", "Four.count rc11");
        assertThat(model.code()).isEqualTo(2);
        Shell options = Shell.run("check", FOUR, "--processors", "2", "--resume", file.toString());
        assertThat(options.out()).contains("REFUSED", "other settings");
        assertThat(options.code()).isEqualTo(2);
        Path missing = directory.resolve("missing.search");
        assertThat(Shell.run("check", FOUR, "--resume", missing.toString()).err())
                .contains("the file " + missing + " cannot be read");
        Files.writeString(missing, "something else");
        assertThat(Shell.run("check", FOUR, "--resume", missing.toString()).err()).contains("is no file of a search");
    }
}
