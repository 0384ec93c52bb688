package dev.baton.check.model;

import dev.baton.check.graph.DependentExecution;
import dev.baton.check.graph.Graph;
import dev.baton.check.graph.Needs;
import org.jspecify.annotations.Nullable;

/** {@link Arm8} for the search, on graphs without load buffering. */
final class Arm8Consistency extends Consistency {
    /*
     * Overview. An event that is put last has no successor in the order of ARMv8, so only other steps are asked for, and they
     * are put before the definition. Coherence is left to it, too: happens-before is no part of the model.
     */
    private final Arm8 model;
    private Needs needs = Needs.EVERYTHING;

    Arm8Consistency(Arm8 model) {
        super(true);
        this.model = model;
    }

    @Override
    protected int @Nullable [] coherenceClock(Graph graph) {
        return null;
    }

    @Override
    public void follow(Needs told) {
        this.needs = told;
    }

    @Override
    public boolean admits(Graph graph, int event, int revisited) {
        return successor(graph, event) == Graph.NONE || model.isConsistent(new DependentExecution(graph, needs));
    }
}
