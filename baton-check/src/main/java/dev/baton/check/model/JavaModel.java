package dev.baton.check.model;

import dev.baton.check.graph.Execution;

/**
 * Java's access modes with load buffering: {@link Rc11}, but a write may be made before an earlier plain or opaque read of
 * its thread if it is made whatever that read returns, or if it is made when plain reads return what happens before them. No
 * value comes out of thin air: the events can be performed one after the other ({@link PerformedOrder}). Two sections of a lock
 * may be joined. Not all that the specification allows is part of it: see the causality test cases that it does not allow.
 */
public final class JavaModel implements MemoryModel {
    @Override
    public String name() {
        return "java";
    }

    @Override
    public Dependence dependence() {
        return Dependence.SEMANTIC;
    }

    @Override
    public boolean isConsistent(Execution graph) {
        Relations g = new Relations(graph);
        return g.isAtomic() && Rc11.isOrdered(g) && new PerformedOrder(graph).exists();
    }

    /** Without load buffering the events can be performed in the order in which the search adds them. */
    @Override
    public Consistency consistency() {
        return new Rc11Consistency();
    }
}
