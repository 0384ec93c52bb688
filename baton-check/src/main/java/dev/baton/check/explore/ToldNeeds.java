package dev.baton.check.explore;

import dev.baton.check.graph.Execution;
import dev.baton.check.graph.Needs;
import java.util.function.IntPredicate;

/** What writes depend on as the program tells it: syntactic dependencies. */
final class ToldNeeds implements Needs {
    private final StepTree tree;
    private final int[] nodes;
    private final int[][] events;

    /** @param nodes the node of the step tree that each event came from */
    ToldNeeds(StepTree tree, int[] nodes, int[][] events) {
        this.tree = tree;
        this.nodes = nodes;
        this.events = events;
    }

    @Override
    public boolean suffice(Execution graph, int write, IntPredicate open) {
        for (int index : tree.needs(nodes[write])) {
            if (open.test(events[graph.thread(write)][index])) {
                return false;
            }
        }
        return true;
    }
}
