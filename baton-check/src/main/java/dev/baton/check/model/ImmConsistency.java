package dev.baton.check.model;

import dev.baton.check.graph.Graph;

/** {@link Imm} for the search, on graphs without load buffering. */
final class ImmConsistency extends Consistency {
    /*
     * Overview. Where program order and reads-from have no cycle, dependencies forbid nothing, and only the orders that volatile
     * accesses and full fences take part in are left to check. Without full fences a new successor belongs to them only
     * if the event is volatile. The definition is asked: a search like VolatileOrder's would have to know two orders more.
     */
    ImmConsistency() {
        super(true);
    }

    @Override
    protected int[] coherenceClock(Graph graph) {
        return graph.hb();
    }

    @Override
    public boolean admits(Graph graph, int event, int revisited) {
        if (successor(graph, event) == Graph.NONE || graph.volatileAccesses() + graph.fullFences() < 2) {
            return true;
        }
        boolean concerned = graph.fullFences() > 0 || graph.isVolatile(event)
                || revisited >= 0 && graph.isVolatile(revisited);
        return !concerned || Imm.isOrdered(graph);
    }
}
