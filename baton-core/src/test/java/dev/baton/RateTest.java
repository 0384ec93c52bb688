package dev.baton;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The arithmetic of a rate: what has arisen, what is kept, when the next is due. */
class RateTest {
    private long now = Long.MAX_VALUE - 5L; // wraps at once
    private final RateLimiter.Clock clock = new RateLimiter.Clock() {
        @Override
        public long nanoTime() {
            return now;
        }

        @Override
        public void runAfter(long nanos, Runnable task) {
            throw new AssertionError("no timer here");
        }
    };

    private Rate rate(int permits, long nanos, int burst) {
        return new Rate(permits, Duration.ofNanos(nanos), burst, clock);
    }

    /** What a user would write with numbers of any size. */
    private static long arisen(long elapsed, int permits, long period) {
        return BigInteger.valueOf(elapsed).multiply(BigInteger.valueOf(permits)).divide(BigInteger.valueOf(period))
                .longValueExact();
    }

    /** Takes all that there is, again and again: the sum is the burst and what has arisen since. */
    @Test
    void everyPermitArisesOnceAndInTime() {
        Random random = new Random(42);
        for (int round = 0; round < 200; round++) {
            long period = 1L + random.nextInt(1_000_000);
            int permits = 1 + random.nextInt((int) Math.min(period, 10_000L));
            int burst = 1 << 30;
            Rate rate = rate(permits, period, burst);
            long start = now;
            long state = 0L;
            long taken = 0L;
            for (int step = 0; step < 50; step++) {
                int available = rate.available(state);
                state = GrantQueue.stateOf(state + rate.change(available));
                taken += available;
                assertThat(taken).as("%d in %d after %d", permits, period, now - start)
                        .isEqualTo(burst + arisen(now - start, permits, period));
                assertThat(rate.allows(state, 1)).isFalse();
                if (random.nextBoolean()) {
                    now += random.nextInt(3_000_000);
                } else {
                    now += rate.nanosToNext(now) - 1L;
                    assertThat(rate.allows(state, 1)).as("a nanosecond before").isFalse();
                    now++;
                    assertThat(rate.allows(state, 1)).as("when it is due").isTrue();
                }
            }
        }
    }

    @Test
    void whatTheBurstDoesNotHoldIsForfeited() {
        Rate rate = rate(10, 1_000L, 5);
        assertThat(rate.available(0L)).isEqualTo(5);
        assertThat(rate.forfeited(0L)).isZero();
        now += 100_000L;
        assertThat(rate.available(0L)).isEqualTo(5);
        long state = rate.forfeited(0L);
        assertThat(state).isEqualTo(1_000L);
        assertThat(rate.forfeited(state)).isEqualTo(state);
        assertThat(rate.allows(state, 5)).isTrue();
        assertThat(rate.allows(state + 1L, 5)).isFalse();
        assertThat(rate.forfeited(state + 1L)).as("nothing to forfeit").isEqualTo(state + 1L);
    }

    /** The state has 48 bits; the fastest rate uses them up in 78 hours. */
    @Test
    void theStateBeginsAnew() {
        Rate rate = rate(1, 1L, 5);
        now += (1L << 48) - 2L;
        long state = rate.forfeited(GrantQueue.stateOf((1L << 48) - 100L));
        assertThat(state).isEqualTo((1L << 48) - 2L);
        state = GrantQueue.stateOf(state + rate.change(5));
        assertThat(state).isEqualTo(3L);
        assertThat(rate.available(state)).isZero();
        now += 4L;
        assertThat(rate.available(state)).isEqualTo(4);
        assertThat(rate.allows(state, 4)).isTrue();
        assertThat(rate.allows(state, 5)).isFalse();
    }

    @Test
    void moreThanOnePermitInANanosecondIsRefused() {
        assertThatThrownBy(() -> rate(1_001, 1_000L, 1)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("more than one permit a nanosecond");
        assertThat(rate(1_000, 1_000L, 1).available(0L)).isEqualTo(1);
    }
}
