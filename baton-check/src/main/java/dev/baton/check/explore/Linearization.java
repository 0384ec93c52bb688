package dev.baton.check.explore;

import dev.baton.check.event.StepKind;
import dev.baton.check.graph.Execution;

/** Orders of the events of a graph in which the program can be run: they extend program order and reads-from. */
final class Linearization {
    private Linearization() {}

    /** The order that runs the lowest thread as far as it can go, then the next, and round again. */
    static int[] of(Execution graph) {
        int size = graph.size();
        int[] order = new int[size];
        boolean[] placed = new boolean[size];
        int done = 0;
        while (done < size) {
            int before = done;
            for (int event = 0; event < size; event++) {
                if (!placed[event] && ready(graph, event, placed)) {
                    placed[event] = true;
                    order[done++] = event;
                }
            }
            if (done == before) {
                throw new IllegalStateException("po and rf form a cycle");
            }
        }
        return order;
    }

    private static boolean ready(Execution graph, int event, boolean[] placed) {
        if (graph.isRead(event) && graph.readsFrom(event) >= 0 && !placed[graph.readsFrom(event)]) {
            return false;
        }
        int t = graph.thread(event);
        for (int other = 0; other < graph.size(); other++) {
            if (placed[other]) {
                continue;
            }
            if (graph.thread(other) == t && graph.index(other) < graph.index(event)) {
                return false;
            }
            if (graph.kind(other) == StepKind.START && graph.value(other) == t) {
                return false;
            }
            if (graph.kind(event) == StepKind.JOIN && graph.thread(other) == graph.value(event)) {
                return false;
            }
        }
        return true;
    }
}
