package dev.baton.maven;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.baton.maven.StrangersProject.Outcome;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The plugin as a stranger has it: the packaged one, in a project of its own, under the real Maven. */
class MavenPluginTest {
    private static final String COUNTER = """
            package com.example;
            public class Counter {
                %s
                public int get() { return value.get(); }
            }
            """;
    private static final String RIGHT = COUNTER.formatted(
            """
                    private final java.util.concurrent.atomic.AtomicInteger value = new java.util.concurrent.atomic.AtomicInteger();
                        public void add() { value.incrementAndGet(); }""");
    private static final String WRONG = COUNTER.formatted(
            """
                    private final java.util.concurrent.atomic.AtomicInteger value = new java.util.concurrent.atomic.AtomicInteger();
                        public void add() { value.set(value.get() + 1); }""");
    private static final String CHECK = """
            package com.example;
            import static org.junit.jupiter.api.Assertions.assertEquals;
            import dev.baton.check.api.ModelCheck;
            import dev.baton.check.api.Scenario;
            class CounterTest {
                private final Counter counter = new Counter();
                @ModelCheck
                void bothCount(Scenario scenario) {
                    scenario.threads(2, counter::add);
                    scenario.finallyAssert(() -> assertEquals(2, counter.get()));
                }
            }
            """;

    @TempDir
    Path directory;

    @BeforeEach
    void onlyWithMaven() {
        assumeTrue(StrangersProject.hasMaven(), "there is no mvn on the path: the plugin is not tested");
    }

    @Test
    void brokenCodeFailsTheBuildAndMendedCodePassesIt() throws Exception {
        StrangersProject project = new StrangersProject(directory, "<models>sc,rc11</models>");
        project.write("project/src/test/java/com/example/CounterTest.java", CHECK);

        project.write("project/src/main/java/com/example/Counter.java", WRONG);
        Outcome broken = project.maven("verify", "-DskipTests");
        assertThat(broken.out()).contains("VIOLATED").contains("Counter.java:").contains("A check is violated");
        assertThat(broken.code()).isEqualTo(1);
        assertThat(Files.readString(project.target("baton-reports/TEST-baton.xml"))).contains("failures=\"2\"");
        assertThat(Files.readString(project.target("baton-reports/baton.sarif")))
                .contains("\"src/main/java/com/example/Counter.java\"");
        assertThat(project.target("baton-reports/counterexamples.html")).exists();

        Outcome hunted = project.maven("baton:hunt", "-Dbaton.seconds=5");
        assertThat(hunted.out()).contains("VIOLATED");
        assertThat(hunted.code()).isEqualTo(1);

        project.write("project/src/main/java/com/example/Counter.java", RIGHT);
        Outcome mended = project.maven("verify", "-DskipTests");
        assertThat(mended.code()).as(mended.out()).isZero();
        assertThat(mended.out()).contains("verified").doesNotContain("unchanged since");

        Outcome again = project.maven("verify", "-DskipTests");
        assertThat(again.code()).as(again.out()).isZero();
        assertThat(again.out()).contains("verified before, unchanged since");

        Outcome nothing = project.maven("baton:hunt", "-Dbaton.seconds=1");
        assertThat(nothing.code()).as(nothing.out()).isZero();
        assertThat(nothing.out()).contains("NOT EXHAUSTED");

        Outcome skipped = project.maven("verify", "-DskipTests", "-Dbaton.skip");
        assertThat(skipped.out()).contains("Baton is skipped.").doesNotContain("verified");
    }

    @Test
    void projectWithoutChecksPassesAndSaysSo() throws Exception {
        StrangersProject project = new StrangersProject(directory, "");
        project.write("project/src/main/java/com/example/Counter.java", RIGHT);
        Outcome outcome = project.maven("verify");
        assertThat(outcome.code()).as(outcome.out()).isZero();
        assertThat(outcome.out()).contains("hold no check");
        Outcome asked = project.maven("verify", "-Dbaton.failIfNoChecks");
        assertThat(asked.code()).isEqualTo(1);
    }
}
