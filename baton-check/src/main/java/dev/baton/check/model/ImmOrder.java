package dev.baton.check.model;

import dev.baton.check.graph.Graph;

/** The order psc of {@link Imm}. */
final class ImmOrder extends VolatileOrder {
    /*
     * Overview. Without full fences psc is po ∪ po;hb;po ∪ rf ∪ mo ∪ fr between volatile accesses. The two halves of a
     * read-modify-write are two of them.
     */
    @Override
    void reachElsewhere(Graph graph, int t, int from) {
        if (from + 1 == graph.length(t)) {
            return;
        }
        int later = graph.event(t, from + 1);
        for (int u = 0; u < graph.threads(); u++) {
            int end = Math.min(reached[u], graph.length(u));
            int first = u == t ? end : firstAfter(graph, later, u, end);
            for (int i = first + 1; i < end; i++) {
                if (graph.isVolatile(graph.event(u, i))) {
                    reached[u] = i;
                    break;
                }
            }
        }
    }

    @Override
    void reachByLocation(Graph graph, int event) {
        int where = graph.location(event);
        if (graph.isWrite(event)) {
            for (int read = graph.firstReader(event, where); read != Graph.NONE; read = graph.nextReader(read)) {
                if (graph.isVolatile(read)) {
                    reach(graph, read);
                }
            }
        }
        int source = graph.isRead(event) ? graph.readsFrom(event) : event;
        for (int write = graph.moAfter(source, where); write != Graph.NONE; write = graph.moAfter(write)) {
            if (graph.isVolatile(write)) {
                reach(graph, write);
            }
        }
    }
}
