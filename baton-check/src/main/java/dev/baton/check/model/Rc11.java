package dev.baton.check.model;

import dev.baton.check.graph.Execution;

/**
 * RC11 (Lahav, Vafeiadis, Kang, Hur, Dreyer, PLDI 2017) for Java's access modes, with the release sequences of
 * C++20. Opaque is the paper's relaxed, volatile its sc. Differs from the paper in: plain accesses have defined
 * outcomes; two reads of one location need to agree with modification order only if neither is plain; release
 * sequences go on with opaque and stronger writes; starting and joining a thread are happens-before edges;
 * {@code storeStoreFence} counts as a release and {@code loadLoadFence} as an acquire fence; fences order plain
 * accesses as they do opaque ones, but not non-atomic ones.
 */
public final class Rc11 implements MemoryModel {
    @Override
    public String name() {
        return "rc11";
    }

    @Override
    public boolean isConsistent(Execution graph) {
        Relations g = new Relations(graph);
        if (!g.isAtomic() || !g.po.or(g.threads, g.rf).isAcyclic()) {
            return false;
        }
        return isOrdered(g);
    }

    /** All that is asked of a graph but that it is atomic, and that program order and reads-from have no cycle. */
    static boolean isOrdered(Relations g) {
        Relation hb = happensBefore(g);
        return isCoherent(g, hb) && partialScOrder(g, hb).isAcyclic();
    }

    /** The part of consistency that is about volatile accesses and full fences. */
    static boolean hasAcyclicScOrder(Execution graph) {
        Relations g = new Relations(graph);
        return partialScOrder(g, happensBefore(g)).isAcyclic();
    }

    static Relation happensBefore(Relations g) {
        Relation fence = g.set(g::isFence);
        Relation release = g.set(g::releases);
        Relation acquire = g.set(g::acquires);
        Relation atomicWrite = g.set(n -> g.isWrite(n) && !g.isPlain(n));
        Relation atomicRead = g.set(n -> g.isRead(n) && !g.isPlain(n));
        Relation fencedWrite = g.set(n -> g.isWrite(n) && g.isFenced(n));
        Relation fencedRead = g.set(n -> g.isRead(n) && g.isFenced(n));
        Relation chain = g.rf.then(g.rmw, atomicWrite).transitive().optional();
        Relation sources = release.then(atomicWrite, chain).or(release.then(fence, g.poThreads, fencedWrite, chain));
        Relation sinks = atomicRead.then(acquire).or(fencedRead.then(g.poThreads, fence, acquire));
        Relation synchronizes = sources.then(g.rf, sinks);
        return g.po.or(g.threads, synchronizes).transitive();
    }

    /**
     * irreflexive(hb ; eco?), where eco = rf ∪ (mo ∪ fr) ; rf?, without read-read pairs that have a plain side, unless a
     * fence that orders reads is between the two.
     */
    private static boolean isCoherent(Relations g, Relation hb) {
        Relation atomicRead = g.set(n -> g.isRead(n) && !g.isPlain(n));
        Relation readRead = atomicRead.then(g.fr, g.rf, atomicRead);
        Relation fencedRead = g.set(n -> g.isRead(n) && g.isFenced(n));
        Relation readFence = g.set(n -> g.isFence(n) && g.acquires(n));
        return hb.isIrreflexive() && fencedRead.then(hb, readFence, hb, fencedRead, g.fr, g.rf).isIrreflexive()
                && hb.then(g.rf.or(g.mo, g.mo.then(g.rf), g.fr, readRead)).isIrreflexive();
    }

    private static Relation partialScOrder(Relations g, Relation hb) {
        Relation sc = g.set(g::isVolatile);
        Relation scFence = g.set(n -> g.isFence(n) && g.isVolatile(n));
        Relation elsewhere = g.po.minus(g.sameLocation);
        Relation eco = g.rf.or(g.mo, g.fr).transitive();
        Relation scb = g.po.or(elsewhere.then(hb, elsewhere), hb.and(g.sameLocation), g.mo, g.fr);
        Relation left = sc.or(scFence.then(hb.optional()));
        Relation right = sc.or(hb.optional().then(scFence));
        Relation fences = scFence.then(hb.or(hb.then(eco, hb)), scFence);
        return left.then(scb, right).or(fences);
    }

    @Override
    public Consistency consistency() {
        return new Rc11Consistency();
    }
}
