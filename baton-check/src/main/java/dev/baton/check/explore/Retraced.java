package dev.baton.check.explore;

import dev.baton.check.event.StepKind;
import dev.baton.check.graph.Execution;
import dev.baton.check.graph.Graph;
import java.util.Arrays;

/** The way of an execution through the step tree: where each event came from, and where each thread stands. */
final class Retraced {
    /** The node that each event came from. */
    final int[] nodes;
    /** The node at which each thread stands, or NONE if it has not been started. */
    final int[] cursors;
    final int[][] events;
    private boolean fits = true;

    Retraced(Execution graph, StepTree tree, int mainThread) {
        this.events = Linearization.programOrder(graph);
        this.nodes = new int[graph.size()];
        int highest = Math.max(mainThread, events.length - 1);
        for (int e = 0; e < graph.size(); e++) {
            if (graph.kind(e) == StepKind.START) {
                highest = Math.max(highest, (int) graph.value(e));
            }
        }
        this.cursors = new int[highest + 1];
        Arrays.fill(cursors, Graph.NONE);
        cursors[mainThread] = tree.root(mainThread);
        for (int e = 0; e < graph.size(); e++) {
            if (graph.kind(e) == StepKind.START) {
                int child = (int) graph.value(e);
                cursors[child] = tree.root(child);
            }
        }
        for (int t = 0; t < events.length; t++) {
            for (int i = 0; i < events[t].length && fits; i++) {
                step(graph, tree, t, i);
            }
        }
    }

    /** Whether the program makes exactly these events. */
    boolean fits() {
        return fits;
    }

    private void step(Execution graph, StepTree tree, int t, int i) {
        int event = events[t][i];
        int node = cursors[t];
        nodes[event] = node;
        StepKind kind = tree.kind(node);
        boolean failed = graph.kind(event) == StepKind.READ && kind == StepKind.RMW_READ;
        boolean sameValue = !graph.isWrite(event) || graph.value(event) == tree.value(node);
        boolean samePlace = graph.location(event) < 0 || graph.location(event) == tree.location(node);
        if (kind != graph.kind(event) && !failed || !sameValue || !samePlace) {
            fits = false;
            return;
        }
        int next = tree.next(node, StepTree.reply(graph, event));
        while (OwnPast.isAsked(tree.kind(next))) {
            next = tree.next(next, OwnPast.answer(graph, number -> events[t][number], tree.kind(next),
                    tree.location(next), tree.value(next), i + 1));
        }
        cursors[t] = next;
    }
}
