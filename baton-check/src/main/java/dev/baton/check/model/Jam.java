package dev.baton.check.model;

import dev.baton.check.graph.Execution;

/** Placeholder until the definition follows in the next commit. */
final class Jam implements MemoryModel {
    @Override
    public String name() {
        return "jam";
    }

    @Override
    public boolean isConsistent(Execution graph) {
        throw new UnsupportedOperationException("jam");
    }

    @Override
    public Consistency consistency() {
        throw new UnsupportedOperationException("jam");
    }
}
