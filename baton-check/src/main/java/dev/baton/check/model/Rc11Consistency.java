package dev.baton.check.model;

import dev.baton.check.graph.Graph;

/** {@link Rc11}, incrementally: coherence by construction from happens-before clocks, psc by search. */
final class Rc11Consistency extends Consistency {
    /*
     * Overview. Which writes can be seen and where writes may go follows from the clocks, so only the order of volatile
     * events is left to check. A new cycle in it must use the new successors of the event that was not added maximally.
     * Without full fences those belong to psc only if the event itself is volatile, and a search over the volatile
     * accesses, from it and back to it, decides (VolatileOrder). With full fences the definition is evaluated, unless no access of the
     * event's location comes after a volatile event, or none before one: then no cycle can use the new successors. One
     * fence is enough for a cycle, between two reads of a location of which one is plain.
     */
    private final VolatileOrder order = new Rc11Order();

    Rc11Consistency() {
        super(false);
    }

    @Override
    protected int[] coherenceClock(Graph graph) {
        return graph.hb();
    }

    @Override
    public boolean admits(Graph graph, int event, int revisited) {
        if (successor(graph, event) == Graph.NONE) {
            return true;
        }
        if (graph.fullFences() > 0) {
            return !isBetweenScEvents(graph, graph.location(event)) || Rc11.hasAcyclicScOrder(graph);
        }
        if (graph.volatileAccesses() < 2) {
            return true;
        }
        return !(graph.isVolatile(event) && order.isOnCycle(graph, event))
                && !(revisited >= 0 && graph.isVolatile(revisited) && order.isOnCycle(graph, revisited));
    }

    private static boolean isBetweenScEvents(Graph graph, int location) {
        boolean after = false;
        boolean before = false;
        for (int fence = 0; fence < graph.size(); fence++) {
            if (!graph.isVolatile(fence) || !graph.isFence(fence)) {
                continue;
            }
            for (int access = 0; access < graph.size(); access++) {
                if (graph.location(access) == location) {
                    after |= graph.isVolatile(access) || graph.happensBefore(fence, access);
                    before |= graph.isVolatile(access) || graph.happensBefore(access, fence);
                }
            }
        }
        return after && before;
    }
}
