package dev.baton.jcstress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.baton.StressSubjects;
import dev.baton.jcstress.planted.PlantedStress;
import dev.baton.testing.HangLimit;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two judges on the same classes: jcstress samples them on real threads, the checker computes all they can show. */
@HangLimit(seconds = 300)
class StressedByJcstressTest {
    private static final String EVERY_TEST = "dev\\.baton\\.jcstress\\.";
    private static final String EVERY_PRIMITIVE = EVERY_TEST + "[A-Za-z]+Stress\\.";
    private static final Duration LIMIT = Duration.ofSeconds(240);
    /** Deep runs: which tests, milliseconds for each of them in each VM, and the longest for all. */
    private static final Pattern DEEP_TESTS = Pattern.compile(System.getProperty("jcstress.tests", EVERY_PRIMITIVE));
    private static final int DEEP_MILLIS = Integer.getInteger("jcstress.millis", 500);
    private static final Duration DEEP_LIMIT = Duration.ofMinutes(40);

    @TempDir
    private static Path shared;
    private static List<Observation> brief = List.of();

    @BeforeAll
    static void prepare() {
        assumeTrue(Runtime.getRuntime().availableProcessors() > 1, "jcstress needs a processor for each actor");
        System.setProperty(StressSubjects.WITHOUT_SPINS, "true"); // here, where the checker runs, and not in jcstress
    }

    /** One run for all tests that need it: most of it is the start of JVMs. */
    private static List<Observation> briefRun() throws Exception {
        if (brief.isEmpty()) {
            brief = JcstressRun.brief(shared, EVERY_TEST, LIMIT).start();
        }
        return brief;
    }

    @Test
    void bothJudgesPassEveryPrimitive() throws Exception {
        judge(StressTests.all(), briefRun().stream().filter(each -> !isPlanted(each)).toList(), "jcstress.md");
    }

    @Test
    @Tag("deep")
    @HangLimit(seconds = 3_000)
    void bothJudgesPassEveryPrimitiveInEveryVm(@TempDir Path directory) throws Exception {
        List<Class<?>> tests = StressTests.all().stream()
                .filter(each -> DEEP_TESTS.matcher(each.getCanonicalName()).find()).toList();
        judge(tests, JcstressRun.inEveryVm(directory, DEEP_TESTS.pattern(), DEEP_MILLIS, DEEP_LIMIT).start(),
                "jcstress-deep.md");
    }

    private static void judge(List<Class<?>> tests, List<Observation> seen, String file) throws IOException {
        StressTable table = new StressTable(seen, StressTable.compute(tests));
        table.write(Path.of("target", file));
        System.out.println(table);
        assertThat(Observation.problems(tests, seen)).isEmpty();
        assertThat(table.failedByChecker()).isEmpty();
        assertThat(table.unexplained()).as("outcomes that jcstress saw and the checker did not compute").isEmpty();
    }

    // ---- the judges can fail

    @Test
    void plantedMistakesAreReported() throws Exception {
        List<Observation> planted = briefRun().stream().filter(StressedByJcstressTest::isPlanted).toList();
        assertThat(Observation.problems(StressTests.in(PlantedStress.class).toList(), planted))
                .anyMatch(each -> each.contains("PlainPermit") && each.contains("true, true"))
                .anyMatch(each -> each.contains("FailingActor") && each.contains("planted failure"))
                .noneMatch(each -> each.contains("not run"));
        StressTable table = new StressTable(planted, StressTable.compute(List.of(PlantedStress.PlainPermit.class)));
        assertThat(table.failedByChecker()).singleElement().asString().contains("PlainPermit", "true, true");
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
    void runThatDoesNotEndIsKilled(@TempDir Path directory) {
        JcstressRun run = JcstressRun.brief(directory, EVERY_TEST, Duration.ofMillis(300));
        assertThatThrownBy(run::start).isInstanceOf(AssertionError.class).hasMessageContaining("did not end within");
    }

    private static boolean isPlanted(Observation observation) {
        return observation.test().startsWith(PlantedStress.class.getPackageName());
    }
}
