package dev.baton;

/**
 * How long the first thread in line spins before it parks: grows while spinning is answered, shrinks to a small
 * probe while it is not. The field is plain on purpose; a lost update only delays the adaptation.
 */
final class SpinBudget {
    private static final int PROBE = 8;
    /** A virtual thread spins no longer than it would take to give its carrier away and come back. */
    private static final int ON_CARRIER = 32;

    private final int limit;
    private int budget;
    private boolean onCarriers;

    SpinBudget(int limit) {
        this.limit = limit;
        this.budget = limit / 2;
    }

    /** Spins that the current thread, being first in line, may use now. */
    int current() {
        if (limit == 0 || Processors.isAlone()) {
            return 0;
        }
        int current = Math.min(limit, Math.max(PROBE, budget));
        if (Thread.currentThread().isVirtual()) {
            return onCarriers ? Math.min(ON_CARRIER, current) : 0;
        }
        return current;
    }

    /** Lets virtual threads spin too; for queues whose service does not need the spinner's carrier. */
    void allowOnCarriers() {
        onCarriers = true;
    }

    /** The value came after {@code used} spins. */
    void answered(int used) {
        budget += (Math.min(limit, 2 * used + PROBE) - budget) / 4;
    }

    /** The thread had to park after all. */
    void exhausted() {
        budget -= budget / 4;
    }
}
