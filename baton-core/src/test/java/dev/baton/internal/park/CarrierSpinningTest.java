package dev.baton.internal.park;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What a meeting place makes of its experience with virtual threads that spin. */
class CarrierSpinningTest {
    private static final int WAITS = 20_000;

    private static int spins(CarrierSpinning place, int waits, Runnable outcome) {
        int spins = 0;
        for (int wait = 0; wait < waits; wait++) {
            if (place.looks() > 0) {
                spins++;
                outcome.run();
            }
        }
        return spins;
    }

    @Test
    void threadsSpinWhileThatPays() {
        CarrierSpinning place = new CarrierSpinning();
        assertThat(spins(place, WAITS, place::answered)).isEqualTo(WAITS);
    }

    @Test
    void nobodySpinsWhileSomebodySleeps() {
        CarrierSpinning place = new CarrierSpinning();
        place.sleeps();
        assertThat(place.looks()).isZero();
        place.awake();
        assertThat(place.looks()).isPositive();
    }

    @Test
    void threadsGiveUpSpinningInVainAndTryAgain() {
        CarrierSpinning place = new CarrierSpinning();
        for (int vain = 0; vain <= CarrierSpinning.FORGIVEN; vain++) {
            assertThat(place.looks()).as("after few in vain").isPositive();
            place.inVain();
        }
        assertThat(place.looks()).as("after one more").isZero();
        assertThat(place.looks()).as("after one wait that parked").isPositive();
        assertThat(spins(place, WAITS, place::inVain)).as("spins that are all in vain")
                .isBetween(WAITS / CarrierSpinning.LONGEST_REST - 2, 12 + WAITS / CarrierSpinning.LONGEST_REST);
        assertThat(spins(place, 2 * CarrierSpinning.LONGEST_REST, place::answered)).as("when the tide has turned")
                .isGreaterThanOrEqualTo(CarrierSpinning.LONGEST_REST - 3);
        for (int vain = 0; vain < CarrierSpinning.FORGIVEN; vain++) {
            place.inVain();
            assertThat(place.looks()).as("a spin that was answered makes up for all before").isPositive();
        }
    }

    /** Waits of any numbering must come to their turn: in steps of a buffer's size, too. */
    @Test
    void othersGetTheirTurnWhateverTheNumbers() {
        for (int step : new int[]{1, 2, 16, 100, 1024, 4096}) {
            int turns = 0;
            for (long wait = 5; wait < 64L * CarrierSpinning.STREAK * step; wait += step) {
                turns += CarrierSpinning.isTurnOfOthers(wait) ? 1 : 0;
            }
            assertThat(turns).as("in steps of %d", step).isBetween(16, 256);
        }
    }
}
