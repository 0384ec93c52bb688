package dev.baton.bench.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.bench.Goal;
import dev.baton.bench.Peer;
import dev.baton.bench.Suite;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PlanTest {
    private final Suite suite = Suite.named("s").benchmark(PlanTest.class, "none").axis("n", "1", "2")
            .quick(cell -> cell.is("n", "2")).baton("a", "A").peer("b", "B").peer("c", "C", cell -> cell.is("n", "2"))
            .goal(new Goal.Ratio("goal", "c", cell -> cell.is("n", "2"), 1, 0)).build();

    @Test
    void everyContenderRunsFirstInTurn() {
        List<Trial> trials = Plan.of(List.of(suite), Settings.FULL).trials();
        assertThat(trials).hasSize(3 * 2 + 3 * 3);
        List<Trial> second = trials.subList(6, 15);
        assertThat(IntStream.of(0, 3, 6).mapToObj(second::get)).extracting(Trial::peer).doesNotHaveDuplicates();
    }

    @Test
    void quickRunKeepsTheContendersOfGoals() {
        List<Trial> trials = Plan.of(List.of(suite), Settings.QUICK).trials();
        assertThat(trials).extracting(Trial::peer).extracting(Peer::id).containsExactlyInAnyOrder("a", "c");
    }
}
