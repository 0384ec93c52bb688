package dev.baton.check.graph;

import dev.baton.check.event.AccessMode;
import dev.baton.check.event.StepKind;

/**
 * An execution graph as the memory models see it: events numbered from 0 in the order in which they were inserted,
 * with program order (thread and index), reads-from, and modification order. Initial writes are not events; a read
 * of one reads from {@link #INIT}. A failed compare-and-set is an ordinary {@link StepKind#READ}.
 */
public interface Execution {
    /** The write that every location holds before the first event. */
    int INIT = -1;

    /** The number of events. */
    int size();

    int thread(int event);

    /** The position of an event in its thread, from 0. */
    int index(int event);

    /** READ, WRITE, RMW_READ, RMW_WRITE, FENCE, START, JOIN, CHOICE or EXPIRE. */
    StepKind kind(int event);

    /** The location of an access; -1 for other events. */
    int location(int event);

    AccessMode mode(int event);

    /** The write a read reads from, or {@link #INIT}; only for reads. */
    int readsFrom(int read);

    /** The write before this one in modification order, or {@link #INIT}; only for writes. */
    int moBefore(int write);

    /** The value written or read, the thread started or joined, the alternative chosen. */
    long value(int event);

    /** Where in the source the event happened, as interned by the program. */
    int site(int event);

    /** What the writes depend on; everything before them, if the graph does not know. */
    default Needs needs() {
        return Needs.EVERYTHING;
    }

    default boolean isRead(int event) {
        StepKind kind = kind(event);
        return kind == StepKind.READ || kind == StepKind.RMW_READ;
    }

    default boolean isWrite(int event) {
        StepKind kind = kind(event);
        return kind == StepKind.WRITE || kind == StepKind.RMW_WRITE;
    }
}
