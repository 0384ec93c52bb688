package dev.baton.check.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.check.explore.Verdict;
import java.util.concurrent.Phaser;
import org.junit.jupiter.api.Test;

/** The number of processors is a setting of the check, and class initializers see it too. */
class ProcessorsTest {
    /** Reads the number once, as most code that spins does. */
    static final class Known {
        static final int COUNT = Runtime.getRuntime().availableProcessors();

        private Known() {}
    }

    private static CheckResult asks(int processors) {
        return new Checker().processors(processors).check(scenario -> {
            int[] seen = {0, 0};
            scenario.thread(() -> {
                seen[0] = Known.COUNT;
                seen[1] = Runtime.getRuntime().availableProcessors();
            });
            scenario.outcome(() -> seen[0] + " " + seen[1]);
        });
    }

    @Test
    void theProgramSeesTheProcessorsOfTheCheck() {
        assertThat(asks(1).outcomes()).containsOnlyKeys("1 1");
        assertThat(asks(3).outcomes()).containsOnlyKeys("3 3");
    }

    @Test
    void aClassThatTheSetUpInitializesSeesThemToo() {
        assertThat(new Checker().processors(5).check(scenario -> {
            int known = Known.COUNT;
            scenario.thread(() -> {});
            scenario.outcome(() -> known + "");
        }).outcomes()).containsOnlyKeys("5");
    }

    @Test
    void spinningCodeParksAtOnceOnOneProcessor() {
        assertThat(new Checker().check(scenario -> {
            Phaser phaser = new Phaser(2);
            int[] data = {0};
            scenario.thread(() -> {
                data[0] = 1;
                phaser.arriveAndAwaitAdvance();
            });
            scenario.thread(() -> {
                phaser.arriveAndAwaitAdvance();
                assert data[0] == 1;
            });
        }).verdict()).isEqualTo(Verdict.VERIFIED);
    }
}
