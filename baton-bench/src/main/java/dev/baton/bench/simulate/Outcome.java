package dev.baton.bench.simulate;

/**
 * What a simulation counted after its warm-up.
 *
 * @param operations sections with their work that were completed
 * @param nanos      simulated time they took
 * @param handOvers  sections whose task had to wait for the lock
 * @param moves      sections that ran on another core than the one before
 * @param delay      sum of the times between hand-over and entry
 */
public record Outcome(int operations, double nanos, int handOvers, int moves, double delay) {
    /** Completed operations in a second, in millions. */
    public double throughput() {
        return operations / nanos * 1_000;
    }

    /** Time of an operation, as a benchmark gives it: elapsed time by operations. */
    public double nanosPerOperation() {
        return nanos / operations;
    }

    /** Mean time between hand-over and entry; 0 if there was none. */
    public double meanDelay() {
        return handOvers == 0 ? 0 : delay / handOvers;
    }
}
