package dev.baton.check.event;

/**
 * The machine that the program under check believes to run on.
 *
 * @param processors what {@code Runtime.availableProcessors()} answers, in class initializers too
 * @param timeouts   when a timed wait may expire
 * @param clock      which threads read the same clock
 */
public record Machine(int processors, Timeouts timeouts, Clock clock) {
    /** One processor, so that code which spins only beside others parks at once. */
    public static final Machine DEFAULT = new Machine(1, Timeouts.FREE, Clock.OWN);

    /** Checks the number of processors. */
    public Machine {
        if (processors < 1) {
            throw new IllegalArgumentException("a machine has at least one processor, not " + processors);
        }
    }

    /** {@return this machine with so many processors} */
    public Machine withProcessors(int count) {
        return new Machine(count, timeouts, clock);
    }

    /** {@return this machine with timed waits that expire so} */
    public Machine withTimeouts(Timeouts when) {
        return new Machine(processors, when, clock);
    }

    /** {@return this machine with such a clock} */
    public Machine withClock(Clock which) {
        return new Machine(processors, timeouts, which);
    }
}
