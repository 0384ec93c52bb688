package dev.baton.check.model;

import dev.baton.check.graph.Execution;

/**
 * Total store order as x86 gives it to compiled Java: a write may be overtaken by later reads of its thread, unless
 * it is volatile or the write of a read-modify-write, or a full fence stands between. Weaker fences compile to
 * nothing. Starting and joining a thread drain the store buffer.
 */
public final class Tso implements MemoryModel {
    @Override
    public String name() {
        return "tso";
    }

    @Override
    public boolean isConsistent(Execution graph) {
        Relations g = new Relations(graph);
        if (!g.isAtomic() || !g.po.or(g.threads, g.rf).isAcyclic()) {
            return false;
        }
        Relation poLocation = g.po.and(g.sameLocation);
        if (!poLocation.or(g.rf, g.mo, g.fr).isAcyclic()) {
            return false;
        }
        // What is ordered with everything after it, and what with everything before it.
        Relation drains = g.set(n -> g.isRead(n) || isBarrier(g, n) || g.isRmwWrite(n)
                || g.isWrite(n) && g.isVolatile(n));
        Relation waits = g.set(n -> g.isWrite(n) || isBarrier(g, n));
        Relation memory = g.set(n -> g.isRead(n) || g.isWrite(n) || isBarrier(g, n));
        Relation fromInitial = g.set(g::isInitial).then(g.po);
        Relation ordered = drains.then(g.po, memory)
                .or(g.po.then(waits), g.external(g.rf), g.mo, g.fr, fromInitial, g.threads);
        return ordered.isAcyclic();
    }

    private static boolean isBarrier(Relations g, int node) {
        return g.isFence(node) && g.isVolatile(node) || g.isThreadEvent(node);
    }

    @Override
    public Consistency consistency() {
        return new TsoConsistency();
    }
}
