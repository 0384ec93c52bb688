package dev.baton;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * The rule of rate limiters: the state counts the permits that are gone, and time lets requests through. It is the same for
 * all requests, so a permit arises without anybody who adds it.
 */
final class Rate implements Rule {
    /*
     * Overview
     *   Permits are numbered in the order in which they arise. `arisen` is how many have, by the clock; `gone` is how many
     *   were handed out or forfeited. A limiter starts full, so gone may be ahead of arisen, by the burst at most:
     *
     *      lead = gone - arisen            a request for n is let through if lead + n <= burst
     *
     * State (of the queue)
     *   gone, modulo 2^48.
     *
     * Invariants
     *   - lead <= burst: a request adds to it only within the burst, and time only takes from it;
     *   - a request that waits has a lead >= 0 before it: otherwise the burst would have let it through. So permits are
     *     forfeited only while nobody waits.
     * Non-invariants
     *   The lead is negative while nobody comes: permits that the burst does not hold are forfeited by the next arrival.
     *   After 2^48 permits without an arrival the state may look ahead again: 78 hours of a permit each nanosecond, nine
     *   years of a million a second. The burst then comes later, by no more than the time in which it arises.
     *
     * Verified by
     *   RateTest, RateLimiterTest, RateScenarios.
     */
    private static final long STATES = 1L << 48;

    private final int permits;
    private final long period;
    private final int burst;
    private final RateLimiter.Clock clock;
    private final long start;

    Rate(int permits, Duration period, int burst, RateLimiter.Clock clock) {
        if (permits <= 0) {
            throw new IllegalArgumentException("the permits must be positive: " + permits);
        }
        if (burst <= 0) {
            throw new IllegalArgumentException("the burst must be positive: " + burst);
        }
        this.permits = permits;
        this.period = TimeUnit.NANOSECONDS.convert(period);
        if (this.period <= 0L || this.period == Long.MAX_VALUE) {
            throw new IllegalArgumentException("the period must be positive, and less than 292 years: " + period);
        }
        if (permits > this.period) {
            throw new IllegalArgumentException("more than one permit a nanosecond: " + permits + " in " + period);
        }
        this.burst = burst;
        this.clock = clock;
        this.start = clock.nanoTime();
    }

    int burst() {
        return burst;
    }

    @Override
    public boolean allows(long state, int weight) {
        return lead(state, arisen()) + weight <= burst;
    }

    @Override
    public long change(int weight) {
        return weight;
    }

    /** The permits that could be acquired in {@code state} now. */
    int available(long state) {
        return (int) (burst - Math.max(0L, lead(state, arisen())));
    }

    /** The state without the permits of {@code state} that nobody took in time; the same if there are none. */
    long forfeited(long state) {
        long arisen = arisen();
        return lead(state, arisen) < 0L ? GrantQueue.stateOf(arisen) : state;
    }

    private long lead(long state, long arisen) {
        long lead = GrantQueue.stateOf(state - arisen);
        return lead <= burst ? lead : lead - STATES;
    }

    long now() {
        return clock.nanoTime();
    }

    /** The permits that have arisen since the start. */
    private long arisen() {
        long elapsed = now() - start;
        return elapsed / period * permits + within(elapsed % period);
    }

    /** The permits that arise in a part of a period; never less in a larger part. */
    private long within(long part) {
        return (long) ((double) part * permits / period);
    }

    /** How long it is from {@code now}, a time that was read before, until the next permit arises. */
    long nanosToNext(long now) {
        long part = (now - start) % period;
        return (long) Math.ceil((within(part) + 1.0) * period / permits) - part;
    }

    @Override
    public String toString() {
        return permits + " in " + Duration.ofNanos(period) + ", burst = " + burst;
    }
}
