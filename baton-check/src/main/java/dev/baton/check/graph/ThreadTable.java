package dev.baton.check.graph;

import java.util.Arrays;

/** The threads of a graph: the events of each in program order, where it stands, and who started it. */
final class ThreadTable {
    private int[][] byThread = new int[8][32];
    int[] length = new int[8];
    /** The node of the step tree at which a thread stands, or {@link Graph#NONE} if it has not been started. */
    int[] cursor = new int[8];
    /** The event that started a thread, or {@link Graph#NONE}. */
    int[] startEvent = new int[8];

    ThreadTable() {
        Arrays.fill(cursor, Graph.NONE);
        Arrays.fill(startEvent, Graph.NONE);
    }

    int event(int thread, int index) {
        return byThread[thread][index];
    }

    /** The event whose row holds what a thread knows before its event number {@code index}; or {@link Graph#NONE}. */
    int predecessor(int thread, int index) {
        return index > 0 ? byThread[thread][index - 1] : startEvent[thread];
    }

    /** Makes an event the last of its thread; its position there. */
    int append(int thread, int event) {
        int index = length[thread]++;
        if (index == byThread[thread].length) {
            byThread[thread] = Arrays.copyOf(byThread[thread], 2 * index);
        }
        byThread[thread][index] = event;
        return index;
    }

    /** Takes the last event of a thread away and puts the thread back to the node it came from. */
    void removeLast(int thread, int node) {
        length[thread]--;
        cursor[thread] = node;
    }

    /** Takes a start back. */
    void unstart(int child) {
        startEvent[child] = Graph.NONE;
        cursor[child] = Graph.NONE;
    }

    /**
     * Lets each thread stand where it stood in {@code source} after the first {@code kept[t]} events.
     *
     * @param node the node of the step tree that each event of {@code source} came from
     */
    void standAfter(ThreadTable source, int[] kept, int[] node, int threads) {
        for (int t = 0; t < threads; t++) {
            cursor[t] = kept[t] < source.length[t] ? node[source.byThread[t][kept[t]]] : source.cursor[t];
        }
    }

    /** Forgets where those threads stand whose start in {@code source} is not in this table. */
    void forgetUnstarted(ThreadTable source, int threads) {
        for (int t = 0; t < threads; t++) {
            if (startEvent[t] == Graph.NONE && length[t] == 0 && source.startEvent[t] != Graph.NONE) {
                cursor[t] = Graph.NONE;
            }
        }
    }

    void clear() {
        Arrays.fill(length, 0);
        Arrays.fill(cursor, Graph.NONE);
        Arrays.fill(startEvent, Graph.NONE);
    }

    void widen(int now) {
        int had = length.length;
        length = Arrays.copyOf(length, now);
        cursor = Arrays.copyOf(cursor, now);
        startEvent = Arrays.copyOf(startEvent, now);
        byThread = Arrays.copyOf(byThread, now);
        for (int t = had; t < now; t++) {
            cursor[t] = Graph.NONE;
            startEvent[t] = Graph.NONE;
            byThread[t] = new int[32];
        }
    }
}
