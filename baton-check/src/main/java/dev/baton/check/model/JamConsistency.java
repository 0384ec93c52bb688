package dev.baton.check.model;

import dev.baton.check.graph.Graph;
import org.jspecify.annotations.Nullable;

/**
 * {@link Jam} for the search: explores a weaker model whose modification order is total, and judges finished graphs by
 * the definition.
 */
class JamConsistency extends Consistency {
    /*
     * Overview. Jam chooses final writes once the graph is finished, and an event at the end of a thread can make earlier
     * ones push. So it is neither closed under prefixes nor extensible, and the search cannot use it as it stands. What is
     * asked of a graph that grows: modification order contains co_jam for some pushto of which little is demanded
     * (JamStep). This holds of every prefix, and of every maximal extension. Every execution of jam has at least
     * one such modification order (decision 295); the least one, by thread and index, stands for all. What is left to the
     * finished graph is rare: pushto extends po and rf, and final writes come last.
     */
    private final JamPast past = new JamPast();
    private final JamStep step = new JamStep(past);
    private final JamWrites writes = new JamWrites(past);
    private final JamWitness witness = new JamWitness(past, writes);
    private final LeastOrder leastOrder = new LeastOrder(past, writes);

    JamConsistency() {
        super(false);
    }

    /**
     * Happens-before of rc11 orders accesses of one location only if the visibility order of jam does, unless there are
     * fences that rc11 takes to be stronger than they are. So it saves most questions to the definition.
     */
    @Override
    protected int @Nullable [] coherenceClock(Graph graph) {
        return graph.halfFences() == 0 ? graph.hb() : null;
    }

    @Override
    public boolean isExact() {
        return false;
    }

    @Override
    public boolean admits(Graph graph, int event, int revisited) {
        return successor(graph, event) == Graph.NONE || step.isPossible(graph, event, revisited);
    }

    @Override
    public boolean accepts(Graph graph) {
        return isWitness(graph) || new Jam().isConsistent(graph);
    }

    @Override
    public boolean acceptsAsFinal(Graph graph) {
        return isWitness(graph) || Jam.isConsistentAsFinal(graph);
    }

    boolean isWitness(Graph graph) {
        writes.collect(graph);
        return witness.exists(graph);
    }

    @Override
    public boolean isRepresentative(Graph graph) {
        writes.collect(graph);
        return leastOrder.isLeast(graph);
    }
}
