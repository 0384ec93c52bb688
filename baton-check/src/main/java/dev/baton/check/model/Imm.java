package dev.baton.check.model;

import dev.baton.check.event.StepKind;
import dev.baton.check.graph.Execution;

/**
 * The intermediate memory model IMM (Podkopaev, Lahav, Vafeiadis, POPL 2019) as GenMC has it, with the release sequences
 * of C++20: what compilers to x86, ARM, POWER and RISC-V may rely on. A read may see a write that comes after it by program
 * order and reads-from, unless that write depends on it or a fence, an acquire or a release is between. Opaque is the
 * paper's relaxed, and plain is the same; volatile is its sc. Starting a thread releases, joining one acquires.
 */
public final class Imm implements MemoryModel {
    @Override
    public String name() {
        return "imm";
    }

    @Override
    public Dependence dependence() {
        return Dependence.SYNTACTIC;
    }

    @Override
    public boolean isConsistent(Execution graph) {
        Relations g = new Relations(graph);
        if (!g.isAtomic()) {
            return false;
        }
        Relation hb = Rc11.happensBefore(g);
        Relation eco = g.rf.or(g.mo, g.fr).transitive();
        return hb.isIrreflexive() && hb.then(eco).isIrreflexive() && isOrdered(g, hb, eco);
    }

    /** The part of consistency that is about volatile accesses, full fences and dependencies. */
    static boolean isOrdered(Execution graph) {
        Relations g = new Relations(graph);
        return isOrdered(g, Rc11.happensBefore(g), g.rf.or(g.mo, g.fr).transitive());
    }

    private static boolean isOrdered(Relations g, Relation hb, Relation eco) {
        Relation full = g.set(n -> g.isFence(n) && g.isVolatile(n));
        Relation acrossFences = full.then(hb, eco, hb, full);
        return volatileOrder(g, hb).or(acrossFences).isAcyclic()
                && g.external(g.rf).or(preserved(g), acrossFences).isAcyclic();
    }

    /** The order psc of volatile accesses and full fences, without what {@code eco} adds to it. */
    private static Relation volatileOrder(Relations g, Relation hb) {
        Relation sc = g.set(g::isVolatile);
        Relation fence = g.set(g::isFence);
        Relation communication = g.po.or(g.rf, g.mo, g.fr);
        Relation left = sc.then(fence.then(hb).optional());
        Relation right = hb.then(fence).optional().then(sc);
        Relation full = sc.then(fence);
        return sc.then(g.po, hb, g.po, sc).or(left.then(communication, right), full.then(hb, full), sc.then(g.po, sc));
    }

    /** What is left of program order: dependencies, the order that modes and fences ask for, and detours. */
    private static Relation preserved(Relations g) {
        Relation read = g.set(g::isRead);
        Relation write = g.set(g::isWrite);
        Relation internal = g.rf.minus(g.external(g.rf));
        Relation dependent = read.then(dependencies(g).or(g.rmw, internal).transitive(), write);
        Relation release = g.set(n -> g.mode(n).releases() || isStart(g, n));
        Relation acquire = g.set(n -> g.mode(n).acquires() || g.isThreadEvent(n) && !isStart(g, n));
        Relation fence = g.set(g::isFence);
        Relation overwritten = write.then(release, g.po.and(g.sameLocation), write);
        Relation byMode = g.po.then(release).or(acquire.then(g.po), g.po.then(fence), fence.then(g.po), overwritten);
        Relation detour = g.external(g.mo).then(g.external(g.rf)).and(g.po);
        return dependent.or(byMode, detour, g.threads);
    }

    private static boolean isStart(Relations g, int node) {
        return node < g.events && g.graph.kind(node) == StepKind.START;
    }

    /** From a read to the writes that are not made, or not the same, without it. */
    static Relation dependencies(Relations g) {
        Relation result = new Relation(g.size);
        for (int write = 0; write < g.events; write++) {
            for (int read = 0; g.isWrite(write) && read < g.events; read++) {
                int only = read;
                if (g.isRead(read) && g.poThreads.has(read, write)
                        && !g.graph.needs().suffice(g.graph, write, event -> event == only)) {
                    result.add(read, write);
                }
            }
        }
        return result;
    }

    @Override
    public Consistency consistency() {
        return new ImmConsistency();
    }
}
