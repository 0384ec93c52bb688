package dev.baton.check.explore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.check.graph.ExecutionGraph;
import dev.baton.check.graph.Graph;
import dev.baton.check.model.MemoryModel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A search that is cut into parts visits what one run visits, each execution once. */
final class ResumeTest {
    private static final List<String> MODELS = List.of("sc", "tso", "rc11", "jam");

    /** The counts of a run, or the sum of those of its parts. */
    private static final class Sum {
        private long complete;
        private long blocked;
        private final Map<Long, Long> outcomes = new TreeMap<>();
        private int parts;

        void add(Result result) {
            complete += result.complete();
            blocked += result.blocked();
            result.outcomes().forEach((outcome, count) -> outcomes.merge(outcome, count, Long::sum));
            parts++;
        }

        String text() {
            return complete + " complete, " + blocked + " blocked, " + outcomes;
        }
    }

    private static Exploration exploration(Supplier<? extends StepSource> program, String model, boolean symmetry) {
        return new Exploration(program).model(MemoryModel.named(model)).symmetry(symmetry).stopAtFirstViolation(false);
    }

    private static Sum whole(Supplier<? extends StepSource> program, String model, boolean symmetry) {
        Sum sum = new Sum();
        sum.add(exploration(program, model, symmetry).run());
        return sum;
    }

    private static Sum inParts(Supplier<? extends StepSource> program, String model, boolean symmetry, int workers,
            SplittableRandom random, int most) {
        Sum sum = new Sum();
        List<Prefix> left = List.of(Prefix.ROOT);
        List<Prefix> lessons = List.of();
        while (!left.isEmpty()) {
            Lessons learned = new Lessons(lessons);
            Result part = exploration(program, model, symmetry).workers(workers).resume(left).leaveWork(learned)
                    .maxExecutions(1 + random.nextInt(most)).run();
            sum.add(part);
            left = new ArrayList<>(part.left());
            lessons = learned.learned();
        }
        return sum;
    }

    @ParameterizedTest
    @CsvSource({"ainc,5", "tas_cas,4", "ticket,4", "barrier,4", "inc,3", "casrot,6", "mcs,3"})
    void partsAddUpOnTheAnchors(String family, int n) {
        SplittableRandom random = new SplittableRandom(n);
        Supplier<StepSource> program = () -> Anchors.named(family, n);
        for (String model : MODELS) {
            for (boolean symmetry : new boolean[]{false, true}) {
                Sum whole = whole(program, model, symmetry);
                Sum parts = inParts(program, model, symmetry, 1, random, 40);
                assertThat(parts.text()).as("%s(%d) under %s, symmetry %s", family, n, model, symmetry)
                        .isEqualTo(whole.text());
            }
        }
    }

    @Test
    void partsAddUpOnRandomPrograms() {
        SplittableRandom random = new SplittableRandom(7);
        int cut = 0;
        for (long seed = 1; seed <= 200; seed++) {
            Litmus litmus = Litmus.parse(new RandomLitmus(seed).next());
            for (String model : MODELS) {
                Sum whole = whole(litmus::program, model, false);
                Sum parts = inParts(litmus::program, model, false, 1, random, 5);
                assertThat(parts.text()).as("seed %d under %s", seed, model).isEqualTo(whole.text());
                cut += parts.parts - 1;
            }
        }
        assertThat(cut).isGreaterThan(200);
    }

    @Test
    void partsOfSeveralWorkersAddUp() {
        for (int run = 0; run < 5; run++) {
            Supplier<StepSource> program = () -> Anchors.named("ainc", 7);
            Sum parts = inParts(program, "rc11", false, 3, new SplittableRandom(run), 4_000);
            assertThat(parts.complete).isEqualTo(5_040);
        }
    }

    @Test
    void violationIsKeptThoughTheLimitComesWhileItIsLookedAt() {
        Exploration setup = exploration(() -> Anchors.named("ainc", 2), "rc11", false).timeLimit(Duration.ZERO);
        RunningExploration run = new RunningExploration(setup);
        run.look();
        assertThat(run.isStopped()).isTrue();
        run.violation(new Violation(Violation.Kind.ASSERTION, "found", List.of(), null, anyGraph(), 0, 0, List.of(),
                List.of()));
        assertThat(run.result().verdict()).isEqualTo(Verdict.VIOLATED);
    }

    private static ExecutionGraph anyGraph() {
        return ExecutionGraph.of(new Graph());
    }
}
