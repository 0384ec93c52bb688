package dev.baton.check.model;

import dev.baton.check.graph.Graph;
import java.util.Arrays;

/** {@link Sc}, incrementally. */
final class ScConsistency extends Consistency {
    /*
     * Overview. A step that is not maximal gives the new event exactly one kind of new successor: the write `next`
     * that follows, in modification order, the place it took. The graph became cyclic iff `next` comes before the new
     * event. What comes before it is collected backwards: the set is closed under po and rf at any time, so one number
     * per thread describes it, and only writes lead to more (the write before them, and that write's readers).
     */
    private int[] past = new int[8];
    private int[] seen = new int[8];

    ScConsistency() {
        super(true);
    }

    @Override
    protected int[] coherenceClock(Graph graph) {
        return graph.porf();
    }

    @Override
    public boolean knowsModes() {
        return false;
    }

    @Override
    public boolean admits(Graph graph, int event, int revisited) {
        int next = successor(graph, event);
        if (next == Graph.NONE) {
            return true;
        }
        int threads = graph.threads();
        if (past.length < threads) {
            past = new int[threads];
            seen = new int[threads];
        }
        Arrays.fill(past, 0);
        Arrays.fill(seen, 0);
        include(graph, event);
        if (revisited >= 0) {
            include(graph, revisited);
        }
        boolean grew = true;
        while (grew) {
            if (graph.index(next) < past[graph.thread(next)]) {
                return false;
            }
            grew = false;
            for (int t = 0; t < threads; t++) {
                while (seen[t] < past[t]) {
                    int earlier = graph.event(t, seen[t]++);
                    if (graph.isWrite(earlier)) {
                        grew = true;
                        includeOverwritten(graph, earlier);
                    }
                }
            }
        }
        return graph.index(next) >= past[graph.thread(next)];
    }

    private void includeOverwritten(Graph graph, int write) {
        int location = graph.location(write);
        int before = graph.moBefore(write);
        if (before >= 0) {
            include(graph, before);
        }
        for (int read = graph.firstReader(before, location); read != Graph.NONE; read = graph.nextReader(read)) {
            include(graph, read);
        }
    }

    private void include(Graph graph, int event) {
        int row = graph.row(event);
        int[] porf = graph.porf();
        for (int t = 0; t < graph.threads(); t++) {
            past[t] = Math.max(past[t], porf[row + t]);
        }
    }

    /** The write that a new event now precedes, or NONE if it was added maximally. */
    static int successor(Graph graph, int event) {
        if (graph.isRead(event)) {
            return graph.moAfter(graph.readsFrom(event), graph.location(event));
        }
        return graph.moAfter(event);
    }
}
