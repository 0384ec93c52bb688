package dev.baton.bench.result;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.bench.Goal;
import dev.baton.bench.SampleReports;
import dev.baton.bench.Suite;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;

class VerdictTest {
    private final List<Verdict> verdicts = SampleReports.mixed().suites().stream()
            .flatMap(suite -> suite.verdicts().stream()).toList();

    /** One suite with these measured: nanoseconds and error of ours, of the peer, for each cell. */
    private static Verdict of(Goal goal, double[]... cells) {
        String[] names = IntStream.range(0, cells.length).mapToObj(String::valueOf).toArray(String[]::new);
        Suite suite = Suite.named("made").benchmark(VerdictTest.class, "none").axis("n", names)
                .baton("ours", "ours").peer("theirs", "theirs").goal(goal).build();
        List<Measurement> all = new ArrayList<>();
        for (int cell = 0; cell < cells.length; cell++) {
            double[] one = cells[cell];
            all.add(new Measurement(suite.cells().get(cell), suite.peers().get(0), new Score(one[0], one[1]), 0.0,
                    null, ""));
            all.add(new Measurement(suite.cells().get(cell), suite.peers().get(1), new Score(one[2], one[3]), 0.0,
                    null, ""));
        }
        return new SuiteResult(suite, all).verdicts().get(0);
    }

    private static Goal ratio(double floor, double mean) {
        return new Goal.Ratio("made", "theirs", cell -> true, floor, mean);
    }

    @Test
    void ratioGoalNeedsFloorAndMean() {
        assertThat(verdicts.get(0).outcome()).isEqualTo(Outcome.REACHED);
        assertThat(verdicts.get(0).detail()).contains("geometric mean 2.75", "least 1.01");
    }

    @Test
    void missByLessThanTheErrorIsUndecidedAndNamesTheCell() {
        assertThat(verdicts.get(1).outcome()).isEqualTo(Outcome.UNDECIDED);
        assertThat(verdicts.get(1).detail()).contains("undecided: platform threads=1");
    }

    @Test
    void ratioReachedByLessThanTheErrorIsUndecidedToo() {
        assertThat(of(ratio(0.95, 0), new double[]{100, 10, 100, 0}).outcome()).isEqualTo(Outcome.UNDECIDED);
        assertThat(of(ratio(0.95, 0), new double[]{100, 1, 100, 0}).outcome()).isEqualTo(Outcome.REACHED);
        assertThat(of(ratio(0.95, 0), new double[]{100, 1, 90, 0}).outcome()).isEqualTo(Outcome.MISSED);
    }

    @Test
    void oneMissedCellOutweighsUndecidedOnes() {
        Verdict verdict = of(ratio(0.95, 0), new double[]{100, 90, 100, 0}, new double[]{100, 1, 50, 0});
        assertThat(verdict.outcome()).isEqualTo(Outcome.MISSED);
        assertThat(verdict.detail()).contains("below: n=1", "undecided: n=0");
    }

    @Test
    void meanHasAnErrorThatShrinksWithTheCells() {
        double[] cell = {100, 8, 125, 0};
        assertThat(of(ratio(0, 1.2), cell).outcome()).isEqualTo(Outcome.UNDECIDED);
        assertThat(of(ratio(0, 1.2), cell, cell, cell, cell, cell).outcome()).isEqualTo(Outcome.REACHED);
        assertThat(of(ratio(0, 1.2), new double[]{100, 1, 110, 1}).outcome()).isEqualTo(Outcome.MISSED);
    }

    @Test
    void cellsThatNoFloorIsAskedOfDecideNothing() {
        assertThat(of(ratio(0, 1), new double[]{100, 500, 100_000, 0}, new double[]{100, 0, 100_000, 0}).detail())
                .doesNotContain("undecided");
    }

    @Test
    void flatGoalLooksAtBatonAlone() {
        assertThat(verdicts.get(2).outcome()).isEqualTo(Outcome.REACHED);
        assertThat(verdicts.get(2).detail()).contains("1.10 ± 0.03 times");
    }

    @Test
    void flatGoalIsUndecidedWithinTheErrorOfTheGrowth() {
        Goal flat = new Goal.Flat("flat", 1.5);
        assertThat(of(flat, new double[]{100, 1, 1, 0}, new double[]{160, 30, 1, 0}).outcome())
                .isEqualTo(Outcome.UNDECIDED);
        assertThat(of(flat, new double[]{100, 1, 1, 0}, new double[]{140, 30, 1, 0}).outcome())
                .isEqualTo(Outcome.UNDECIDED);
        assertThat(of(flat, new double[]{100, 1, 1, 0}, new double[]{160, 1, 1, 0}).outcome())
                .isEqualTo(Outcome.MISSED);
    }

    @Test
    void allocationGoalIsMissedByOneByteTooMany() {
        assertThat(verdicts.get(3).outcome()).isEqualTo(Outcome.MISSED);
    }

    @Test
    void reportHasTheMissedFirstAndTheUndecidedNext() {
        assertThat(SampleReports.mixed().verdicts()).extracting(Verdict::outcome)
                .containsExactly(Outcome.MISSED, Outcome.UNDECIDED, Outcome.REACHED, Outcome.REACHED);
    }

    @Test
    void fileOfGoalsIsJsonWithOneObjectAGoal() {
        assertThat(Json.read(GoalFile.write(SampleReports.mixed().verdicts())))
                .asInstanceOf(InstanceOfAssertFactories.LIST)
                .hasSize(4).first().asInstanceOf(InstanceOfAssertFactories.MAP)
                .containsOnlyKeys("suite", "goal", "verdict", "detail").containsEntry("verdict", "missed");
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
