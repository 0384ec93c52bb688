package dev.baton.verify.spec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.check.api.Checker;
import dev.baton.check.api.SpecificationResult;
import dev.baton.check.api.Specifications;
import dev.baton.check.explore.Verdict;
import dev.baton.testing.HangLimit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jetbrains.lincheck.LincheckAssertionError;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The same test classes by this checker and by Lincheck, in one JVM: what is found, and how long it takes. Writes
 * {@code target/side-by-side.md}. Lincheck is told not to make a counterexample smaller, as only the first is timed.
 */
@Tag("deep")
@HangLimit(seconds = 1_200)
class SideBySideTest {
    private static final int ITERATIONS = 20;
    private static final int INVOCATIONS = 1000;
    private static final Set<String> RIGHT = Set.of("QueueRight", "StackRight", "JdkLinkedQueue");
    /** Three calls of one thread are needed, and scenarios for classes of Lincheck have two. */
    private static final Set<String> TOO_LARGE = Set.of("StackReusesNodes");

    private record Run(boolean found, double seconds, long executions) {
        String text() {
            return String.format(Locale.ROOT, "%s, %.2f s", found ? "found" : "nothing", seconds);
        }
    }

    private static Run ours(Class<?> type) {
        long begin = System.nanoTime();
        SpecificationResult result = new Specifications(new Checker().timeLimit(Duration.ofMinutes(3))).check(type);
        boolean found = result.verdict() == Verdict.VIOLATED;
        assertThat(result.verdict()).as(result.toString()).isIn(Verdict.VIOLATED, Verdict.VERIFIED);
        return new Run(found, (System.nanoTime() - begin) / 1e9,
                result.check().executions() + result.check().blocked());
    }

    private static Run modelChecking(Class<?> type) {
        return lincheck(() -> new ModelCheckingOptions().iterations(ITERATIONS).invocationsPerIteration(INVOCATIONS)
                .minimizeFailedScenario(false).check(type));
    }

    private static Run stress(Class<?> type) {
        return lincheck(() -> new StressOptions().iterations(ITERATIONS).invocationsPerIteration(INVOCATIONS)
                .minimizeFailedScenario(false).check(type));
    }

    private static Run lincheck(Runnable check) {
        long begin = System.nanoTime();
        boolean found = false;
        try {
            check.run();
        } catch (LincheckAssertionError violation) {
            found = true;
        }
        return new Run(found, (System.nanoTime() - begin) / 1e9, (long) ITERATIONS * INVOCATIONS);
    }

    @Test
    void sameClassesByBoth() throws IOException {
        List<Class<?>> subjects = Arrays.stream(LincheckSubjects.class.getDeclaredClasses())
                .filter(each -> !java.lang.reflect.Modifier.isAbstract(each.getModifiers()))
                .sorted(Comparator.comparing(Class::getSimpleName)).toList();
        Class<?> first = LincheckSubjects.CounterVolatile.class; // once for nothing: classes are loaded
        ours(first);
        List<Run> ours = subjects.stream().map(SideBySideTest::ours).toList();
        modelChecking(first);
        List<Run> modelChecking = subjects.stream().map(SideBySideTest::modelChecking).toList();
        List<Run> stress = subjects.stream().map(SideBySideTest::stress).toList();
        List<String> lines = new ArrayList<>(List.of(
                "| Class | Baton, rc11 | Lincheck, model checking | Lincheck, stress |", "|---|---|---|---|"));
        for (int i = 0; i < subjects.size(); i++) {
            lines.add("| " + subjects.get(i).getSimpleName() + " | " + ours.get(i).text() + " | "
                    + modelChecking.get(i).text() + " | " + stress.get(i).text() + " |");
        }
        lines.add("| executions a second | " + rate(ours) + " | " + rate(modelChecking) + " | " + rate(stress) + " |");
        Files.write(Path.of("target/side-by-side.md"), lines);
        for (int i = 0; i < subjects.size(); i++) {
            String name = subjects.get(i).getSimpleName();
            assertThat(ours.get(i).found()).as(name).isEqualTo(!RIGHT.contains(name) && !TOO_LARGE.contains(name));
        }
    }

    /** Over the runs that found nothing: their number of executions is known, of Lincheck's as what it was told. */
    private static String rate(List<Run> runs) {
        List<Run> whole = runs.stream().filter(each -> !each.found()).toList();
        double seconds = whole.stream().mapToDouble(Run::seconds).sum();
        return String.format(Locale.ROOT, "%,.0f", whole.stream().mapToLong(Run::executions).sum() / seconds);
    }
}
