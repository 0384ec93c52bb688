package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The Java that README and documentation show compiles, with a few names around it that the reader has to imagine. */
class DocumentedSnippetsTest {
    private static final Path ROOT = Path.of(System.getProperty("baton.root"));
    private static final Pattern BLOCK = Pattern.compile("(?ms)^( *)```java\\n(.*?)^ *```");
    private static final String AROUND = """
            import static org.junit.jupiter.api.Assertions.assertEquals;

            import dev.baton.*;
            import dev.baton.combine.*;
            import dev.baton.bench.*;
            import dev.baton.bench.result.*;
            import dev.baton.check.api.*;
            import dev.baton.check.relax.*;
            import dev.baton.zoo.*;
            import java.nio.file.*;
            import java.sql.*;
            import java.time.Duration;
            import java.util.List;
            import java.util.concurrent.CompletableFuture;
            import java.util.concurrent.ExecutorService;
            import java.util.concurrent.Executors;
            import java.util.concurrent.TimeUnit;
            import java.util.concurrent.atomic.AtomicInteger;

            class Snippet {
                String url;
                int thread;
                dev.baton.Semaphore semaphore;
                dev.baton.ReentrantLock lock;
                AtomicInteger count;
                Connection connection;
                ExecutorService executor;
                List<Job> source;
                Channel<Job> jobs;
                Channel<String> clicks;
                Channel<String> keys;
                Channel<Reply> replies;

                interface Job extends Runnable {}
                record Line(String text) {}
                record Input(String text) {}
                record Reply(String text) {}
                static class MyLock { void lock() {} void unlock() {} }
                static class MyLockModelTest {}
                static class MyStressTest {}
                static class ExchangeBenchmark {}

                Object tooBusy() { return null; }
                Object query(Connection connection) { return null; }
                void callTheService() {}
                void update() {}
                Record parse(Line line) { return line; }

            """;

    @TempDir
    Path directory;

    record Snippet(String file, int number, String code) {
        @Override
        public String toString() {
            return file + ", snippet " + number;
        }
    }

    static List<Snippet> snippets() throws IOException {
        List<Snippet> found = new ArrayList<>();
        for (Path page : DocumentedCommandsTest.pages()) {
            Matcher matcher = BLOCK.matcher(Files.readString(page));
            for (int number = 1; matcher.find(); number++) {
                String code = matcher.group(2);
                boolean wild = page.startsWith(ROOT.resolve("docs/wild")); // whole files, which WildTest compiles and runs
                if (!code.contains("...") && !wild) { // an outline, not code
                    found.add(new Snippet(ROOT.relativize(page).toString(), number, code));
                }
            }
        }
        return found;
    }

    @ParameterizedTest
    @MethodSource("snippets")
    void compiles(Snippet snippet) throws IOException {
        boolean member = snippet.code().contains("@ModelCheck(") || snippet.code().startsWith("void ");
        String code = member
                ? snippet.code()
                : "Object body() throws Exception {\nif (url != null) {\n" + snippet.code() + "}\nreturn null;\n}\n";
        Path source = Files.writeString(directory.resolve("Snippet.java"), AROUND + code + "}\n");
        ByteArrayOutputStream errors = new ByteArrayOutputStream();
        int result = ToolProvider.getSystemJavaCompiler().run(null, null, errors, "-proc:none", "-d",
                directory.toString(), "-cp", Forked.CLASS_PATH, source.toString());
        assertThat(result).as("%s%n%s", snippet, errors.toString(StandardCharsets.UTF_8)).isZero();
    }
}
