package dev.baton.jcstress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.baton.StressSubjects;
import dev.baton.check.api.Checker;
import dev.baton.check.api.Jcstress;
import dev.baton.check.api.JcstressResult;
import dev.baton.jcstress.planted.PlantedStress;
import dev.baton.testing.HangLimit;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two judges on the same classes: jcstress samples them on real threads, the checker computes all they can show. */
class StressedByJcstressTest {
    private static final String ORDINARY = "dev\\.baton\\.jcstress\\.[A-Za-z]+Stress\\.";
    private static final String PLANTED = "dev\\.baton\\.jcstress\\.planted\\.";
    private static final Duration BRIEF_LIMIT = Duration.ofSeconds(90);
    /** Deep runs: milliseconds for each test in each VM, and the longest for all of them. */
    private static final int DEEP_MILLIS = Integer.getInteger("jcstress.millis", 500);
    private static final Duration DEEP_LIMIT = Duration.ofMinutes(40);

    @TempDir
    private Path directory;

    @BeforeAll
    static void checkerParksAtOnce() {
        System.setProperty(StressSubjects.WITHOUT_SPINS, "true");
    }

    @Test
    void bothJudgesPassEveryPrimitive() throws Exception {
        judge(JcstressRun.brief(directory, ORDINARY, BRIEF_LIMIT), "jcstress.md");
    }

    @Test
    @Tag("deep")
    @HangLimit(seconds = 3_000)
    void bothJudgesPassEveryPrimitiveInEveryVm() throws Exception {
        judge(JcstressRun.inEveryVm(directory, ORDINARY, DEEP_MILLIS, DEEP_LIMIT), "jcstress-deep.md");
    }

    private static void judge(JcstressRun run, String file) throws Exception {
        assumeTwoProcessors();
        List<Observation> observations = run.start();
        assertThat(Observation.problems(StressTests.all(), observations)).isEmpty();
        Map<String, JcstressResult> computed = StressTable.compute(StressTests.all());
        StressTable table = new StressTable(observations, computed);
        table.write(Path.of("target", file));
        System.out.println(table);
        for (Class<?> test : StressTests.all()) {
            JcstressResult result = computed.get(test.getCanonicalName());
            if (!StressTests.NOT_EXHAUSTED.containsKey(test)) {
                result.assertPassed();
            }
        }
        assertThat(table.unexplained()).as("outcomes that jcstress saw and the checker did not compute").isEmpty();
    }

    // ---- the judges can fail

    @Test
    void plantedMistakesAreReported() throws Exception {
        assumeTwoProcessors();
        List<Class<?>> planted = StressTests.in(PlantedStress.class).toList();
        List<Observation> observations = JcstressRun.brief(directory, PLANTED, BRIEF_LIMIT).start();
        assertThat(Observation.problems(planted, observations))
                .anyMatch(each -> each.contains("PlainPermit") && each.contains("true, true"))
                .anyMatch(each -> each.contains("FailingActor") && each.contains("planted failure"));
        JcstressResult computed = new Jcstress(new Checker()).check(PlantedStress.PlainPermit.class).getFirst();
        assertThat(computed.passed()).isFalse();
        assertThat(computed.outcomes()).containsKey("true, true");
    }

    @Test
    void testThatDidNotRunIsReported() {
        Observation seen = new Observation(MutexStress.Increments.class.getCanonicalName(), Map.of("2", 10L), Set.of());
        assertThat(Observation.problems(List.of(MutexStress.Increments.class, MutexStress.CancelUnlock.class),
                List.of(seen))).containsExactly("dev.baton.jcstress.MutexStress.CancelUnlock was not run");
        assertThat(Observation.problems(List.of(), List.of(seen))).singleElement().asString()
                .contains("not in the list");
    }

    @Test
    void outcomeThatTheCheckerDidNotComputeIsReported() {
        Observation seen = new Observation("a.Test", Map.of("1", 10L, "2", 1L), Set.of());
        assertThat(seen.unexplained(Set.of("1", "3"))).containsExactly("2");
        assertThat(seen.unexplained(Set.of("1", "2"))).isEmpty();
    }

    @Test
    void runThatDoesNotEndIsKilled() throws IOException {
        JcstressRun run = JcstressRun.brief(directory, ORDINARY, Duration.ofMillis(300));
        assertThatThrownBy(run::start).isInstanceOf(AssertionError.class).hasMessageContaining("did not end within");
    }

    private static void assumeTwoProcessors() {
        assumeTrue(Runtime.getRuntime().availableProcessors() > 1, "jcstress needs a processor for each actor");
    }
}
