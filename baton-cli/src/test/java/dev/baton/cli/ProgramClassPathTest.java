package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The program under check sees the user's classes, in the user's order, and none of the command line's libraries. */
class ProgramClassPathTest {
    /** A class that the command line has in another version, which it uses for benchmarks. */
    private static final String POOL = """
            package com.zaxxer.hikari;
            public class HikariConfig {
                public static int version() { return %d; }
            }
            """;
    private static final String CHECK = """
            import dev.baton.check.api.*;
            public class PoolCheck {
                int seen;
                @ModelCheck void version(Scenario scenario) {
                    scenario.threads(2, () -> { seen = com.zaxxer.hikari.HikariConfig.version(); });
                    scenario.finallyAssert(() -> {
                        assert seen == 250 : "version " + seen;
                        var context = Thread.currentThread().getContextClassLoader();
                        assert context == null || context.getResource("picocli/CommandLine.class") == null : "leak";
                    });
                }
            }
            """;

    @TempDir
    Path directory;
    private Path old;
    private Path other;
    private Path checks;

    @BeforeEach
    void compileAll() throws Exception {
        old = jar("hikari-2.5.0.jar", "com/zaxxer/hikari/HikariConfig", POOL.formatted(250), "");
        other = jar("hikari-9.9.jar", "com/zaxxer/hikari/HikariConfig", POOL.formatted(990), "");
        checks = jar("checks.jar", "PoolCheck", CHECK, old.toString());
    }

    private Path jar(String name, String type, String source, String classPath) throws Exception {
        Path file = directory.resolve(name + ".d").resolve(type + ".java");
        Files.createDirectories(file.getParent());
        Files.writeString(file, source);
        Path classes = Files.createDirectories(directory.resolve(name + ".classes"));
        int code = ToolProvider.getSystemJavaCompiler().run(null, null, null, "-g", "-proc:none", "-d",
                classes.toString(), "-cp", classPath + java.io.File.pathSeparator + Forked.CLASS_PATH, file.toString());
        assertThat(code).isZero();
        Path jar = directory.resolve(name);
        try (OutputStream out = Files.newOutputStream(jar);
                JarOutputStream entries = new JarOutputStream(out);
                Stream<Path> files = Files.walk(classes)) {
            for (Path each : files.filter(Files::isRegularFile).toList()) {
                entries.putNextEntry(new JarEntry(classes.relativize(each).toString().replace('\\', '/')));
                Files.copy(each, entries);
            }
        }
        return jar;
    }

    @Test
    void userVersionIsWhatIsChecked() throws Exception {
        Shell shell = Shell.run("check", checks.toString(), "--classpath", old.toString());
        assertThat(shell.out()).contains("verified", "1 class from " + old + " (sha256 ");
        assertThat(shell.code()).isZero();
        String hash = HexFormat.of()
                .formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(old)));
        assertThat(Shell.run("check", checks.toString(), "--classpath", old.toString(), "--json").out()).contains(hash);
    }

    @Test
    void orderOfThePathDecidesAndTheSecondIsReported() {
        Shell first = Shell.run("check", checks.toString(), "--classpath", old + ":" + other);
        assertThat(first.out()).contains("verified",
                "TWICE: com.zaxxer.hikari.HikariConfig is in " + old + " and in " + other);
        assertThat(first.code()).isZero();
        Shell second = Shell.run("check", checks.toString(), "--classpath", other + ":" + old);
        assertThat(second.out()).contains("VIOLATED", "version 990");
        assertThat(second.code()).isEqualTo(1);
    }

    @Test
    void librariesOfTheCommandLineAreNotThere() {
        Shell shell = Shell.run("check", checks.toString());
        assertThat(shell.out()).contains("ENVIRONMENT FAILED",
                "the class com.zaxxer.hikari.HikariConfig is not on the class path").doesNotContain("VIOLATED");
        assertThat(shell.code()).isEqualTo(2);
    }

    @Test
    void fileOnThePathThatIsNoJarIsOneSentence() throws Exception {
        Path broken = Files.writeString(directory.resolve("broken.jar"), "no jar");
        Shell shell = Shell.run("check", checks.toString(), "--classpath", broken.toString());
        assertThat(shell.err().lines()).hasSize(1).first().asString().contains("cannot read", "broken.jar");
        assertThat(shell.code()).isEqualTo(2);
    }

    /** As libraries do that log by whatever they find. */
    @Test
    void libraryThatTheProgramCanDoWithoutMayBeMissing() throws Exception {
        Path optional = jar("optional.jar", "Optional", "public class Optional { public int value() { return 2; } }",
                "");
        Path careful = jar("careful.jar", "Careful", """
                import dev.baton.check.api.*;
                public class Careful {
                    static final class Uses {
                        static Optional held;
                        static int value() { held = new Optional(); return held.value(); }
                    }
                    static int value() {
                        try {
                            return Uses.value();
                        } catch (NoClassDefFoundError missing) {
                            return 1;
                        }
                    }
                    static final int VALUE = value();
                    int seen;
                    @ModelCheck void seesWhatIsThere(Scenario scenario) {
                        int value = VALUE;
                        scenario.threads(2, () -> { seen = value; });
                        scenario.outcome(() -> seen);
                    }
                }
                """, optional.toString());
        Shell with = Shell.run("check", careful.toString(), "--classpath", optional.toString(), "--json");
        assertThat(with.out()).contains("\"verified\"").containsPattern("\"outcomes\":\\s*\\{\\s*\"2\"");
        Shell without = Shell.run("check", careful.toString(), "--json");
        assertThat(without.out()).contains("\"verified\"").containsPattern("\"outcomes\":\\s*\\{\\s*\"1\"");
        assertThat(without.code()).isZero();
    }

    @Test
    void kotlinProgramNeedsItsOwnLibrary() throws Exception {
        Path kotlin = jar("kotlin-check.jar", "KotlinCheck", """
                import dev.baton.check.api.*;
                public class KotlinCheck {
                    int seen;
                    @ModelCheck void usesKotlin(Scenario scenario) {
                        scenario.threads(2, () -> { seen = kotlin.ranges.RangesKt.coerceAtLeast(1, 2); });
                    }
                }
                """, "");
        assertThat(List.of(Shell.run("check", kotlin.toString()).out().split("\\R", -1)).getFirst())
                .contains("ENVIRONMENT FAILED", "add --with org.jetbrains.kotlin:kotlin-stdlib:VERSION");
    }
}
