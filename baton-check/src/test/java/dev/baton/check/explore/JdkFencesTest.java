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

/** The fences in the JDK's own code order plain accesses; those of VarHandle need opaque ones under rc11. */
final class JdkFencesTest {
    private static final List<MemoryModel> MODELS = List.of(MemoryModel.named("sc"), MemoryModel.named("tso"),
            MemoryModel.named("rc11"), MemoryModel.named("jam"));

    @ParameterizedTest
    @ValueSource(strings = {"W.na x 1; F.js; W.na y 1 | R.na y a; F.jl; R.na x b",
            "W.na x 1; F.js; W.na y 1 | R.acq y a; R.na x b", "W.na x 1; W.rel y 1 | R.na y a; F.jl; R.na x b",
            "W.na x 1; F.js; W.na y 1 | XCHG.rlx y 2 c | R.acq y a; R.na x b",
            "W.na x 1; F.js; F.rel; W.na y 1 | R.na y a; F.jl; F.acq; R.na x b",
            "W.na x 1; F.rel; W.na y 1 | R.na y a; F.jl; R.na x b",
            "XCHG.ar s 1 c; F.js; W.na x 1; W.na y 1; W.rel s 2 | R.acq s a; R.na x b; R.na y d; F.jl; R.rlx s e"})
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

    @Test
    void messageByPlainAccesses() {
        MemoryModel rc11 = MemoryModel.named("rc11");
        String jdk = "W.na x 1; F.js; W.na y 1 | R.na y a; F.jl; R.na x b";
        assertThat(MODELS).noneMatch(model -> isAllowed(jdk, "a=1 & b=0", model));
        String varHandle = "W.na x 1; F.rel; W.na y 1 | R.na y a; F.acq; R.na x b";
        assertThat(isAllowed(varHandle, "a=1 & b=0", rc11)).isTrue();
        assertThat(isAllowed(varHandle, "a=1 & b=0", MemoryModel.named("jam"))).isFalse();
    }

    @Test
    void readerThatSeesWhatAWriterDidSeesThatItWrites() {
        String lock = "XCHG.ar s 1 c; F.js; W.na x 1; W.rel s 2 | R.acq s a; R.na x b; F.jl; R.rlx s e";
        assertThat(MODELS).noneMatch(model -> isAllowed(lock, "a=0 & b=1 & e=0", model));
    }
}
