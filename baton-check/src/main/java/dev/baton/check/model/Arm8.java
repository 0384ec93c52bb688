package dev.baton.check.model;

import dev.baton.check.event.AccessMode;
import dev.baton.check.graph.Execution;

/**
 * ARMv8 (Pulte, Flur, Deacon, French, Sarkar, Sewell, POPL 2018; the form of the architecture's current description) under Java
 * code whose compiler reorders and removes nothing. The mapping is that of HotSpot: acquiring reads are {@code ldar}, releasing
 * writes {@code stlr}, the halves of a read-modify-write the same; an acquire and a load-load fence is {@code dmb ishld}, a
 * store-store fence {@code dmb ishst}, any other fence {@code dmb ish}. A read-modify-write orders no more than its two halves, as
 * exclusives do; the single instructions of LSE order more. Starting and joining a thread order all.
 */
public final class Arm8 implements MemoryModel {
    @Override
    public String name() {
        return "arm8";
    }

    @Override
    public Dependence dependence() {
        return Dependence.SYNTACTIC;
    }

    @Override
    public boolean isConsistent(Execution graph) {
        Relations g = new Relations(graph);
        Relation poLocation = g.po.and(g.sameLocation);
        return g.isAtomic() && poLocation.or(g.rf, g.mo, g.fr).isAcyclic()
                && observed(g).or(local(g), depended(g), barred(g)).isAcyclic();
    }

    /** What one thread sees of another (obs). */
    private static Relation observed(Relations g) {
        return g.external(g.rf.or(g.mo, g.fr));
    }

    /** An access before a write of its thread to the same location (lws), and what a read-modify-write orders (aob). */
    private static Relation local(Relations g) {
        Relation write = g.set(g::isWrite);
        Relation acquire = g.set(n -> isAcquire(g, n));
        Relation half = g.set(g::isRmwWrite);
        return g.poThreads.and(g.sameLocation).then(write).or(g.rmw, half.then(internal(g), acquire));
    }

    private static Relation internal(Relations g) {
        return g.rf.minus(g.external(g.rf));
    }

    /** What dependencies order (dob). */
    private static Relation depended(Relations g) {
        Relation used = new Relation(g.size);
        for (int event = 0; event < g.events; event++) {
            if (g.isRead(event) || g.isWrite(event)) {
                for (int read : g.graph.needs().uses(g.graph, event)) {
                    used.add(read, event);
                }
            }
        }
        return used.or(used.then(internal(g)), Imm.dependencies(g));
    }

    /** What fences, acquires, releases, starts and joins order (bob). */
    private static Relation barred(Relations g) {
        Relation po = g.poThreads;
        Relation read = g.set(g::isRead);
        Relation write = g.set(g::isWrite);
        Relation acquire = g.set(n -> isAcquire(g, n));
        Relation release = g.set(n -> g.isWrite(n) && g.mode(n).releases());
        Relation full = g.set(n -> g.isFence(n) && g.mode(n).releases() || g.isThreadEvent(n));
        Relation loads = g.set(n -> g.isFence(n) && g.mode(n).ordersReads());
        Relation stores = g.set(n -> g.isFence(n) && g.mode(n) == AccessMode.STORE_STORE);
        return po.then(full).or(full.then(po), read.then(po, loads, po), write.then(po, stores, po, write),
                release.then(po, acquire), acquire.then(po), po.then(release), g.threads);
    }

    private static boolean isAcquire(Relations g, int node) {
        return g.isRead(node) && g.mode(node).acquires();
    }

    @Override
    public Consistency consistency() {
        return new Arm8Consistency();
    }

    /** Reads that guess leave a part of an execution, whose order is a part of the whole's. */
    @Override
    public Consistency guessing() {
        return consistency();
    }
}
