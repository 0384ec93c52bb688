package dev.baton.bench.peer;

/** A queue of requests, of which some give up at once and the others wait for the end of the trial. */
public interface Abortable {
    /** Waits as long as it takes. */
    void waitForRelease();

    /** How many wait. */
    int length();

    /** One request that waits and gives up without having parked. */
    void suspendAndAbort() throws InterruptedException;

    /** Lets all through who wait. */
    void releaseAll(int waiters);
}
