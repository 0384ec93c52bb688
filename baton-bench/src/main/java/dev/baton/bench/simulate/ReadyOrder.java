package dev.baton.bench.simulate;

/** Where a task that became ready stands. */
public enum ReadyOrder {
    /** At the end of one queue for all cores. */
    FIFO,
    /** On top of one stack for all cores. */
    LIFO,
    /** At the end of the queue of the core that made it ready; a core whose own is empty takes from the next one's. */
    STEALING,
    /** At the end of the queue of a core other than the one that made it ready, in turn; nobody takes from another's. */
    ASSIGNED
}
