package dev.baton;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.testing.TestThreads;
import dev.baton.testing.ThreadKind;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class SpreadCountTest {
    @ParameterizedTest
    @ValueSource(ints = {2, 4, 8})
    void onlyTheLastCallMakesItZeroWhereverItBegins(int shares) {
        for (int count = 1; count <= 3 * shares + 1; count++) {
            for (int home = 0; home < shares; home++) {
                SpreadCount spread = new SpreadCount(count, shares);
                for (int left = count; left > 0; left--) {
                    assertThat(spread.sum()).isEqualTo(left);
                    assertThat(spread.isZero()).isFalse();
                    assertThat(spread.decrement(home)).isEqualTo(left == 1);
                }
                assertThat(spread.isZero()).isTrue();
            }
        }
    }

    @Test
    void callsBeyondZeroChangeNothing() {
        SpreadCount spread = new SpreadCount(1, 2);
        assertThat(spread.decrement(1)).isTrue();
        for (int call = 0; call < 5; call++) {
            assertThat(spread.decrement(call % 2)).isFalse();
            assertThat(spread.sum()).isZero();
            assertThat(spread.isZero()).isTrue();
        }
    }

    @Test
    void countOfZeroIsZeroFromTheBeginning() {
        assertThat(new SpreadCount(0, 4).isZero()).isTrue();
    }

    @Test
    void largestCountIsNotCutOff() {
        assertThat(new SpreadCount(Integer.MAX_VALUE, 64).sum()).isEqualTo(Integer.MAX_VALUE);
    }

    @Test
    void countThatIsNotWorthItIsNotSpread() {
        for (int count : new int[]{-1, 0, 1, SpreadCount.LEAST_SHARE, 2 * SpreadCount.LEAST_SHARE - 1}) {
            assertThat(SpreadCount.of(count)).isNull();
        }
        for (int count = 1; count > 0; count = 3 * count) {
            SpreadCount spread = SpreadCount.of(count);
            if (spread != null) {
                assertThat(spread.sum()).isEqualTo(count);
                assertThat(Integer.bitCount(spread.shares())).isEqualTo(1);
                assertThat(count / spread.shares()).isGreaterThanOrEqualTo(SpreadCount.LEAST_SHARE);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 8, 64})
    void threadsBeginAtAllShares(int shares) {
        SpreadCount spread = new SpreadCount(1, shares);
        Set<Integer> homes = new HashSet<>();
        for (int thread = 0; thread < 4 * shares; thread++) {
            int home = spread.homeOf(Thread.ofVirtual().unstarted(() -> {}));
            assertThat(home).isBetween(0, shares - 1);
            homes.add(home);
        }
        assertThat(homes).hasSize(shares);
    }

    /** Every call is counted, somebody is told of the zero, and nobody before all are counted. */
    @ParameterizedTest
    @EnumSource
    void nothingIsLostBetweenThreads(ThreadKind kind) {
        int threadCount = 4;
        int calls = 30;
        for (int round = 0; round < 300; round++) {
            SpreadCount spread = new SpreadCount(threadCount * calls, 2);
            AtomicInteger made = new AtomicInteger();
            AtomicInteger told = new AtomicInteger();
            try (TestThreads threads = new TestThreads(kind)) {
                for (int thread = 0; thread < threadCount; thread++) {
                    int home = thread % 2;
                    threads.start(() -> {
                        long before = Long.MAX_VALUE;
                        for (int call = 0; call < calls; call++) {
                            made.incrementAndGet();
                            if (spread.decrement(home)) {
                                told.incrementAndGet();
                                assertThat(made).hasValue(threadCount * calls);
                            }
                            long now = spread.sum();
                            assertThat(now).isBetween(0L, before);
                            before = now;
                        }
                    });
                }
            }
            assertThat(told.get()).isPositive();
            assertThat(spread.sum()).isZero();
        }
    }
}
