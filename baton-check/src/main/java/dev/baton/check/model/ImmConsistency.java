package dev.baton.check.model;

import dev.baton.check.graph.Graph;

/** {@link Imm} for the search, on graphs without load buffering. */
final class ImmConsistency extends Consistency {
    /*
     * Overview. Where program order and reads-from have no cycle, dependencies forbid nothing, and only the orders that volatile
     * accesses and full fences take part in are left to check. Without full fences a new successor belongs to them only
     * if the event is volatile, and a search over the volatile accesses decides (ImmOrder). With full fences the definition is asked.
     */
    private final VolatileOrder order = new ImmOrder();

    ImmConsistency() {
        super(true);
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
            return Imm.isOrdered(graph);
        }
        if (graph.volatileAccesses() < 2) {
            return true;
        }
        return !(graph.isVolatile(event) && order.isOnCycle(graph, event))
                && !(revisited >= 0 && graph.isVolatile(revisited) && order.isOnCycle(graph, revisited));
    }
}
