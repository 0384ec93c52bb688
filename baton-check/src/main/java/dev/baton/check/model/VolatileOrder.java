package dev.baton.check.model;

import dev.baton.check.graph.Graph;
import java.util.Arrays;

/** The order psc of a model on the volatile accesses of a graph without full fences, searched for cycles. */
abstract class VolatileOrder {
    /*
     * Overview. Because po is a part of psc, what is reached in a thread is everything from some index on. So the search keeps one
     * number per thread, the lowest index reached, and looks at each event at most once:
     *
     *   reached[t]  ≤  index of each volatile event of t that the search knows to be reached
     *   done[t]     the successors of all volatile events from this index on were reached too
     *
     * What the model adds to po by happens-before is asked of the first event reached in a thread only: the earlier of two reaches
     * more. What it adds by location is asked of each.
     *
     * Invariants. An event that was not added maximally is the last of its thread, and so is a read that was made to read from
     * another write. A cycle through it exists if and only if the search reaches a volatile event of its thread.
     */
    int[] reached = new int[8];
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
        reachElsewhere(graph, t, from);
        for (int i = from; i < to; i++) {
            int event = graph.event(t, i);
            if (graph.isVolatile(event)) {
                reachByLocation(graph, event);
            }
        }
    }

    /** Reaches, in other threads, what happens-before puts after the volatile access with this index. */
    abstract void reachElsewhere(Graph graph, int t, int from);

    /** Reaches what comes after a volatile access by what is read and written at its location. */
    abstract void reachByLocation(Graph graph, int event);

    /** The index of the first event of a thread that happens after an event of another one, or {@code end} if that is later. */
    final int firstAfter(Graph graph, int event, int u, int end) {
        int[] hb = graph.hb();
        int t = graph.thread(event);
        int index = graph.index(event);
        int first = end;
        while (first > 0 && index < hb[graph.row(graph.event(u, first - 1)) + t]) {
            first--;
        }
        return first;
    }

    final void reach(Graph graph, int event) {
        int t = graph.thread(event);
        reached[t] = Math.min(reached[t], graph.index(event));
    }
}
