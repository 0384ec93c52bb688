package dev.baton.check.event;

/** What a {@link StepKind#CHOICE} decides. Alternative 0 is that nothing unusual happens, except where it says otherwise. */
public enum Chance {
    /** Nothing that a reader has a word for. */
    OTHER,
    /** 1: the time of a timed wait is up. */
    TIMEOUT,
    /** 1: the clock runs on between two looks at it. */
    CLOCK,
    /** 1: a park or wait returns for no reason. */
    WAKE_UP,
    /** 1: a weak compare-and-set fails for no reason. */
    WEAK_FAILURE,
    /** Which of the waiting threads is notified, by their order of number. */
    WAITER;

    /** Alternatives other than 0 are exceptions, which a reader had better not have to follow. */
    public boolean isUnusual() {
        return this != OTHER && this != WAITER;
    }
}
