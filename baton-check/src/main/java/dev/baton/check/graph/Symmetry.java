package dev.baton.check.graph;

import dev.baton.check.event.StepKind;
import org.jspecify.annotations.Nullable;

/** Keeps a graph to one of the executions that differ only in which of several identical threads did what. */
final class Symmetry {
    private final Graph graph;
    private int @Nullable [] twins;

    Symmetry(Graph graph) {
        this.graph = graph;
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
        int t = graph.thread(event);
        int twin = twins == null || t >= twins.length ? -1 : twins[t];
        int place = graph.index(event);
        if (twin < 0 || graph.length(twin) <= place || !startedTogether(twin, t)) {
            return Graph.NONE;
        }
        for (int i = 0; i < place; i++) {
            if (!isSame(graph.event(twin, i), graph.event(t, i))) {
                return Graph.NONE;
            }
        }
        return graph.event(twin, place);
    }

    private boolean isSame(int one, int other) {
        StepKind kind = graph.kind(one);
        if (kind != graph.kind(other) || graph.location(one) != graph.location(other)
                || graph.value(one) != graph.value(other)) {
            return false;
        }
        return switch (kind) {
            case READ -> graph.readsFrom(one) == graph.readsFrom(other);
            case FENCE, CHOICE -> true;
            default -> false;
        };
    }

    private boolean startedTogether(int one, int other) {
        int first = graph.startEvent(one);
        int second = graph.startEvent(other);
        if (first < 0 || second < 0 || graph.thread(first) != graph.thread(second)) {
            return false;
        }
        for (int i = graph.index(first); i < graph.index(second); i++) {
            if (graph.kind(graph.event(graph.thread(first), i)) != StepKind.START) {
                return false;
            }
        }
        return graph.index(first) < graph.index(second);
    }

    /** See {@link Graph#isMirrored}. */
    boolean isMirrored(int event) {
        int counterpart = counterpart(event);
        if (counterpart < 0) {
            return false;
        }
        if (graph.kind(event) == StepKind.CHOICE) {
            return graph.value(event) > graph.value(counterpart);
        }
        boolean reads = graph.isRead(event);
        if (!reads && !graph.isWrite(event)) {
            return false;
        }
        int theirs = reads ? graph.readsFrom(counterpart) : counterpart;
        int mine = reads ? graph.readsFrom(event) : event;
        if (mine == theirs) {
            return graph.kind(event) == StepKind.RMW_READ && graph.kind(counterpart) == StepKind.RMW_READ;
        }
        for (int w = theirs; w != Execution.INIT; w = graph.moBefore(w)) {
            if (graph.moBefore(w) == mine) {
                return true;
            }
        }
        return false;
    }
}
