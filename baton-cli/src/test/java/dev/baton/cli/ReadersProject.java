package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/** A small project as the reader of the documentation has one: a lock, its check, both compiled, and a jar of checks. */
final class ReadersProject {
    private static final String LOCK = """
            package com.example;

            import java.util.concurrent.atomic.AtomicBoolean;

            public final class MyLock {
                private final AtomicBoolean held = new AtomicBoolean();

                public void lock() {
                    while (held.getAndSet(true)) {
                        Thread.onSpinWait();
                    }
                }

                public void unlock() {
                    held.set(false);
                }
            }
            """;
    private static final String CHECK = """
            package com.example;

            import dev.baton.check.api.ModelCheck;
            import dev.baton.check.api.Scenario;

            final class MyLockTest {
                int count;

                @ModelCheck
                void nothingIsLost(Scenario scenario) {
                    MyLock lock = new MyLock();
                    scenario.threads(2, () -> {
                        lock.lock();
                        count++;
                        lock.unlock();
                    });
                    scenario.finallyAssert(() -> {
                        assert count == 2 : "lost";
                    });
                }
            }
            """;

    private ReadersProject() {}

    static void in(Path directory) throws Exception {
        Path classes = Files.createDirectories(directory.resolve("target/classes"));
        Path tests = Files.createDirectories(directory.resolve("target/test-classes"));
        Path lock = write(directory.resolve("src/main/java/com/example/MyLock.java"), LOCK);
        Path check = write(directory.resolve("src/test/java/com/example/MyLockTest.java"), CHECK);
        compile(classes, Forked.CLASS_PATH, lock);
        compile(tests, Forked.CLASS_PATH + java.io.File.pathSeparator + classes, check);
        try (OutputStream file = Files.newOutputStream(directory.resolve("stress-tests.jar"));
                JarOutputStream jar = new JarOutputStream(file)) {
            for (Path root : new Path[]{classes, tests}) {
                try (Stream<Path> files = Files.walk(root)) {
                    for (Path each : files.filter(Files::isRegularFile).toList()) {
                        jar.putNextEntry(new JarEntry(root.relativize(each).toString().replace('\\', '/')));
                        Files.copy(each, jar);
                    }
                }
            }
        }
    }

    /** The example project beside it, as a build leaves it. */
    static void withExamples(Path directory, Path examples) throws Exception {
        Path classes = Files.createDirectories(directory.resolve("examples/target/classes"));
        Path tests = Files.createDirectories(directory.resolve("examples/target/test-classes"));
        Files.createSymbolicLink(directory.resolve("examples/src"), examples.resolve("src").toAbsolutePath());
        try (Stream<Path> files = Files.walk(examples.resolve("src/main"))) {
            compile(classes, Forked.CLASS_PATH, files.filter(Files::isRegularFile).toArray(Path[]::new));
        }
        try (Stream<Path> files = Files.walk(examples.resolve("src/test"))) {
            compile(tests, Forked.CLASS_PATH + java.io.File.pathSeparator + classes,
                    files.filter(Files::isRegularFile).toArray(Path[]::new));
        }
    }

    private static Path write(Path file, String text) throws Exception {
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text);
    }

    private static void compile(Path target, String classPath, Path... sources) {
        List<String> arguments = new ArrayList<>(
                List.of("-g", "-proc:none", "-d", target.toString(), "-cp", classPath));
        Stream.of(sources).map(Path::toString).forEach(arguments::add);
        int code = ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments.toArray(String[]::new));
        assertThat(code).isZero();
    }
}
