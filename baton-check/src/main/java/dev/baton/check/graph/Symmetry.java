package dev.baton.check.graph;

import dev.baton.check.event.StepKind;
import org.jspecify.annotations.Nullable;

/** Keeps a graph to one of the executions that differ only in which of several identical threads did what. */
final class Symmetry {
    private final EventTable events;
    private final ThreadTable threads;
    private final ReadsFrom readsFrom;
    private final ModificationOrder order;
    private int @Nullable [] twins;

    Symmetry(EventTable events, ThreadTable threads, ReadsFrom readsFrom, ModificationOrder order) {
        this.events = events;
        this.threads = threads;
        this.readsFrom = readsFrom;
        this.order = order;
    }

    boolean isOn() {
        return twins != null;
    }

    int @Nullable [] twins() {
        return twins;
    }

    void setTwins(int[] twins) {
        this.twins = twins;
    }

    /** The event at the same place of the identical thread before this one, if both did the same so far; or NONE. */
    int counterpart(int event) {
        int t = events.thread[event];
        int twin = twins == null || t >= twins.length ? -1 : twins[t];
        int place = events.index[event];
        if (twin < 0 || threads.length[twin] <= place || !startedTogether(twin, t)) {
            return Graph.NONE;
        }
        for (int i = 0; i < place; i++) {
            if (!isSame(threads.event(twin, i), threads.event(t, i))) {
                return Graph.NONE;
            }
        }
        return threads.event(twin, place);
    }

    private boolean isSame(int one, int other) {
        StepKind kind = events.kind(one);
        if (kind != events.kind(other) || events.location[one] != events.location[other]
                || events.value[one] != events.value[other]) {
            return false;
        }
        return switch (kind) {
            case READ -> readsFrom.source[one] == readsFrom.source[other];
            case FENCE, CHOICE -> true;
            default -> false;
        };
    }

    private boolean startedTogether(int one, int other) {
        int first = threads.startEvent[one];
        int second = threads.startEvent[other];
        if (first < 0 || second < 0 || events.thread[first] != events.thread[second]) {
            return false;
        }
        for (int i = events.index[first]; i < events.index[second]; i++) {
            if (events.kind(threads.event(events.thread[first], i)) != StepKind.START) {
                return false;
            }
        }
        return events.index[first] < events.index[second];
    }

    /** See {@link Graph#isMirrored}. */
    boolean isMirrored(int event) {
        int counterpart = counterpart(event);
        if (counterpart < 0) {
            return false;
        }
        if (events.kind(event) == StepKind.CHOICE) {
            return events.value[event] > events.value[counterpart];
        }
        boolean reads = events.isRead(event);
        if (!reads && !events.isWrite(event)) {
            return false;
        }
        int theirs = reads ? readsFrom.source[counterpart] : counterpart;
        int mine = reads ? readsFrom.source[event] : event;
        if (mine == theirs) {
            return events.kind(event) == StepKind.RMW_READ && events.kind(counterpart) == StepKind.RMW_READ;
        }
        for (int w = theirs; w != Execution.INIT; w = order.before[w]) {
            if (order.before[w] == mine) {
                return true;
            }
        }
        return false;
    }
}
