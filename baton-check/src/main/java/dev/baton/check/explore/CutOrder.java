package dev.baton.check.explore;

import dev.baton.check.event.StepKind;
import dev.baton.check.graph.Execution;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * The order in which an execution with load buffering is told: program order, starts, joins and reads-from, except for a
 * few reads that go before the write that they see. Which ones is decided by the execution alone, so that each is found
 * once: where no thread can go on, some wait for each other in a circle, and one of these makes the write that is waited for
 * before the read at which it stands.
 */
final class CutOrder {
    private final Execution graph;
    private final int[][] threads;
    private final int[] position;
    private final boolean[] placed;
    private final int[] order;
    private final BitSet cut = new BitSet();

    private CutOrder(Execution graph) {
        this.graph = graph;
        this.threads = Linearization.programOrder(graph);
        this.position = new int[threads.length];
        this.placed = new boolean[graph.size()];
        this.order = new int[graph.size()];
    }

    /** The order; or null if modes and fences let no thread of some circle do so, and then no model allows it. */
    static @Nullable CutOrder of(Execution graph) {
        CutOrder order = new CutOrder(graph);
        return order.run() ? order : null;
    }

    /** The reads that go before the write that they see. */
    BitSet cut() {
        return cut;
    }

    /** The events in order. */
    int[] order() {
        return order.clone();
    }

    private boolean run() {
        int done = 0;
        while (done < order.length) {
            int t = 0;
            while (t < threads.length && !canGoOn(t)) {
                t++;
            }
            if (t == threads.length) {
                t = openThread();
                if (t < 0) {
                    return false;
                }
                cut.set(threads[t][position[t]]);
            }
            int event = threads[t][position[t]++];
            placed[event] = true;
            order[done++] = event;
        }
        return true;
    }

    private boolean canGoOn(int t) {
        if (position[t] == threads[t].length) {
            return false;
        }
        int event = threads[t][position[t]];
        if (position[t] == 0 && !isStarted(t)) {
            return false;
        }
        if (graph.isRead(event)) {
            return graph.readsFrom(event) < 0 || placed[graph.readsFrom(event)];
        }
        return graph.kind(event) != StepKind.JOIN || hasEnded((int) graph.value(event));
    }

    private boolean isStarted(int t) {
        for (int event = 0; event < placed.length; event++) {
            if (graph.kind(event) == StepKind.START && graph.value(event) == t) {
                return placed[event];
            }
        }
        return true;
    }

    private boolean hasEnded(int t) {
        return t >= threads.length || position[t] == threads[t].length;
    }

    /** The lowest thread, of those that wait for each other in a circle, that makes the write waited for before its read. */
    private int openThread() {
        int natural = openThread(true);
        return natural >= 0 ? natural : openThread(false);
    }

    /** @param knows whether the thread must know the write without the read, not only be allowed to make it first */
    private int openThread(boolean knows) {
        int lowest = -1;
        for (int from = 0; from < threads.length; from++) {
            int t = from;
            for (int steps = 0; steps < threads.length && t >= 0; steps++) {
                t = awaited(t) < 0 ? -1 : graph.thread(awaited(t));
            }
            // After so many steps the thread is on a circle; look at each of it.
            int first = t;
            while (t >= 0) {
                int write = awaited(t);
                int next = graph.thread(write);
                if (passes(write, next, knows) && (lowest < 0 || next < lowest)) {
                    lowest = next;
                }
                t = next == first ? -1 : next;
            }
        }
        return lowest;
    }

    /** The event that a thread waits for, or -1 if it has ended. */
    private int awaited(int t) {
        if (position[t] == threads[t].length) {
            return -1;
        }
        int event = threads[t][position[t]];
        if (position[t] == 0 && !isStarted(t)) {
            return startOf(t);
        }
        if (graph.isRead(event)) {
            return graph.readsFrom(event);
        }
        int[] joined = threads[(int) graph.value(event)];
        return joined[joined.length - 1];
    }

    private int startOf(int t) {
        for (int event = 0; event < placed.length; event++) {
            if (graph.kind(event) == StepKind.START && graph.value(event) == t) {
                return event;
            }
        }
        throw new IllegalStateException("thread " + t + " was not started");
    }

    /** The write may be made before the read at which its thread stands. */
    private boolean passes(int write, int t, boolean knows) {
        int read = threads[t][position[t]];
        if (!graph.isWrite(write) || graph.mode(write).releases() || !graph.isRead(read)
                || graph.mode(read).acquires() || position[t] == 0 && !isStarted(t)) {
            return false;
        }
        for (int i = position[t] + 1; i < graph.index(write); i++) {
            int event = threads[t][i];
            if (graph.kind(event) == StepKind.FENCE
                    && (graph.mode(event).acquires() || graph.mode(event).releases())) {
                return false;
            }
        }
        boolean ownHalf = graph.kind(write) == StepKind.RMW_WRITE && graph.index(write) == position[t] + 1;
        return !ownHalf && (!knows || graph.needs().suffice(graph, write, other -> other == read));
    }
}
