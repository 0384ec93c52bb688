package dev.baton.combine.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is held back runs once, in order, and at the latest when the clock says. */
class HeldBackTest {
    private final List<Runnable> submitted = new ArrayList<>();
    private final List<Runnable> atTime = new ArrayList<>();
    private final List<Integer> ran = new ArrayList<>();
    private final HeldBack held = HeldBack.begin(submitted::add, atTime::add);

    private boolean hold(int number) {
        return held.add(() -> ran.add(number));
    }

    /** Runs what was submitted until nothing is left. */
    private void runSubmitted() {
        while (!submitted.isEmpty()) {
            submitted.removeFirst().run();
        }
    }

    @Test
    void runsAtTheLatestWhenTheClockSays() {
        assertThat(hold(1)).isTrue();
        assertThat(submitted).isEmpty();
        assertThat(atTime).hasSize(1);
        atTime.getFirst().run();
        runSubmitted();
        assertThat(ran).containsExactly(1);
        assertThat(hold(2)).as("held back after the time").isFalse();
    }

    @Test
    void runsInOrderOnceWhenLetGo() {
        for (int number = 0; number < 5; number++) {
            assertThat(hold(number)).isTrue();
        }
        held.letGo();
        assertThat(hold(5)).as("held back after the others were let go").isFalse();
        runSubmitted();
        held.letGo();
        atTime.getFirst().run();
        runSubmitted();
        assertThat(ran).containsExactly(0, 1, 2, 3, 4);
    }

    /** One task for all: to submit many would lie between two sections. */
    @Test
    void isLetGoByOneTask() {
        for (int number = 0; number < 5; number++) {
            assertThat(hold(number)).isTrue();
        }
        held.letGo();
        assertThat(submitted).hasSize(1);
        submitted.removeFirst().run();
        assertThat(submitted).hasSize(5);
        assertThat(ran).isEmpty();
    }

    @Test
    void refusesBeyondItsLimit() {
        for (int number = 0; number < HeldBack.MOST; number++) {
            assertThat(hold(number)).isTrue();
        }
        assertThat(hold(HeldBack.MOST)).isFalse();
        held.letGo();
        runSubmitted();
        assertThat(ran).hasSize(HeldBack.MOST);
    }
}
