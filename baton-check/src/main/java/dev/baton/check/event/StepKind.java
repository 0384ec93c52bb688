package dev.baton.check.event;

/** What a thread does in one step, and which fields of its {@link Step} say so. */
public enum StepKind {
    /** Reads {@code location} in {@code mode}; the answer is the value read. */
    READ,
    /** Writes {@code value} to {@code location} in {@code mode}; the answer is ignored. */
    WRITE,
    /**
     * The read half of a read-modify-write: {@code location}, {@code mode}; the answer is the value read. If the
     * thread's very next step is {@link #RMW_WRITE} the operation succeeded; with any other next step it was a
     * failed compare-and-set, which counts as a read of mode {@code failureMode}.
     */
    RMW_READ,
    /** The write half: {@code location}, {@code mode}, {@code value}; directly follows its {@link #RMW_READ}. */
    RMW_WRITE,
    /** A fence of {@code mode}. */
    FENCE,
    /** Starts thread number {@code value}: all before it happens before that thread's first event. */
    START,
    /**
     * Waits for the end of thread number {@code value}, all of which happens before what follows. Until then the
     * thread is blocked.
     */
    JOIN,
    /** A free choice among {@code value} alternatives; the answer is 0 .. value-1, and every one is explored. */
    CHOICE,
    /**
     * The thread cannot go on with the values it has read. For {@link BlockReason#AWAIT} and the other waiting
     * reasons {@code value} is the program-order index of the first event of the failed iteration (the index
     * counts the thread's events: every step but BLOCK, REPEATED, INITIAL, ERROR and END is one) and the reads since then are what
     * the thread waits on. {@code reason} says why.
     */
    BLOCK,
    /**
     * The thread cannot go on with the values it has read, as at BLOCK, but its wait is timed: it goes on when no thread
     * can go on otherwise. {@code value} is as for BLOCK, {@code reason} too. The expiry is an event, the answer is ignored.
     */
    EXPIRE,
    /**
     * Asks whether two stretches of the thread's own past saw the same writes: its events since number {@code value},
     * and as many since number {@code location}. The answer is 1 or 0. It follows from what the thread has read, so it is no
     * event.
     */
    REPEATED,
    /** Asks whether the thread's event number {@code value} saw the initial value of its place. Answered as {@link #REPEATED}. */
    INITIAL,
    /** An assertion or exception that makes this execution a violation; the program describes it. */
    ERROR,
    /**
     * The thread has ended. The main thread's {@code value} is the outcome of the execution, interned by the
     * program; the engine counts complete executions per outcome.
     */
    END
}
