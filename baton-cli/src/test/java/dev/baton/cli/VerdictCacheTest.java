package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A check is explored again when something changed that it depends on, and only then. */
class VerdictCacheTest {
    private static final String CHECK = """
            package own;
            import dev.baton.check.api.*;
            public class CounterCheck {
                final Counter counter = %s;
                @ModelCheck void bothCount(Scenario scenario) {
                    scenario.threads(2, counter::add);
                    scenario.finallyAssert(() -> { if (counter.get() != 2) throw new AssertionError("lost"); });
                }
            }
            """;
    private static final String RIGHT = """
            package own;
            public class Counter {
                private final java.util.concurrent.atomic.AtomicInteger value = new java.util.concurrent.atomic.AtomicInteger();
                public void add() { value.incrementAndGet(); }
                public int get() { return value.get(); }
            }
            """;
    private static final String WRONG = """
            package own;
            public class Counter {
                private volatile int value;
                public void add() { value = value + 1; }
                public int get() { return value; }
            }
            """;
    private static final String OTHER = """
            package own;
            public class Other { int size() { return %d; } }
            """;

    @TempDir
    Path directory;

    @BeforeEach
    void compile() throws IOException {
        write("CounterCheck", CHECK.formatted("new Counter()"));
        write("Counter", RIGHT);
        write("Other", OTHER.formatted(1));
        compileAll();
    }

    private void write(String name, String text) throws IOException {
        Files.writeString(Files.createDirectories(directory.resolve("src/own")).resolve(name + ".java"), text);
    }

    private void compileAll() throws IOException {
        Path classes = Files.createDirectories(directory.resolve("classes"));
        SourceCompiler.compile(List.of(directory.resolve("src/own/CounterCheck.java"),
                directory.resolve("src/own/Counter.java"), directory.resolve("src/own/Other.java")), List.of(),
                classes);
    }

    private Shell check(String... more) {
        List<String> arguments = new java.util.ArrayList<>(List.of("check", directory.resolve("classes").toString(),
                "--cache", directory.resolve("verdicts").toString()));
        arguments.addAll(List.of(more));
        return Shell.run(arguments.toArray(String[]::new));
    }

    @Test
    void unchangedCheckIsNotExploredAgain() {
        Shell first = check();
        assertThat(first.out()).contains("verified").doesNotContain("before");
        Shell second = check();
        assertThat(second.out()).contains("verified before, unchanged since");
        assertThat(second.code()).isZero();
    }

    @Test
    void changeOfAClassThatTheCheckReachesIsSeen() throws IOException {
        check();
        write("Counter", WRONG);
        compileAll();
        Shell broken = check();
        assertThat(broken.out()).contains("VIOLATED").doesNotContain("before, unchanged");
        assertThat(broken.code()).isEqualTo(1);
        assertThat(check().code()).as("a violation is never remembered").isEqualTo(1);
        write("Counter", RIGHT);
        compileAll();
        assertThat(check().out()).contains("verified before, unchanged since");
    }

    @Test
    void changeElsewhereIsNoChange() throws IOException {
        check();
        write("Other", OTHER.formatted(2));
        compileAll();
        assertThat(check().out()).contains("verified before, unchanged since");
    }

    @Test
    void changeOfAClassThatAStringNamesIsSeen() throws IOException {
        write("CounterCheck", CHECK.formatted("(Counter) made(\"own.\" + \"O\" + \"ther\")").replace("@ModelCheck",
                """
                        static Object made(String name) {
                            try { Class.forName(name); } catch (ClassNotFoundException e) { throw new AssertionError(e); }
                            return new Counter();
                        }
                        @ModelCheck"""));
        compileAll();
        assertThat(check().out()).contains("verified");
        write("Other", OTHER.formatted(2));
        compileAll();
        assertThat(check().out()).as("it looks classes up by name, so everything counts")
                .doesNotContain("before, unchanged");
    }

    @Test
    void anotherModelOrOptionIsAnotherCheck() {
        check();
        assertThat(check("--model", "sc").out()).doesNotContain("before, unchanged");
        assertThat(check("--loop-bound", "7").out()).doesNotContain("before, unchanged");
        assertThat(check("--threads", "2").out()).contains("before, unchanged");
    }

    @Test
    void damagedFileIsAsIfItWereNotThere() throws IOException {
        check();
        try (var files = Files.list(directory.resolve("verdicts"))) {
            for (Path file : files.toList()) {
                Files.writeString(file, "not a number");
            }
        }
        assertThat(check().out()).contains("verified").doesNotContain("before, unchanged");
        assertThat(check().out()).contains("before, unchanged");
    }

    @Test
    void directoryThatCannotBeMadeIsSaidAtOnce() throws IOException {
        Files.writeString(directory.resolve("verdicts"), "a file");
        Shell run = check();
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("cannot keep verdicts in");
    }
}
