package dev.baton.check.model;

import dev.baton.check.event.StepKind;
import dev.baton.check.graph.Graph;
import java.util.Arrays;

/** {@link Tso}, incrementally. */
final class TsoConsistency extends PastConsistency {
    /*
     * Overview. The set of what comes before has two numbers per thread: of the first `all` events every one is in it, of the first `reads` events (reads >= all) those that a later read cannot overtake are, and these are all
     * reads, because anything that drains the store buffer raises `all` to itself.
     */
    private int[] all = new int[8];
    private int[] reads = new int[8];
    private int[] seenAll = new int[8];
    private int[] seenReads = new int[8];

    @Override
    void clear(int threads) {
        if (all.length < threads) {
            all = new int[threads];
            reads = new int[threads];
            seenAll = new int[threads];
            seenReads = new int[threads];
        }
        Arrays.fill(all, 0);
        Arrays.fill(reads, 0);
        Arrays.fill(seenAll, 0);
        Arrays.fill(seenReads, 0);
    }

    @Override
    boolean grows(Graph graph) {
        boolean grew = false;
        for (int t = 0; t < graph.threads(); t++) {
            while (seenAll[t] < all[t]) {
                expand(graph, graph.event(t, seenAll[t]++));
                grew = true;
            }
            seenReads[t] = Math.max(seenReads[t], seenAll[t]);
            while (seenReads[t] < reads[t]) {
                int earlier = graph.event(t, seenReads[t]++);
                if (graph.isRead(earlier)) {
                    expand(graph, earlier);
                    grew = true;
                }
            }
        }
        return grew;
    }

    @Override
    boolean isPast(Graph graph, int write) {
        return graph.index(write) < all[graph.thread(write)];
    }

    /** Adds what comes directly before an event, other than by program order. */
    private void expand(Graph graph, int event) {
        if (graph.isRead(event)) {
            int write = graph.readsFrom(event);
            if (write >= 0 && graph.thread(write) != graph.thread(event)) {
                include(graph, write);
            }
        } else if (graph.isWrite(event)) {
            includeOverwritten(graph, event);
        } else if (graph.kind(event) == StepKind.JOIN) {
            int child = (int) graph.value(event);
            all[child] = Math.max(all[child], graph.length(child));
            includeStart(graph, child);
        }
    }

    @Override
    void include(Graph graph, int event) {
        int t = graph.thread(event);
        int i = graph.index(event);
        if (!graph.isRead(event)) {
            all[t] = Math.max(all[t], i + 1);
        } else if (reads[t] < i + 1) {
            reads[t] = i + 1;
            int drain = i - 1;
            while (drain >= all[t] && !drains(graph, graph.event(t, drain))) {
                drain--;
            }
            all[t] = Math.max(all[t], drain + 1);
        }
        includeStart(graph, t);
    }

    private void includeStart(Graph graph, int t) {
        int start = graph.startEvent(t);
        if (start >= 0 && all[graph.thread(start)] <= graph.index(start)) {
            include(graph, start);
        }
    }

    /** An event other than a read that later reads cannot overtake; all before it come before it. */
    private static boolean drains(Graph graph, int event) {
        return switch (graph.kind(event)) {
            case RMW_WRITE, START, JOIN -> true;
            case WRITE, FENCE -> graph.isVolatile(event);
            default -> false;
        };
    }
}
