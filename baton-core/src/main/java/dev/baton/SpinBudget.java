package dev.baton;

/**
 * How long the first thread in line spins before it parks: grows while spinning is answered, shrinks to a small
 * probe while it is not. The field is plain on purpose; a lost update only delays the adaptation.
 */
final class SpinBudget {
    private static final int PROBE = 8;

    private final int limit;
    private int budget;

    SpinBudget(int limit) {
        this.limit = limit;
        this.budget = limit / 2;
    }

    /** Spins that the current thread, being first in line, may use now. */
    int current() {
        return limit == 0 || !Processors.allowSpinning() ? 0 : Math.min(limit, Math.max(PROBE, budget));
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
