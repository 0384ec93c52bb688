package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code --explain} says before the run is what the run says. */
class ExplanationTest {
    private static final String CHECK = """
            import dev.baton.check.api.*;
            import java.nio.file.*;
            class Saves {
                interface Store { void save(String text); }
                static class FileStore implements Store {
                    public void save(String text) {
                        try {
                            Files.writeString(Path.of(text), text);
                        } catch (java.io.IOException failed) {
                            throw new AssertionError(failed);
                        }
                    }
                }
                static class NoStore implements Store {
                    public void save(String text) {}
                }
                static class Unused implements Store {
                    public void save(String text) { System.exit(1); }
                }
                @ModelCheck void saves(Scenario scenario) {
                    Store store = new %s();
                    scenario.threads(2, () -> store.save("x"));
                }
            }
            """;

    @TempDir
    Path directory;

    private Path source(String store) throws Exception {
        return Files.writeString(directory.resolve("Saves.java"), CHECK.formatted(store));
    }

    @Test
    void namesTheCallsThatTheRunRefuses() throws Exception {
        Path source = source("FileStore");
        Shell explained = Shell.run("check", "--explain", source.toString());
        assertThat(explained.out()).contains("2 calls will be refused",
                "Saves.java:8 in Saves$FileStore.save: java.nio.file.Path.of", "java.nio.file.Files.writeString",
                "way out: give the class a test double for it").doesNotContain("System.exit");
        assertThat(explained.code()).isZero();
        Shell run = Shell.run("check", source.toString());
        assertThat(run.out()).contains("REFUSED", "Saves.java:8", "Path.of");
        assertThat(run.code()).isEqualTo(2);
    }

    @Test
    void followsOnlyClassesOfWhichThereAreObjects() throws Exception {
        Path source = source("NoStore");
        Shell explained = Shell.run("check", "--explain", source.toString());
        assertThat(explained.out()).contains("nothing in them is refused");
        assertThat(Shell.run("check", source.toString()).out()).contains("verified");
    }

    @Test
    void showsTheUsersLineForACallInALibrary() throws Exception {
        Path library = Files.writeString(directory.resolve("Library.java"), """
                class Library {
                    static void deep() { deeper(); }
                    static void deeper() { System.gc(); }
                }
                """);
        Path source = Files.writeString(directory.resolve("Uses.java"), """
                import dev.baton.check.api.*;
                class Uses {
                    @ModelCheck(threads = 2) void uses() {
                        Library.deep();
                    }
                }
                """);
        Shell explained = Shell.run("check", "--explain", source.toString(), library.toString());
        assertThat(explained.out()).contains("Library.java:3 in Library.deeper: java.lang.System.gc",
                "your line: Uses.java:4");
    }

    @Test
    void needsAClass() {
        Shell shell = Shell.run("check", "--explain");
        assertThat(shell.err()).contains("--explain needs a class");
        assertThat(shell.code()).isEqualTo(2);
    }
}
