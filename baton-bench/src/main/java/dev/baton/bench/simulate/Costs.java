package dev.baton.bench.simulate;

/**
 * What the machine and the scheduler take for each step, in nanoseconds.
 *
 * @param lock       lock and unlock of a free lock
 * @param submit     making a task ready, paid by who does it
 * @param switchover replacing the task on a core by another
 * @param wake       from making a task ready until a sleeping core looks for it
 * @param migrate    what a section takes longer if the one before it ran on another core: the data moves
 */
public record Costs(double lock, double submit, double switchover, double wake, double migrate) {
    /** Plausible orders of magnitude for virtual threads, not measurements. {@link Calibration} replaces them. */
    public static final Costs ESTIMATES = new Costs(40, 100, 200, 5_000, 100);
    /** Only sections and work take time. */
    public static final Costs NONE = new Costs(0, 0, 0, 0, 0);

    public Costs {
        if (!(lock >= 0 && submit >= 0 && switchover >= 0 && wake >= 0 && migrate >= 0)) {
            throw new IllegalArgumentException("a cost is negative or no number");
        }
    }
}
