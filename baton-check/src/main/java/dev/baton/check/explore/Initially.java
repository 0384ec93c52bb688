package dev.baton.check.explore;

import dev.baton.check.event.StepKind;
import dev.baton.check.graph.Execution;

/** Whether a thread, up to some event, has been ordered after nothing that other threads wrote. */
final class Initially {
    private Initially() {}

    /** What happens before the thread's reads up to the event is its own, and what was there before the first event. */
    static boolean isUnordered(Execution graph, int event) {
        return isUnordered(graph, graph.thread(event), graph.index(event), false);
    }

    /** @param counts whether writes of the thread count: those of a thread that started the one in question do */
    private static boolean isUnordered(Execution graph, int thread, int end, boolean counts) {
        for (int e = 0; e < graph.size(); e++) {
            boolean before = graph.thread(e) == thread && graph.index(e) < end;
            if (before && (orders(graph, e) || counts && graph.isWrite(e))) {
                return false;
            }
            if (graph.kind(e) == StepKind.START && graph.value(e) == thread
                    && !isUnordered(graph, graph.thread(e), graph.index(e), true)) {
                return false;
            }
        }
        return true;
    }

    private static boolean orders(Execution graph, int e) {
        return graph.kind(e) == StepKind.JOIN || graph.kind(e) == StepKind.FENCE && graph.mode(e).ordersReads()
                || graph.isRead(e) && graph.mode(e).acquires();
    }
}
