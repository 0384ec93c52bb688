package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A check in one source file, for somebody else's jar, that Maven finds. */
class SourceFileTest {
    private static final String CHECK = """
            import com.zaxxer.hikari.util.FastList;
            import dev.baton.check.api.*;
            import org.junit.jupiter.api.Assertions;
            public class ListCheck {
                volatile int seen;
                @ModelCheck void sizeIsThatOfOneThread(Scenario scenario) {
                    scenario.threads(2, () -> {
                        var list = new FastList<String>(String.class);
                        list.add("one");
                        seen = list.size();
                        Assertions.assertEquals(%d, list.size());
                    });
                }
            }
            """;
    private static final Path JAR = Path.of(System.getProperty("baton.root"),
            "baton-cli/target/published-jars/HikariCP-5.1.0.jar");
    /** In the place of Maven: knows one artifact, counts as the real one does what it brings, and says what it was asked. */
    private static final String MAVEN = """
            #!/bin/sh
            project=; list=
            while [ $# -gt 0 ]; do
              case $1 in
                -f) project=$2; shift ;;
                -Dmdep.outputFile=*) list=${1#-Dmdep.outputFile=} ;;
              esac
              shift
            done
            if grep -q '<artifactId>HikariCP</artifactId><version>5.1.0</version>' "$project"; then
              echo '[INFO] Downloaded from central: https://example.org/maven2/com/zaxxer/HikariCP-5.1.0.jar (162 kB)'
              printf '%%s' '%s' > "$list"
              exit 0
            fi
            echo '[ERROR] Failed to execute goal on project x: Could not find artifact com.zaxxer:HikariCP:jar:0.0 in central'
            echo '[ERROR] To see the full stack trace of the errors, re-run Maven with the -e switch.'
            exit 1
            """;

    @TempDir
    Path directory;

    /** The command line where {@code mvn} is the given script, or nothing at all if it is empty. */
    private Forked run(String maven, String... arguments) throws Exception {
        Path bin = Files.createDirectories(directory.resolve("bin"));
        if (!maven.isEmpty()) {
            Path script = Files.writeString(bin.resolve("mvn"), maven);
            assertThat(script.toFile().setExecutable(true)).isTrue();
        }
        String path = maven.isEmpty() ? bin.toString() : bin + java.io.File.pathSeparator + "/bin:/usr/bin";
        ProcessBuilder builder = new ProcessBuilder(Stream.concat(
                Stream.of(Path.of(System.getProperty("java.home"), "bin/java").toString(), "--add-opens",
                        "java.base/java.lang=ALL-UNNAMED", "-XX:TieredStopAtLevel=1", "-cp", Forked.CLASS_PATH,
                        "dev.baton.cli.Main"),
                Stream.of(arguments)).toList()).directory(directory.toFile()).redirectErrorStream(true);
        builder.environment().putAll(Map.of("PATH", path));
        Process process = builder.start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
        return new Forked(process.exitValue(), out);
    }

    private Path check(int expected) throws Exception {
        return Files.writeString(directory.resolve("ListCheck.java"), CHECK.formatted(expected));
    }

    private static long leftOver() {
        String[] left = Path.of(System.getProperty("java.io.tmpdir")).toFile()
                .list((_, name) -> name.startsWith("baton-"));
        return left == null ? 0 : left.length;
    }

    @Test
    void isCompiledAgainstTheClassPathAndChecked() throws Exception {
        Shell shell = Shell.run("check", check(1).toString(), "--classpath", JAR.toString());
        assertThat(shell.out()).contains("ListCheck.sizeIsThatOfOneThread", "verified",
                "1 class from " + directory.resolve("ListCheck.java"), "from " + JAR + " (sha256 ");
        assertThat(shell.code()).isZero();
    }

    @Test
    void isShownInTheCounterexample() throws Exception {
        Shell shell = Shell.run("check", check(7).toString(), "--classpath", JAR.toString());
        assertThat(shell.out()).contains("VIOLATED", "ListCheck.java:10  write");
        assertThat(shell.code()).isEqualTo(1);
        Path page = directory.resolve("page.html");
        Shell.run("check", check(7).toString(), "--classpath", JAR.toString(), "--html", page.toString());
        assertThat(Files.readString(page)).contains("seen = list.size();");
    }

    @Test
    void mayStandInAPackageAndUseTheFileBesideIt() throws Exception {
        Path first = Files.writeString(directory.resolve("First.java"), """
                package some.where;
                import dev.baton.check.api.*;
                class First {
                    int seen;
                    @ModelCheck void sees(Scenario scenario) {
                        scenario.threads(2, () -> { seen = Second.VALUE.get(); });
                    }
                }
                """);
        Path second = Files.writeString(directory.resolve("Second.java"), """
                package some.where;
                class Second {
                    static final Second VALUE = new Second();
                    int get() { return 2; }
                }
                """);
        Shell shell = Shell.run("check", first.toString(), second.toString());
        assertThat(shell.out()).contains("First.sees", "2 classes from " + first + ", " + second);
    }

    @Test
    void thatDoesNotCompileIsShownWithJavacsWordsAndWhatIsMissing() throws Exception {
        Shell shell = Shell.run("check", check(1).toString());
        assertThat(shell.code()).isEqualTo(2);
        assertThat(shell.out()).isEmpty();
        assertThat(shell.err()).contains("ListCheck.java does not compile: 2 errors.",
                "ListCheck.java:1: error: package com.zaxxer.hikari.util does not exist",
                "add its artifact, --with com.zaxxer:HikariCP:VERSION");
    }

    @Test
    void withoutACheckOrWithoutAFileIsOneSentence() throws Exception {
        Path empty = Files.writeString(directory.resolve("Empty.java"), "class Empty {}");
        Shell none = Shell.run("check", empty.toString());
        assertThat(none.err().lines()).singleElement().asString().contains("no @ModelCheck method", "Empty.java");
        Shell missing = Shell.run("check", directory.resolve("Missing.java").toString());
        assertThat(missing.err().lines()).singleElement().asString().contains("there is no source file");
        assertThat(List.of(none.code(), missing.code())).containsOnly(2);
    }

    @Test
    void getsItsLibraryFromMavenAfterAVersionThatIsNotThere() throws Exception {
        String maven = MAVEN.formatted(JAR);
        check(1);
        long before = leftOver();
        Forked wrong = run(maven, "check", "ListCheck.java", "--with", "com.zaxxer:HikariCP:0.0");
        assertThat(wrong.out()).contains("Maven finds no com.zaxxer:HikariCP:0.0", "Could not find artifact")
                .doesNotContain("stack trace");
        assertThat(wrong.code()).isEqualTo(2);
        Forked right = run(maven, "check", "ListCheck.java", "--with", "com.zaxxer:HikariCP:5.1.0");
        assertThat(right.out()).contains("Maven resolves com.zaxxer:HikariCP:5.1.0", "verified", "from " + JAR);
        assertThat(right.code()).isZero();
        assertThat(leftOver()).isEqualTo(before);
    }

    @Test
    void saysWhatIsMissingWhereThereIsNoMaven() throws Exception {
        check(1);
        Forked run = run("", "check", "ListCheck.java", "--with", "com.zaxxer:HikariCP:5.1.0");
        assertThat(run.out().lines()).singleElement().asString().contains("there is no mvn on PATH", "--classpath");
        assertThat(run.code()).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"nonsense", "a:b", "a:b:", "a:b:c:d:e:f", "a:b:1</version>", "../a:b:1", "a b:c:1"})
    void refusesWhatIsNoCoordinates(String with) throws Exception {
        Shell shell = Shell.run("check", check(1).toString(), "--with", with);
        assertThat(shell.err().lines()).singleElement().asString().contains("'" + with + "' are no Maven coordinates");
        assertThat(shell.code()).isEqualTo(2);
    }

    @Test
    void libraryNeedsACheck() {
        Shell shell = Shell.run("check", "--with", "com.zaxxer:HikariCP:5.1.0");
        assertThat(shell.err()).contains("--with is for a check of yours");
        assertThat(shell.code()).isEqualTo(2);
    }

    /** With the Maven that is there, and its repositories. */
    @Test
    @Tag("deep")
    void getsItsLibraryFromTheRealMaven() throws Exception {
        Shell shell = Shell.run("check", check(1).toString(), "--with", "com.zaxxer:HikariCP:5.1.0");
        assertThat(shell.out()).contains("verified", "HikariCP-5.1.0.jar (sha256 ");
        assertThat(shell.code()).isZero();
    }
}
