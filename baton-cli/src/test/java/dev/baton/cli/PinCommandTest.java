package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A counterexample that is kept as a JUnit test, by somebody who then mends the program. */
class PinCommandTest {
    private static final Path EXAMPLE = Path.of(System.getProperty("baton.root"), "examples/src");

    @TempDir
    Path directory;

    private Path lock() throws IOException {
        return Files.copy(EXAMPLE.resolve("main/java/com/example/McsLock.java"), directory.resolve("McsLock.java"));
    }

    private Path check() throws IOException {
        Path check = directory.resolve("McsLockTest.java");
        Files.writeString(check, Files.readString(EXAMPLE.resolve("test/java/com/example/McsLockTest.java"))
                .replace("expectViolation = true", "expectViolation = false"));
        return check;
    }

    /** What the pinned test throws, or null. */
    private Throwable run(Path pin, Path... sources) throws Exception {
        Path classes = Files.createTempDirectory(directory, "classes");
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter log = new StringWriter();
        List<Path> files = new ArrayList<>(List.of(sources));
        files.add(pin);
        try (var manager = compiler.getStandardFileManager(null, null, null)) {
            assertThat(compiler.getTask(log, manager, null,
                    List.of("-d", classes.toString(), "-proc:none", "-classpath",
                            System.getProperty("java.class.path")),
                    null, manager.getJavaFileObjectsFromPaths(files)).call()).as(log::toString).isTrue();
        }
        String name = pin.getFileName().toString().replace(".java", "");
        try (URLClassLoader loader = new URLClassLoader(new URL[]{classes.toUri().toURL()},
                getClass().getClassLoader())) {
            Class<?> type = Class.forName("com.example." + name, true, loader);
            Method test = type.getDeclaredMethod("execution1IsNotAllowed");
            test.setAccessible(true);
            var constructor = type.getDeclaredConstructor();
            constructor.setAccessible(true);
            Object instance = constructor.newInstance();
            try {
                test.invoke(instance);
                return null;
            } catch (InvocationTargetException thrown) {
                return thrown.getCause();
            }
        }
    }

    @Test
    void theTestFailsUntilTheProgramIsMended() throws Exception {
        Path lock = lock();
        Path check = check();
        Path pin = directory.resolve("PinnedMcsLockTest.java");
        Shell shell = Shell.run("check", lock.toString(), check.toString(), "--processors", "2", "--pin",
                pin.toString());
        assertThat(shell.code()).isEqualTo(1);
        assertThat(shell.out()).contains("The execution is pinned as a JUnit test in " + pin);
        assertThat(Files.readString(pin)).contains("package com.example;", "waits for ever",
                ".with(checker -> checker.processors(2))");
        assertThat(run(pin, lock, check)).isInstanceOf(AssertionError.class).hasMessageContaining("waits for ever");

        Files.writeString(lock, Files.readString(lock).replace("NEXT.setOpaque(", "NEXT.setRelease("));
        assertThat(run(pin, lock, check)).isNull();
    }

    @Test
    void whatCannotBeKeptIsSaid() throws Exception {
        Path lock = lock();
        Path check = check();
        Path right = directory.resolve("Pinned.java");
        Files.writeString(lock, Files.readString(lock).replace("NEXT.setOpaque(", "NEXT.setRelease("));
        Shell nothing = Shell.run("check", lock.toString(), check.toString(), "--pin", right.toString());
        assertThat(nothing.code()).isZero();
        assertThat(nothing.out()).contains("Nothing went wrong");
        assertThat(right).doesNotExist();

        Shell name = Shell.run("check", lock.toString(), "--pin", directory.resolve("not-java.txt").toString());
        assertThat(name.code()).isEqualTo(2);
        assertThat(name.err()).contains("the file is called NAME.java");
        assertThat(Shell.run("check", "--pin", right.toString()).err()).contains("name a target");
        assertThat(Shell.run("check", lock.toString(), "--pin", directory.resolve("no/such/Dir.java").toString()).err())
                .contains("its directory does not exist");
    }
}
