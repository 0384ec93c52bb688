package dev.baton.check.model;

import dev.baton.check.graph.Graph;

/** A model whose executions are those without a cycle in one order of all events, incrementally. */
abstract class PastConsistency extends Consistency {
    /*
     * Overview. A step that is not maximal gives the new event exactly one kind of new successor: the write `next` that follows,
     * in modification order, the place it took. The graph became cyclic iff `next` comes before the new event. What comes before
     * it is collected backwards, step by step, until the set grows no more. How the set is kept is the model's.
     */
    PastConsistency() {
        super(true);
    }

    @Override
    protected final int[] coherenceClock(Graph graph) {
        return graph.porf();
    }

    @Override
    public final boolean admits(Graph graph, int event, int revisited) {
        int next = successor(graph, event);
        if (next == Graph.NONE) {
            return true;
        }
        clear(graph.threads());
        include(graph, event);
        if (revisited >= 0) {
            include(graph, revisited);
        }
        do {
            if (isPast(graph, next)) {
                return false;
            }
        } while (grows(graph));
        return !isPast(graph, next);
    }

    /** The set is empty. */
    abstract void clear(int threads);

    /** Adds an event, and what program order puts before it. */
    abstract void include(Graph graph, int event);

    /** Adds what comes directly before the events that were not looked at yet; false if there were none. */
    abstract boolean grows(Graph graph);

    /** Whether a write is in the set. */
    abstract boolean isPast(Graph graph, int write);

    /** Adds the write before this one and that write's readers. */
    final void includeOverwritten(Graph graph, int write) {
        int before = graph.moBefore(write);
        if (before >= 0) {
            include(graph, before);
        }
        int read = graph.firstReader(before, graph.location(write));
        for (; read != Graph.NONE; read = graph.nextReader(read)) {
            include(graph, read);
        }
    }
}
