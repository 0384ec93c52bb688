package dev.baton.internal.park;

import java.util.concurrent.locks.LockSupport;

/** What ends a wait by itself. */
public enum Limit {
    /** Nothing. */
    NONE,
    /** A time of {@link System#nanoTime}. */
    NANO_TIME,
    /** A time of {@link System#currentTimeMillis}. */
    DATE,
    /** The first look: a wait that is over by the time that its request stands in line needs no clock. */
    AT_ONCE;

    /**
     * Whether a wait until {@code deadline} is over.
     *
     * @param deadline a time of this limit's clock
     * @return whether it is over
     */
    public boolean isOver(long deadline) {
        return remaining(deadline) <= 0L;
    }

    /**
     * What is left until {@code deadline}: nanoseconds of the nano clock, something of a date; zero or less if it is
     * over.
     */
    long remaining(long deadline) {
        return switch (this) {
            case NONE -> Long.MAX_VALUE;
            case NANO_TIME -> deadline - System.nanoTime();
            case DATE -> System.currentTimeMillis() >= deadline ? 0L : 1L; // a date may be ages away
            case AT_ONCE -> 0L;
        };
    }

    /** Parks the current thread for no longer than is left. */
    void park(Object blocker, long deadline, long remaining) {
        switch (this) {
            case NANO_TIME -> LockSupport.parkNanos(blocker, remaining);
            case DATE -> LockSupport.parkUntil(blocker, deadline);
            default -> LockSupport.park(blocker);
        }
    }
}
