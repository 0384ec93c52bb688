package dev.baton.check.model;

import dev.baton.check.graph.Execution;

/** Sequential consistency: one interleaving explains the whole execution, whatever the access modes. */
public final class Sc implements MemoryModel {
    @Override
    public String name() {
        return "sc";
    }

    @Override
    public boolean isConsistent(Execution graph) {
        Relations g = new Relations(graph);
        return g.isAtomic() && g.po.or(g.threads, g.rf, g.mo, g.fr).isAcyclic();
    }

    @Override
    public Consistency consistency() {
        return new ScConsistency();
    }
}
