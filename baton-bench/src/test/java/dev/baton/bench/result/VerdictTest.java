package dev.baton.bench.result;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.bench.SampleReports;
import java.util.List;
import org.junit.jupiter.api.Test;

class VerdictTest {
    private final List<Verdict> verdicts = SampleReports.mixed().verdicts();

    @Test
    void ratioGoalNeedsFloorAndMean() {
        assertThat(verdicts.get(0).reached()).isTrue();
        assertThat(verdicts.get(0).detail()).contains("geometric mean 2.75", "least 1.01");
    }

    @Test
    void missByLessThanTheErrorCountsAsReachedAndIsNamed() {
        assertThat(verdicts.get(1).reached()).isTrue();
        assertThat(verdicts.get(1).detail()).contains("below by less than the error: platform threads=1");
    }

    @Test
    void flatGoalLooksAtBatonAlone() {
        assertThat(verdicts.get(2).reached()).isTrue();
        assertThat(verdicts.get(2).detail()).contains("1.10 times");
    }

    @Test
    void allocationGoalIsMissedByOneByteTooMany() {
        assertThat(verdicts.get(3).reached()).isFalse();
    }

    @Test
    void scoresOfAnyUnitBecomeNanoseconds() {
        assertThat(Score.of(2, 0.5, "us/op")).isEqualTo(new Score(2000, 500));
        assertThat(Score.of(2_000_000, 200_000, "ops/s")).isEqualTo(new Score(500, 50));
        assertThat(Score.of(4, 1, "ops/ms")).isEqualTo(new Score(250_000, 62_500));
    }

    @Test
    void errorOfARatioGrowsWithBothErrors() {
        Ratio ratio = Ratio.of(new Score(100, 3), new Score(200, 8));
        assertThat(ratio.value()).isEqualTo(2);
        assertThat(ratio.error()).isEqualTo(0.1);
        assertThat(ratio.isClearWin()).isTrue();
        assertThat(new Ratio(0.95, 0.1).isClearLoss()).isFalse();
        assertThat(new Ratio(0.85, 0.1).isClearLoss()).isTrue();
    }
}
