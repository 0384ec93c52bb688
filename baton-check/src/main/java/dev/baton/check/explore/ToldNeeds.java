package dev.baton.check.explore;

import dev.baton.check.graph.DependentExecution;
import dev.baton.check.graph.Execution;
import dev.baton.check.graph.Graph;
import dev.baton.check.graph.Needs;
import java.util.function.IntBinaryOperator;
import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/** What accesses depend on as the program tells it: syntactic dependencies. */
final class ToldNeeds implements Needs {
    private final StepTree tree;
    private final IntUnaryOperator nodes;
    private final IntBinaryOperator events;

    /**
     * @param nodes  the node of the step tree that an event came from
     * @param events the event of a thread that has a number
     */
    ToldNeeds(StepTree tree, IntUnaryOperator nodes, IntBinaryOperator events) {
        this.tree = tree;
        this.nodes = nodes;
        this.events = events;
    }

    /** The same for whatever graph the search is at. */
    static Needs inSearch(StepTree tree) {
        return new Needs() {
            @Override
            public boolean suffice(Execution graph, int write, IntPredicate open) {
                return in(graph).suffice(graph, write, open);
            }

            @Override
            public int[] uses(Execution graph, int event) {
                return in(graph).uses(graph, event);
            }

            private Needs in(Execution graph) {
                Graph searched = (Graph) (graph instanceof DependentExecution told ? told.graph() : graph);
                return new ToldNeeds(tree, searched::node, searched::event);
            }
        };
    }

    @Override
    public boolean suffice(Execution graph, int write, IntPredicate open) {
        for (int index : tree.needs(nodes.applyAsInt(write))) {
            if (open.test(events.applyAsInt(graph.thread(write), index))) {
                return false;
            }
        }
        return true;
    }

    @Override
    public int[] uses(Execution graph, int event) {
        int t = graph.thread(event);
        return IntStream.of(tree.uses(nodes.applyAsInt(event))).map(index -> events.applyAsInt(t, index)).toArray();
    }
}
