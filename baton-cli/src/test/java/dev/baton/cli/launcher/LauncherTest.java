package dev.baton.cli.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.cli.launcher.SourceTree.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The launcher's own decisions: which JDK, whether to build, what to say when it cannot go on. */
class LauncherTest {
    @TempDir
    Path directory;
    private SourceTree tree;

    @BeforeEach
    void plant() throws IOException {
        tree = new SourceTree(directory);
        tree.installMaven(true);
    }

    @Test
    void withoutJdkSaysWhatToInstallAndWhatToSet() throws Exception {
        Outcome outcome = tree.run("demo");
        assertThat(outcome.code()).isEqualTo(2);
        assertThat(outcome.out()).isEmpty();
        assertThat(outcome.err()).contains("no JDK 25 or newer was found", "Install", "JAVA_HOME")
                .doesNotContain("too old");
        assertThat(tree.builds()).isZero();
    }

    @Test
    void oldJdksAreNamedAndNotUsed() throws Exception {
        Path old = tree.makeJdk(directory.resolve("old"), "17.0.15");
        tree.environment.put("JAVA_HOME", old.toString());
        tree.installJdk("21.0.9");
        Outcome outcome = tree.run("demo");
        assertThat(outcome.code()).isEqualTo(2);
        assertThat(outcome.err()).contains("too old: 17.0.15 (" + old + ")");
    }

    @Test
    void jdkWithoutCompilerIsNone() throws Exception {
        Files.delete(tree.installJdk("25.0.3").resolve("bin/javac"));
        assertThat(tree.run("demo").code()).isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource({"25.0.3 25.0.4 26.0.1, 25.0.4", "27 26, 26", "24.0.2 25 17, 25", "25.0.10 25.0.9, 25.0.10",
            "9 25.1.0 25.0.20, 25.1.0", "26-ea 8, 26-ea"})
    void latestOf25IsBestThenTheNearestNewer(String installed, String chosen) throws Exception {
        for (String version : installed.split(" ", -1)) {
            tree.installJdk(version);
        }
        assertThat(tree.run().out()).startsWith("java " + chosen + "\n");
    }

    @Test
    void javaHomeComesFirstThenPath() throws Exception {
        tree.installJdk("25.0.9");
        Path onPath = tree.makeJdk(directory.resolve("on path"), "25.0.5");
        Files.createSymbolicLink(tree.tools.resolve("java"), onPath.resolve("bin/java"));
        assertThat(tree.run().out()).startsWith("java 25.0.5\n");
        tree.environment.put("JAVA_HOME", tree.makeJdk(directory.resolve("at home"), "25.0.4").toString());
        assertThat(tree.run().out()).startsWith("java 25.0.4\n");
    }

    @Test
    void javaOfAVersionManagerIsAskedForItsHome() throws Exception {
        Path home = tree.makeJdk(directory.resolve("managed"), "25.0.6");
        SourceTree.script(tree.tools.resolve("java"), "echo '    java.home = " + home + "' >&2\n");
        assertThat(tree.run().out()).startsWith("java 25.0.6\n");
    }

    @ParameterizedTest
    @CsvSource({"25, true", "25.0.2, true", "25.0.3, false", "25.0.10, false", "25.1.0, false", "26, false"})
    void warnsOfJdksThatLoseUnparks(String version, boolean warns) throws Exception {
        tree.installJdk(version);
        tree.run();
        String err = tree.run().err();
        if (warns) {
            assertThat(err).contains("JDK-8369227", version, "25.0.3");
        } else {
            assertThat(err).isEmpty();
        }
    }

    @Test
    void argumentsArriveIntact() throws Exception {
        tree.installJdk("25.0.3");
        tree.environment.put("BATON_JAVA_OPTS", "-Xmx1g -Xss2m");
        Outcome outcome = tree.run("check", "two words", "", "*", "--x=$HOME", "a'b\"c");
        assertThat(outcome.out().lines()).containsExactly("java 25.0.3", "<--enable-preview>",
                "<--sun-misc-unsafe-memory-access=allow>",
                "<-Xmx1g>", "<-Xss2m>", "<-jar>",
                "<" + tree.root.toRealPath().resolve("baton-cli/target/baton-cli.jar") + ">", "<check>", "<two words>",
                "<>", "<*>", "<--x=$HOME>", "<a'b\"c>");
    }

    @Test
    void worksThroughASymbolicLink() throws Exception {
        tree.installJdk("25.0.3");
        Path link = Files.createSymbolicLink(directory.resolve("link"), tree.root.resolve("baton"));
        assertThat(SourceTree.run(link, directory, tree.environment).code()).isZero();
    }

    @Test
    void buildsOnceAndSaysSoInOneLine() throws Exception {
        tree.installJdk("25.0.3");
        Outcome first = tree.run("demo");
        assertThat(first.code()).isZero();
        assertThat(first.err().lines()).hasSize(1).first().asString().matches("baton: building .* done in \\d+ s");
        assertThat(first.out()).doesNotContain("compiler says");
        assertThat(tree.run("demo").err()).isEmpty();
        assertThat(tree.builds()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"pom.xml", "baton-cli/pom.xml", "baton-cli/src/main/java/Main.java", "baton-core/pom.xml",
            "baton-core/src/main/java/Core.java", "baton-core/src/main/java"})
    void buildsAgainWhenASourceIsNewer(String source) throws Exception {
        tree.installJdk("25.0.3");
        tree.run();
        tree.touchLater(source);
        tree.run();
        assertThat(tree.builds()).isEqualTo(2);
    }

    @Test
    void modulesThatDoNotRunAreNotWatched() throws Exception {
        tree.installJdk("25.0.3");
        tree.run();
        tree.touchLater("baton-verify/src/main/java/Verify.java");
        tree.run();
        assertThat(tree.builds()).isEqualTo(1);
    }

    @Test
    void failedBuildShowsTheEndOfItsLog() throws Exception {
        tree.installJdk("25.0.3");
        tree.installMaven(false);
        Outcome outcome = tree.run("demo");
        assertThat(outcome.code()).isEqualTo(2);
        assertThat(outcome.out()).isEmpty();
        assertThat(outcome.err()).contains("failed", "compiler says 3", "launcher-build.log");
        tree.installMaven(true);
        assertThat(tree.run("demo").code()).isZero();
    }

    @Test
    void withoutMavenSaysWhatToInstall() throws Exception {
        tree.installJdk("25.0.3");
        Files.delete(tree.tools.resolve("mvn"));
        Outcome outcome = tree.run("demo");
        assertThat(outcome.code()).isEqualTo(2);
        assertThat(outcome.err()).contains("mvn", "install Maven");
    }

    @Test
    void lockOfAKilledBuildIsTakenOver() throws Exception {
        tree.installJdk("25.0.3");
        Process ended = new ProcessBuilder("true").start();
        ended.waitFor();
        tree.write("baton-cli/target/building/pid", ended.pid() + "\n");
        assertThat(tree.run("demo").code()).isZero();
    }

    @Test
    void withoutAHomeMavenKeepsItsFilesInTheTree() throws Exception {
        tree.installJdk("25.0.3");
        tree.environment.put("HOME", "/nonexistent");
        assertThat(tree.run("demo").code()).isZero();
        assertThat(Files.readString(tree.root.resolve("builds")))
                .contains("-Dmaven.repo.local=" + tree.root.toRealPath().resolve("target/home/.m2/repository"));
        tree.environment.remove("HOME");
        assertThat(tree.run("demo").code()).isZero();
    }

    @Test
    void newerJdkMayBuildToo() throws Exception {
        Path home = tree.installJdk("26.0.1");
        tree.run();
        assertThat(Files.readString(tree.root.resolve("builds"))).startsWith(home + " ")
                .contains("-Dtoolchain.range=[25,)");
    }
}
