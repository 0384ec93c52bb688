package dev.baton.check.explore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.check.model.MemoryModel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Sampled executions are executions of the program, and the same in every run with the same seed. */
final class HuntTest {
    private static Result hunt(String family, int n, String model, long seed, long samples) {
        return new Exploration(() -> Anchors.named(family, n)).model(MemoryModel.named(model)).hunt(seed)
                .stopAtFirstViolation(false).maxExecutions(samples).workers(2).run();
    }

    @ParameterizedTest
    @CsvSource({"ainc,4,sc", "ainc,4,rc11", "inc,3,sc", "inc,3,rc11", "casrot,4,rc11", "rw,3,tso", "rw,3,rc11"})
    void everyExecutionIsMetAndNoOther(String family, int n, String model) {
        Result whole = new Exploration(() -> Anchors.named(family, n)).model(MemoryModel.named(model)).run();
        assertThat(whole.blocked()).as("a program without waits").isZero();
        Result hunted = hunt(family, n, model, 1, 40_000);
        Bound.Hunted covered = (Bound.Hunted) hunted.notExhausted();
        assertThat(covered.distinct()).isEqualTo(whole.complete());
        assertThat(hunted.verdict()).as("whatever was met").isEqualTo(Verdict.NOT_EXHAUSTED);
        assertThat(covered.estimate()).isBetween(0.7 * whole.complete(), 1.4 * whole.complete());
    }

    @Test
    void theSeedDecides() {
        String one = String.valueOf(hunt("mcs", 3, "rc11", 7, 2_000).notExhausted());
        String same = String.valueOf(hunt("mcs", 3, "rc11", 7, 2_000).notExhausted());
        String other = String.valueOf(hunt("mcs", 3, "rc11", 8, 2_000).notExhausted());
        assertThat(same).isEqualTo(one);
        assertThat(other).isNotEqualTo(one.replace("seed 7", "seed 8"));
    }

    @Test
    void interleavingsWithFewSwitchesAreAllVisited() {
        Bound.Hunted covered = (Bound.Hunted) hunt("ainc", 3, "rc11", 1, 20_000).notExhausted();
        assertThat(covered.switches()).isPositive();
        assertThat(covered.toString()).contains("all interleavings with at most");
    }
}
