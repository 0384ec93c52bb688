package dev.baton.check.model;

import dev.baton.check.graph.Execution;
import dev.baton.check.graph.Graph;
import dev.baton.check.graph.Needs;
import org.jspecify.annotations.Nullable;

/** {@link Arm8} for the search, on graphs without load buffering. */
final class Arm8Consistency extends Consistency {
    /*
     * Overview. A step that is not maximal gives the new event one kind of new successor: the write that follows, in modification
     * order, the place it took, and what comes after that. The event is the last of its thread, and so is a read that was made to
     * read from it. So two questions are left. Does the thread's last access before it, at the same location, come no later in
     * modification order? That is coherence; happens-before is no part of the model. And does the write that follows come
     * before the event (Arm8Past)?
     */
    private final Arm8Past past = new Arm8Past();

    Arm8Consistency() {
        super(true);
    }

    @Override
    protected int @Nullable [] coherenceClock(Graph graph) {
        return null;
    }

    @Override
    public void follow(Needs told) {
        past.follow(told);
    }

    @Override
    public boolean admits(Graph graph, int event, int revisited) {
        int next = successor(graph, event);
        if (next == Graph.NONE) {
            return true;
        }
        if (!isCoherent(graph, event) || revisited >= 0 && !isCoherent(graph, revisited)) {
            return false;
        }
        past.clear(graph);
        past.addPastOf(revisited >= 0 ? revisited : event);
        return !past.has(next);
    }

    /** The thread has not seen or made a later write of the location before. */
    private static boolean isCoherent(Graph graph, int event) {
        int t = graph.thread(event);
        int where = graph.location(event);
        for (int i = graph.index(event) - 1; i >= 0; i--) {
            int earlier = graph.event(t, i);
            if (graph.location(earlier) == where) {
                int known = graph.isRead(earlier) ? graph.readsFrom(earlier) : earlier;
                return graph.isRead(event) && graph.readsFrom(event) == known || comesAfter(graph, event, known, where);
            }
        }
        return true;
    }

    /** What an event sees or makes comes after a write in modification order. */
    private static boolean comesAfter(Graph graph, int event, int known, int where) {
        if (known == Execution.INIT) {
            return true;
        }
        int made = graph.isRead(event) ? graph.readsFrom(event) : event;
        for (int write = graph.moAfter(known, where); write != Graph.NONE; write = graph.moAfter(write)) {
            if (write == made) {
                return true;
            }
        }
        return false;
    }
}
