package dev.baton;

/**
 * How long the first thread in line spins before it parks: as long as it may while spinning is answered, less and less,
 * down to a small probe, while it is not. Two threads that wait for each other and once have parked would go on
 * parking, because each finds the other asleep and a wake-up takes longer than any usual budget; so now and then a
 * thread spins for as long as a wake-up takes. The fields are plain on purpose; a lost update only delays the
 * adaptation.
 */
final class SpinBudget {
    private static final int PROBE = 8;
    /** One wait in so many, a power of two, spins long. */
    private static final int LONG_INTERVAL = 16;
    /** A long spin in multiples of the limit. */
    private static final int LONG_FACTOR = 4;
    /** A virtual thread spins no longer than it would take to give its carrier away and come back. */
    private static final int ON_CARRIER = 64;

    private final int limit;
    private int budget;
    private int waits;
    /** How many may stand before a virtual thread that spins; below zero none does. */
    private int reachOnCarriers = -1;

    SpinBudget(int limit) {
        this.limit = limit;
        this.budget = limit / 2;
    }

    /** Spins that the current thread, being first in line, may use now. */
    int current() {
        if (limit == 0 || Processors.isAlone()) {
            return 0;
        }
        int usual = Math.min(limit, Math.max(PROBE, budget));
        boolean probesLong = (++waits & (LONG_INTERVAL - 1)) == 0;
        if (Thread.currentThread().isVirtual()) {
            return reachOnCarriers < 0 ? 0 : Math.min(ON_CARRIER, probesLong ? limit : usual);
        }
        return probesLong ? LONG_FACTOR * limit : usual;
    }

    /** How many may stand in line before the current thread if it is to spin. */
    int reach() {
        return Thread.currentThread().isVirtual() ? Math.max(0, reachOnCarriers) : 0;
    }

    /** Lets virtual threads spin too, with no more than {@code ahead} before them. */
    void allowOnCarriers(int ahead) {
        reachOnCarriers = ahead;
    }

    /** The value came: generosity costs nothing as long as it is answered. */
    void answered() {
        budget = limit;
    }

    /** The thread had to park after all. */
    void exhausted() {
        budget -= budget / 4;
    }
}
