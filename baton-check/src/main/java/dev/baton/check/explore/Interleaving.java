package dev.baton.check.explore;

import dev.baton.check.event.BlockReason;
import dev.baton.check.event.StepKind;
import dev.baton.check.graph.Graph;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * An execution that is an interleaving, while it is made: a read sees the last write, a write comes last. Such executions are
 * executions of every memory model.
 */
/*
 * A thread whose iteration fails is put back to the iteration's beginning and goes on when a place that it read has
 * changed: it has waited, and read nothing meanwhile. When no thread can go, those that wait make their failed
 * iteration once more, for the judge to see.
 */
class Interleaving {
    final Steps steps;
    final StepTree tree;
    final Judge judge;
    final Graph graph = new Graph();
    private int[] options = new int[1024];
    /** What each thread that waits has seen; null for others. */
    @Nullable
    Wait[] awaited = new Wait[8];
    /** No thread can go, and those that wait look for the last time. */
    boolean last;

    /** Places, and the writes that were seen there, alternately. */
    static final class Wait {
        private final int[] seen;

        Wait(int[] seen) {
            this.seen = seen;
        }

        boolean hasChanged(Graph graph) {
            for (int i = 0; i < seen.length; i += 2) {
                if (graph.lastWrite(seen[i]) != seen[i + 1]) {
                    return true;
                }
            }
            return false;
        }
    }

    Interleaving(Steps steps, Judge judge) {
        this.steps = steps;
        this.tree = steps.tree;
        this.judge = judge;
    }

    final void begin() {
        steps.begin(graph);
        Arrays.fill(awaited, null);
        last = false;
    }

    /** Makes the thread's next step, which is no choice; false if it must not. */
    final boolean step(int t, StepKind kind) {
        if (graph.length(t) >= steps.maxEventsPerThread) {
            return false;
        }
        switch (kind) {
            case READ, RMW_READ -> {
                if (options.length < graph.size() + 2) {
                    options = new int[2 * graph.size() + 2];
                }
                if (steps.readOptions(graph, t, options, 0) == 0) {
                    return false;
                }
                steps.addRead(graph, t, options[0]);
            }
            case WRITE, RMW_WRITE -> {
                int write = steps.addWrite(graph, t);
                graph.place(write, graph.lastWrite(graph.location(write)));
            }
            default -> steps.addOther(graph, t);
        }
        return true;
    }

    /** A step before which it matters who goes. */
    static boolean isShared(StepKind kind) {
        return kind == StepKind.READ || kind == StepKind.RMW_READ || kind == StepKind.WRITE;
    }

    final boolean canGo(int t) {
        int node = graph.cursor(t);
        if (node == Graph.NONE || !hasReason(t)) {
            return false;
        }
        return switch (tree.kind(node)) {
            case END, BLOCK -> false;
            case JOIN -> steps.hasEnded(graph, (int) tree.value(node));
            default -> true;
        };
    }

    // ---- waiting

    final boolean isWait(int node) {
        return tree.reason(node) != BlockReason.ASSUME && tree.reason(node) != BlockReason.BOUND;
    }

    /** Puts a thread back to where its failed iteration began; false if others have gone since, or it began earlier. */
    final boolean waits(int t, int node, int base) {
        int first = (int) Math.max(0, tree.value(node));
        int length = graph.length(t) - first;
        if (length <= 0 || graph.size() - length < base || graph.event(t, first) != graph.size() - length) {
            return false;
        }
        int[] seen = new int[2 * length];
        int count = 0;
        for (int i = first; i < graph.length(t); i++) {
            int event = graph.event(t, i);
            if (graph.isRead(event)) {
                seen[count++] = graph.location(event);
                seen[count++] = graph.readsFrom(event);
            }
        }
        for (int i = 0; i < length; i++) {
            graph.removeLast();
        }
        if (t >= awaited.length) {
            awaited = Arrays.copyOf(awaited, Math.max(2 * awaited.length, t + 1));
        }
        awaited[t] = new Wait(Arrays.copyOf(seen, count));
        return true;
    }

    final void wake(int t) {
        if (t < awaited.length) {
            awaited[t] = null;
        }
    }

    /** It does not wait, or something that it saw has changed. */
    private boolean hasReason(int t) {
        Wait wait = t < awaited.length ? awaited[t] : null;
        return wait == null || wait.hasChanged(graph);
    }

    final int nextWaiting() {
        for (int t = 0; t < awaited.length; t++) {
            if (awaited[t] != null) {
                return t;
            }
        }
        return -1;
    }
}
