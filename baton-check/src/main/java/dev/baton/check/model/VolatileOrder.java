package dev.baton.check.model;

import dev.baton.check.graph.Graph;
import java.util.Arrays;

/** The order psc of {@link Rc11} on the volatile accesses of a graph without full fences, searched for cycles. */
final class VolatileOrder {
    /*
     * Overview. psc is then scb = po ∪ po≠loc;hb;po≠loc ∪ hb-loc ∪ mo ∪ fr between volatile accesses. Because po is a part
     * of it, what is reached in a thread is everything from some index on. So the search keeps one number per thread, the
     * lowest index reached, and looks at each event at most once:
     *
     *   reached[t]  ≤  index of each volatile event of t that the search knows to be reached
     *   done[t]     the successors of all volatile events from this index on were reached too
     *
     * By po and by another location. Of two events of a thread the earlier one reaches more: the first event after it at another
     * location comes no later than the one after the other, and hb goes on along po. So only the first event reached in
     * a thread is asked for its successors by po≠loc;hb;po≠loc.
     *
     * By the same location. mo and fr lead to all later writes of the location. By coherence, hb-loc to a write is mo or fr; hb-loc
     * to a read leads to a read of what the event saw or made, or of a later write.
     *
     * Invariants. An event that was not added maximally is the last of its thread, and so is a read that was made to read from
     * another write. A cycle through it exists if and only if the search reaches a volatile event of its thread.
     */
    private int[] reached = new int[8];
    private int[] done = new int[8];

    /** A cycle of psc goes through this volatile access, the last event of its thread. */
    boolean isOnCycle(Graph graph, int event) {
        int threads = graph.threads();
        if (reached.length < threads) {
            reached = new int[threads];
            done = new int[threads];
        }
        Arrays.fill(reached, 0, threads, Integer.MAX_VALUE);
        Arrays.fill(done, 0, threads, Integer.MAX_VALUE);
        int home = graph.thread(event);
        reachByLocation(graph, event);
        int t = 0;
        while (reached[home] == Integer.MAX_VALUE) {
            while (t < threads && reached[t] >= done[t]) {
                t++;
            }
            if (t == threads) {
                return false;
            }
            follow(graph, t);
            t = 0;
        }
        return true;
    }

    /** Reaches the successors of all events of a thread that are reached and not done. */
    private void follow(Graph graph, int t) {
        int from = reached[t];
        int to = Math.min(done[t], graph.length(t));
        done[t] = from;
        int first = graph.event(t, from);
        int where = graph.location(first);
        for (int i = from + 1; i < graph.length(t); i++) {
            int later = graph.event(t, i);
            if (graph.location(later) != where) {
                reachElsewhere(graph, t, later);
                break;
            }
        }
        for (int i = from; i < to; i++) {
            int event = graph.event(t, i);
            if (graph.isVolatile(event)) {
                reachByLocation(graph, event);
            }
        }
    }

    /** Reaches, in other threads, what comes after an event that happens after this one, with another location between. */
    private void reachElsewhere(Graph graph, int t, int later) {
        int[] hb = graph.hb();
        int index = graph.index(later);
        for (int u = 0; u < graph.threads(); u++) {
            int end = Math.min(reached[u], graph.length(u));
            if (u == t || end == 0 || index >= hb[graph.row(graph.event(u, end - 1)) + t]) {
                continue;
            }
            int first = end - 1;
            while (first > 0 && index < hb[graph.row(graph.event(u, first - 1)) + t]) {
                first--;
            }
            int where = graph.location(graph.event(u, first));
            boolean elsewhere = false;
            for (int i = first + 1; i < end; i++) {
                int event = graph.event(u, i);
                elsewhere |= graph.location(event) != where;
                if (elsewhere && graph.isVolatile(event)) {
                    reached[u] = i;
                    break;
                }
            }
        }
    }

    /** Reaches what comes after a volatile access in mo and fr, and the reads of its location that happen after it. */
    private void reachByLocation(Graph graph, int event) {
        int where = graph.location(event);
        int source = graph.isRead(event) ? graph.readsFrom(event) : event;
        reachReaders(graph, event, source, where);
        for (int write = graph.moAfter(source, where); write != Graph.NONE; write = graph.moAfter(write)) {
            if (graph.isVolatile(write)) {
                reach(graph, write);
            }
            reachReaders(graph, event, write, where);
        }
    }

    private void reachReaders(Graph graph, int event, int write, int where) {
        for (int read = graph.firstReader(write, where); read != Graph.NONE; read = graph.nextReader(read)) {
            if (graph.isVolatile(read) && graph.happensBefore(event, read)) {
                reach(graph, read);
            }
        }
    }

    private void reach(Graph graph, int event) {
        int t = graph.thread(event);
        reached[t] = Math.min(reached[t], graph.index(event));
    }
}
