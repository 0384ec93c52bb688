package dev.baton.check.event;

/** Why a thread reported {@link StepKind#BLOCK}. */
public enum BlockReason {
    /** A polling loop whose iteration failed and wrote nothing. */
    AWAIT,
    /** A condition the check itself assumes: the execution is of no interest and is not judged. */
    ASSUME,
    /** A loop that went round more often than the check allows: the execution is cut off, and the check not exhausted. */
    BOUND,
    /** A park that found no permit. */
    PARK,
    /** A monitor that is held by another thread, or a wait that nobody has notified. */
    MONITOR,
    /** A lock that is held by another thread, or a wait in a condition that nobody has signalled. */
    LOCK,
    /** A join of a thread that has not ended. */
    JOIN,
    /** The program has ended here, whatever its other threads still do. The step's location numbers how. */
    EXIT;

    /** The thread goes on only if others do something, so never going on is a hang, unless the program has ended. */
    public boolean isWait() {
        return this != ASSUME && this != BOUND;
    }
}
