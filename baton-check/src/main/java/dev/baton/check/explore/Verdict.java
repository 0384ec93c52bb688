package dev.baton.check.explore;

/** What a check found. */
public enum Verdict {
    /** Every execution was visited and none is a violation. */
    VERIFIED,
    /** At least one execution is a violation. */
    VIOLATED,
    /** A bound was reached before every execution was visited; none of those visited is a violation. */
    NOT_EXHAUSTED,
    /** Every execution was visited, but none of them ran to its end: the check proves nothing. */
    VACUOUS
}
