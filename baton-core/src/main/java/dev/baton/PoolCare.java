package dev.baton;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * What a pool does for its elements besides lending them. Times are in nanoseconds; 0 stands for "never".
 *
 * @param lifetime    the longest that an element is used
 * @param idleTime    the longest that an element is idle
 * @param keepAlive   after which an idle element is checked
 * @param minimumIdle so many elements are kept idle
 * @param leakAfter   after which a lease counts as leaked
 * @param jitter      the share of a time by which an element may be ahead of it
 */
record PoolCare(long lifetime, long idleTime, long keepAlive, int minimumIdle, long leakAfter, double jitter) {
    static final PoolCare NONE = new PoolCare(0L, 0L, 0L, 0, 0L, 0.1);
    /** Odd constant of the sequence by Steele, Lea, Flood: "Fast splittable pseudorandom number generators" (2014). */
    private static final long GAMMA = 0x9e3779b97f4a7c15L;

    PoolCare withLifetime(Duration time) {
        return new PoolCare(positive(time), idleTime, keepAlive, minimumIdle, leakAfter, jitter);
    }

    PoolCare withIdleTime(Duration time) {
        return new PoolCare(lifetime, positive(time), keepAlive, minimumIdle, leakAfter, jitter);
    }

    PoolCare withKeepAlive(Duration time) {
        return new PoolCare(lifetime, idleTime, positive(time), minimumIdle, leakAfter, jitter);
    }

    PoolCare withMinimumIdle(int count) {
        return new PoolCare(lifetime, idleTime, keepAlive, count, leakAfter, jitter);
    }

    PoolCare withLeakAfter(Duration time) {
        return new PoolCare(lifetime, idleTime, keepAlive, minimumIdle, positive(time), jitter);
    }

    PoolCare withJitter(double share) {
        return new PoolCare(lifetime, idleTime, keepAlive, minimumIdle, leakAfter, share);
    }

    /** Whether the age of elements matters, so that their times have to be noted. */
    boolean isTimed() {
        return lifetime != 0L || idleTime != 0L || keepAlive != 0L;
    }

    boolean findsLeaks() {
        return leakAfter != 0L;
    }

    /** A time shortened by the share of the jitter that belongs to {@code seed}. */
    long jittered(long nanos, long seed) {
        return nanos - (long) (nanos * jitter * share(seed));
    }

    /** A number from 0 to 1, well mixed. */
    private static double share(long seed) {
        long mixed = seed * GAMMA;
        mixed = (mixed ^ (mixed >>> 30)) * 0xbf58476d1ce4e5b9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94d049bb133111ebL;
        return ((mixed ^ (mixed >>> 31)) >>> 11) * 0x1.0p-53;
    }

    private static long positive(Duration time) {
        long nanos = TimeUnit.NANOSECONDS.convert(time);
        if (nanos <= 0L) {
            throw new IllegalArgumentException("the time must be positive: " + time);
        }
        return nanos;
    }
}
