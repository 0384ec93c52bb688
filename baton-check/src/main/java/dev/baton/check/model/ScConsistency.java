package dev.baton.check.model;

import dev.baton.check.graph.Graph;
import java.util.Arrays;

/** {@link Sc}, incrementally. */
final class ScConsistency extends PastConsistency {
    /*
     * Overview. The set of what comes before is closed under po and rf at any time, so one number per thread describes it, and
     * only writes lead to more.
     */
    private int[] past = new int[8];
    private int[] seen = new int[8];

    @Override
    public boolean knowsModes() {
        return false;
    }

    @Override
    void clear(int threads) {
        if (past.length < threads) {
            past = new int[threads];
            seen = new int[threads];
        }
        Arrays.fill(past, 0);
        Arrays.fill(seen, 0);
    }

    @Override
    boolean grows(Graph graph) {
        boolean grew = false;
        for (int t = 0; t < graph.threads(); t++) {
            while (seen[t] < past[t]) {
                int earlier = graph.event(t, seen[t]++);
                if (graph.isWrite(earlier)) {
                    grew = true;
                    includeOverwritten(graph, earlier);
                }
            }
        }
        return grew;
    }

    @Override
    void include(Graph graph, int event) {
        int row = graph.row(event);
        int[] porf = graph.porf();
        for (int t = 0; t < graph.threads(); t++) {
            past[t] = Math.max(past[t], porf[row + t]);
        }
    }

    @Override
    boolean isPast(Graph graph, int write) {
        return graph.index(write) < past[graph.thread(write)];
    }
}
