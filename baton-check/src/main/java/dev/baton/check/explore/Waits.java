package dev.baton.check.explore;

import dev.baton.check.event.BlockReason;
import dev.baton.check.event.StepKind;
import dev.baton.check.graph.Graph;

/**
 * Whether a blocked thread waits for ever. An opaque or stronger read of a loop sees the last write of its location in
 * the end; a plain one need not, because a compiler may hoist it out of the loop, unless happens-before forces it, or a
 * fence in the loop that orders reads keeps it there. Where modes mean nothing every read sees the last write in the end.
 */
final class Waits {
    private final StepTree tree;
    private boolean byPlainRead;
    private boolean mayHoist;

    Waits(StepTree tree) {
        this.tree = tree;
    }

    /**
     * All reads of the thread's last iteration can go on seeing what they saw.
     *
     * @param clock what the thread's plain reads must not contradict
     * @param hoists plain reads may leave the loop
     */
    boolean isForEver(Graph graph, int t, int[] clock, boolean hoists) {
        byPlainRead = false;
        mayHoist = hoists && !hasFence(graph, t);
        for (int i = firstEvent(graph, t); i < graph.length(t); i++) {
            int event = graph.event(t, i);
            if (graph.isRead(event) && !staysTheSame(graph, t, event, clock)) {
                return false;
            }
        }
        return true;
    }

    private boolean hasFence(Graph graph, int t) {
        for (int i = firstEvent(graph, t); i < graph.length(t); i++) {
            int event = graph.event(t, i);
            if (graph.isFence(event) && graph.mode(event).ordersReads()) {
                return true;
            }
        }
        return false;
    }

    /** The last thread judged hangs only because of a plain read that misses a later write. */
    boolean isByPlainRead() {
        return byPlainRead;
    }

    private boolean staysTheSame(Graph graph, int t, int read, int[] clock) {
        int last = graph.event(t, graph.length(t) - 1);
        int where = graph.location(read);
        int source = graph.readsFrom(read);
        int passing = source >= 0 && graph.thread(source) != t && isOfFailedIteration(graph, source)
                ? graph.thread(source)
                : Graph.NONE;
        for (int w = graph.moAfter(source, where); w != Graph.NONE; w = graph.moAfter(w)) {
            if (graph.isRmwWrite(w) && tree.unordered(graph.node(w))) {
                continue;
            }
            if (isOfFailedIteration(graph, w) && graph.thread(w) != passing) {
                continue;
            }
            if (!graph.isPlain(read) || !mayHoist || graph.in(clock, last, w)) {
                return false;
            }
            byPlainRead = true;
        }
        return true;
    }

    /**
     * Whether an iteration that failed made this write. Taken together such writes change nothing: a monitor is entered
     * and left again. Only in between, from another write of the same iteration, can one be told from its successor.
     */
    private boolean isOfFailedIteration(Graph graph, int write) {
        int t = graph.thread(write);
        int node = graph.cursor(t);
        return node != Graph.NONE && tree.kind(node) == StepKind.BLOCK && tree.reason(node) == BlockReason.AWAIT
                && graph.index(write) >= firstEvent(graph, t);
    }

    /** The index of the first event of the iteration that failed. */
    int firstEvent(Graph graph, int t) {
        return (int) Math.max(0, tree.value(graph.cursor(t)));
    }
}
