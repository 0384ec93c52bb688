package dev.baton;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.internal.transfer.DualList;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;

/**
 * What a queue must make of its experience with virtual threads that spin, whichever class holds it.
 *
 * @param isWorthATry asks as a wait does that begins
 * @param paid tells that the spin was answered
 * @param wasInVain tells that it was not
 * @param streakEnds counts a wait, and says whether the thread must let others run
 */
record SpinExperience(BooleanSupplier isWorthATry, Runnable paid, Runnable wasInVain, BooleanSupplier streakEnds) {
    private static final int WAITS = 20_000;

    /** Fails unless spins are tried, given up, and tried again as {@link DualList} says. */
    void check() {
        assertThat(spins(WAITS, paid)).as("spins that all pay").isEqualTo(WAITS);
        assertThat(IntStream.range(0, WAITS).filter(_ -> streakEnds.getAsBoolean()).count()).as("streaks")
                .isBetween((long) WAITS / SpinStreak.LONGEST, 1L + WAITS / SpinStreak.LONGEST);
        assertThat(spins(WAITS, wasInVain)).as("spins that are all in vain")
                .isBetween(DualList.FORGIVEN + 2, 12 + WAITS / DualList.LONGEST_REST);
        assertThat(spins(2 * DualList.LONGEST_REST, paid)).as("spins after the tide has turned")
                .isGreaterThanOrEqualTo(DualList.LONGEST_REST - 2);
        assertThat(isWorthATry.getAsBoolean()).as("while spins pay").isTrue();
        for (int vain = 0; vain < DualList.FORGIVEN; vain++) {
            wasInVain.run();
            assertThat(isWorthATry.getAsBoolean()).as("after the first ones in vain").isTrue();
        }
        wasInVain.run();
        assertThat(isWorthATry.getAsBoolean()).as("after one more").isFalse();
        assertThat(isWorthATry.getAsBoolean()).as("after one wait that parked").isTrue();
    }

    private int spins(int waits, Runnable outcome) {
        int spins = 0;
        for (int wait = 0; wait < waits; wait++) {
            if (isWorthATry.getAsBoolean()) {
                spins++;
                outcome.run();
            }
        }
        return spins;
    }
}
