package dev.baton.bench.result;

import java.util.Locale;

/** Whether a goal was kept, as far as the errors of the measurement let one say. */
public enum Outcome {
    /** The whole interval of error keeps the goal. */
    REACHED,
    /** The goal lies in the interval of error: more forks may decide. */
    UNDECIDED,
    /** The whole interval of error misses the goal. */
    MISSED;

    /** Of a value that should be at least {@code wanted}. */
    static Outcome atLeast(double wanted, double value, double error) {
        return value - error >= wanted ? REACHED : value + error < wanted ? MISSED : UNDECIDED;
    }

    /** Of a value that should be at most {@code wanted}. */
    static Outcome atMost(double wanted, double value, double error) {
        return value + error <= wanted ? REACHED : value - error > wanted ? MISSED : UNDECIDED;
    }

    /** Of two that both have to be kept: the worse. */
    Outcome and(Outcome other) {
        return compareTo(other) >= 0 ? this : other;
    }

    /** What people and files read. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
