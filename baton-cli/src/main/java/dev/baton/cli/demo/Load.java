package dev.baton.cli.demo;

import java.time.Duration;

/**
 * What is asked of a pool: {@code threads} virtual threads that each take a connection, use it for a round trip
 * and ask again, for {@code length}; every third of them gives up after a random time within its limits.
 *
 * @param roundTrip time a connection is held beyond its query, as the network to a real database would
 * @param shortestPatience least time that an impatient thread waits
 * @param longestPatience most time that an impatient thread waits
 * @param drainLimit time without any progress after which threads that still wait count as lost
 */
public record Load(int threads, int connections, Duration length, Duration roundTrip, Duration shortestPatience,
        Duration longestPatience, Duration drainLimit) {
    private static final int IMPATIENT_EVERY = 3;

    /** The demo's own mix, for the given numbers. */
    public static Load of(int threads, int connections, Duration length) {
        return new Load(threads, connections, length, Duration.ofMillis(1), Duration.ofMillis(10),
                Duration.ofMillis(200), Duration.ofSeconds(5));
    }

    /** The same load for another length of time. */
    public Load lasting(Duration other) {
        return new Load(threads, connections, other, roundTrip, shortestPatience, longestPatience, drainLimit);
    }

    boolean isImpatient(int thread) {
        return thread % IMPATIENT_EVERY == IMPATIENT_EVERY - 1;
    }

    /** Number of threads that give up when their time is over. */
    public int impatientThreads() {
        return threads / IMPATIENT_EVERY;
    }
}
