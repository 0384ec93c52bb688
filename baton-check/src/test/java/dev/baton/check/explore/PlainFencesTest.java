package dev.baton.check.explore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.check.model.MemoryModel;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Fences order plain accesses as they do opaque ones; the non-atomic accesses of C++ they do not order. */
final class PlainFencesTest {
    private static final List<MemoryModel> MODELS = List.of(MemoryModel.named("sc"), MemoryModel.named("tso"),
            MemoryModel.named("rc11"), MemoryModel.named("jam"));

    @ParameterizedTest
    @ValueSource(strings = {"W.pl x 1; F.rel; W.pl y 1 | R.pl y a; F.acq; R.pl x b",
            "W.pl x 1; F.rel; W.pl y 1 | R.acq y a; R.pl x b", "W.pl x 1; W.rel y 1 | R.pl y a; F.acq; R.pl x b",
            "W.pl x 1; F.rel; W.pl y 1 | XCHG.rlx y 2 c | R.acq y a; R.pl x b",
            "W.pl x 1; F.ss; F.rel; W.pl y 1 | R.pl y a; F.ll; F.acq; R.pl x b",
            "W.pl x 1; F.rel; W.pl y 1 | R.na y a; F.acq; R.pl x b", "W.pl x 1; W.pl x 2 | R.pl x a; F.acq; R.pl x b",
            "W.pl x 1; W.pl x 2 | R.pl x a; F.rel; R.pl x b", "W.pl x 1; W.pl x 2 | R.pl x a; F.ll; R.rlx x b",
            "W.rlx x 1; W.rlx x 2 | R.rlx x a; F.sc; R.na x b",
            "W.pl x 1 | W.pl x 2 | R.pl x a; F.acq; W.rel y 1 | R.acq y c; R.pl x b",
            "W.pl x 1; F.sc; R.pl y a | W.pl y 1; F.sc; R.pl x b",
            "XCHG.ar s 1 c; F.rel; W.pl x 1; W.pl y 1; W.rel s 2 | R.acq s a; R.pl x b; R.pl y d; F.acq; R.rlx s e"})
    void searchFindsWhatTryingEverythingFinds(String text) throws BruteForce.TooLarge {
        Litmus litmus = Litmus.parse(text);
        BruteForce.Found expected = BruteForce.everything(litmus, MODELS, 2_000_000);
        for (MemoryModel model : MODELS) {
            Set<String> actual = new HashSet<>();
            Result result = new Exploration(litmus::program).model(model)
                    .onComplete(graph -> actual.add(BruteForce.canonical(graph, !model.name().equals("jam")))).run();
            assertThat(actual).as(model.name()).isEqualTo(expected.executions().get(model.name()));
            assertThat(result.complete()).isEqualTo(actual.size());
        }
    }

    private static boolean isAllowed(String text, String outcome, MemoryModel model) {
        Litmus litmus = Litmus.parse(text);
        Set<Map<String, Long>> outcomes = new HashSet<>();
        new Exploration(litmus::program).model(model).onComplete(graph -> outcomes.add(litmus.outcome(graph))).run();
        return outcomes.stream().anyMatch(found -> LitmusTest.matches(outcome, found));
    }

    @ParameterizedTest
    @ValueSource(strings = {"W.pl x 1; F.rel; W.pl y 1 | R.pl y a; F.acq; R.pl x b ! a=1 & b=0",
            "W.pl x 1; F.ss; W.pl y 1 | R.pl y a; F.ll; R.pl x b ! a=1 & b=0",
            "W.pl x 1; F.sc; W.pl y 1 | R.pl y a; F.sc; R.pl x b ! a=1 & b=0",
            "W.pl x 1; F.rel; W.pl y 1 | R.acq y a; R.pl x b ! a=1 & b=0",
            "W.pl x 1; W.rel y 1 | R.pl y a; F.acq; R.pl x b ! a=1 & b=0",
            "W.pl x 1; F.sc; R.pl y a | W.pl y 1; F.sc; R.pl x b ! a=0 & b=0",
            "W.pl x 1 | R.pl x a; F.acq; R.pl x b ! a=1 & b=0"})
    void noModelAllows(String programAndOutcome) {
        String[] parts = programAndOutcome.split(" ! ");
        assertThat(MODELS).noneMatch(model -> isAllowed(parts[0], parts[1], model));
    }

    @ParameterizedTest
    @ValueSource(strings = {"W.na x 1; F.rel; W.na y 1 | R.na y a; F.acq; R.na x b ! a=1 & b=0",
            "W.pl x 1; W.pl y 1 | R.pl y a; R.pl x b ! a=1 & b=0",
            "W.pl x 1; F.rel; W.pl y 1 | R.pl y a; R.pl x b ! a=1 & b=0",
            "W.pl x 1 | R.pl x a; F.rel; R.pl x b ! a=1 & b=0", "W.na x 1 | R.na x a; F.acq; R.na x b ! a=1 & b=0"})
    void rc11Allows(String programAndOutcome) {
        String[] parts = programAndOutcome.split(" ! ");
        assertThat(isAllowed(parts[0], parts[1], MemoryModel.named("rc11"))).isTrue();
    }

    @Test
    void readerThatSeesWhatAWriterDidSeesThatItWrites() {
        String lock = "XCHG.ar s 1 c; F.rel; W.pl x 1; W.rel s 2 | R.acq s a; R.pl x b; F.acq; R.rlx s e";
        assertThat(MODELS).noneMatch(model -> isAllowed(lock, "a=0 & b=1 & e=0", model));
    }
}
