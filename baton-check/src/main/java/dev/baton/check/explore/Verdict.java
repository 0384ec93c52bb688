package dev.baton.check.explore;

/**
 * What a check came to. Only {@link #VIOLATED} speaks of the program; the last three say why there is nothing to say of
 * it.
 */
public enum Verdict {
    /** Every execution was visited and none is a violation. */
    VERIFIED,
    /** At least one execution is a violation: it breaks an assertion, hangs, or throws. {@link Violation.Kind} says which. */
    VIOLATED,
    /**
     * A bound was reached before every execution was visited; none of those visited is a violation. {@link Bound} says
     * which.
     */
    NOT_EXHAUSTED,
    /** Every execution was visited, but none of them ran to its end: the check proves nothing. */
    VACUOUS,
    /** The program does something that cannot be modelled, or the check is none. */
    REFUSED,
    /** The program could not be run: a class, a library, memory or its set-up failed. */
    ENVIRONMENT_FAILED,
    /** The checker itself failed. That is no fault of the program. */
    CHECKER_FAILED;

    /** The check was explored: there are executions to speak of. */
    public boolean isExplored() {
        return compareTo(REFUSED) < 0;
    }
}
