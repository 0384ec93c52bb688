package dev.baton.internal.park;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.testing.TestThreads;
import dev.baton.testing.ThreadKind;
import org.junit.jupiter.api.Test;

/** What a line makes of its experience with threads that spin. */
class SpinPolicyTest {
    private static final int WAITS = 20_000;
    private static final int LIMIT = 256;

    private static void onVirtualThread(Runnable test) {
        try (TestThreads threads = new TestThreads(ThreadKind.VIRTUAL)) {
            threads.start(test::run);
        }
    }

    private static int spins(SpinPolicy policy, int waits, Runnable outcome) {
        int spins = 0;
        for (int wait = 0; wait < waits; wait++) {
            if (policy.looks() > 0) {
                spins++;
                outcome.run();
            }
        }
        return spins;
    }

    @Test
    void virtualThreadsSpinWhileThatPaysButNotWithoutEnd() {
        onVirtualThread(() -> {
            SpinPolicy policy = new SpinPolicy(LIMIT, true);
            assertThat(spins(policy, WAITS, policy::answered)).isEqualTo(WAITS - WAITS / SpinPolicy.STREAK);
        });
    }

    @Test
    void virtualThreadsGiveUpSpinningInVainAndTryAgain() {
        onVirtualThread(() -> {
            SpinPolicy policy = new SpinPolicy(LIMIT, true);
            for (int vain = 0; vain < SpinPolicy.FORGIVEN; vain++) {
                assertThat(policy.looks()).as("after few in vain").isPositive();
                policy.inVain();
            }
            assertThat(policy.looks()).isPositive();
            policy.inVain();
            assertThat(policy.looks()).as("after one more").isZero();
            assertThat(policy.looks()).as("after one wait that parked").isPositive();
            assertThat(spins(policy, WAITS, policy::inVain)).as("spins that are all in vain")
                    .isBetween(WAITS / SpinPolicy.LONGEST_REST - 2, 12 + WAITS / SpinPolicy.LONGEST_REST);
            assertThat(spins(policy, 2 * SpinPolicy.LONGEST_REST, policy::answered)).as("when the tide has turned")
                    .isGreaterThanOrEqualTo(SpinPolicy.LONGEST_REST - 3);
            for (int vain = 0; vain < SpinPolicy.FORGIVEN; vain++) {
                policy.inVain();
                assertThat(policy.looks()).as("a spin that was answered makes up for all before").isPositive();
            }
        });
    }

    @Test
    void virtualThreadsDoNotSpinWhereTheyAreNotAllowedTo() {
        onVirtualThread(() -> assertThat(spins(new SpinPolicy(LIMIT, false), WAITS, () -> {})).isZero());
    }

    @Test
    void platformThreadsLookLessWhileItIsInVainAndLongNowAndThen() {
        SpinPolicy policy = new SpinPolicy(LIMIT, false);
        int most = 0;
        int least = Integer.MAX_VALUE;
        for (int wait = 0; wait < 100; wait++) {
            int looks = policy.looks();
            most = Math.max(most, looks);
            least = Math.min(least, looks);
            policy.inVain();
        }
        assertThat(least).isBetween(1, LIMIT / 8);
        assertThat(most).isGreaterThan(LIMIT);
        policy.answered();
        assertThat(policy.looks()).isGreaterThanOrEqualTo(LIMIT);
    }

    @Test
    void withoutALimitNobodyLooks() {
        assertThat(new SpinPolicy(0, true).mayLook()).isFalse();
    }
}
