package dev.baton.bench.load;

import java.util.Arrays;

/** One thread of a {@link Crew}: its random work, and what it measured. Used by that thread only, while a shift runs. */
public final class Worker {
    private final int index;
    private long random;
    private long[] samples = new long[0];
    private int sampled;

    Worker(int index) {
        this.index = index;
        this.random = 0x9E3779B97F4A7C15L * (index + 1);
    }

    /** A worker without a crew, for what one thread does alone. */
    public static Worker alone() {
        return new Worker(0);
    }

    /** Number of this worker in its crew, from zero. */
    public int index() {
        return index;
    }

    /**
     * Computes for a geometrically distributed time: after each step the work ends with probability 1 / mean. The
     * state of the generator is kept, so that the loop cannot be optimized away.
     *
     * @param mean the mean number of steps; zero means no work
     * @return the number of steps
     */
    public int work(int mean) {
        if (mean == 0) {
            return 0;
        }
        long end = Long.MAX_VALUE / mean;
        long state = random;
        int steps = 0;
        do {
            steps++;
            state ^= state << 13;
            state ^= state >>> 7;
            state ^= state << 17;
        } while (state >>> 1 > end);
        random = state;
        return steps;
    }

    /** Keeps the outcome of work done elsewhere, so that it cannot be optimized away. */
    public void keep(long outcome) {
        random ^= outcome | 1L << 63;
    }

    /** Notes one latency in nanoseconds. */
    public void sample(long nanos) {
        if (sampled < samples.length) {
            samples[sampled++] = nanos;
        }
    }

    void expectSamples(int count) {
        samples = new long[count];
        sampled = 0;
    }

    long[] samples() {
        return Arrays.copyOf(samples, sampled);
    }
}
