package dev.baton.check.model;

import dev.baton.check.graph.Graph;

/** The order psc of {@link Rc11}. */
final class Rc11Order extends VolatileOrder {
    /*
     * Overview. Without full fences psc is scb = po ∪ po≠loc;hb;po≠loc ∪ hb-loc ∪ mo ∪ fr between volatile accesses.
     *
     * By another location. Of two events of a thread the earlier one reaches more: the first event after it at another
     * location comes no later than the one after the other, and hb goes on along po.
     *
     * By the same location. mo and fr lead to all later writes of the location. By coherence, hb-loc to a write is mo or fr; hb-loc
     * to a read leads to a read of what the event saw or made, or of a later write.
     */
    @Override
    void reachElsewhere(Graph graph, int t, int from) {
        int where = graph.location(graph.event(t, from));
        for (int i = from + 1; i < graph.length(t); i++) {
            int later = graph.event(t, i);
            if (graph.location(later) != where) {
                reachElsewhere(graph, later);
                return;
            }
        }
    }

    /** Reaches, in other threads, what comes after an event that happens after this one, with another location between. */
    private void reachElsewhere(Graph graph, int later) {
        for (int u = 0; u < graph.threads(); u++) {
            int end = Math.min(reached[u], graph.length(u));
            int first = u == graph.thread(later) ? end : firstAfter(graph, later, u, end);
            if (first == end) {
                continue;
            }
            int where = graph.location(graph.event(u, first));
            boolean elsewhere = false;
            for (int i = first + 1; i < end; i++) {
                int event = graph.event(u, i);
                elsewhere |= graph.location(event) != where;
                if (elsewhere && graph.isVolatile(event)) {
                    reached[u] = i;
                    break;
                }
            }
        }
    }

    @Override
    void reachByLocation(Graph graph, int event) {
        int where = graph.location(event);
        int source = graph.isRead(event) ? graph.readsFrom(event) : event;
        reachReaders(graph, event, source, where);
        for (int write = graph.moAfter(source, where); write != Graph.NONE; write = graph.moAfter(write)) {
            if (graph.isVolatile(write)) {
                reach(graph, write);
            }
            reachReaders(graph, event, write, where);
        }
    }

    private void reachReaders(Graph graph, int event, int write, int where) {
        for (int read = graph.firstReader(write, where); read != Graph.NONE; read = graph.nextReader(read)) {
            if (graph.isVolatile(read) && graph.happensBefore(event, read)) {
                reach(graph, read);
            }
        }
    }
}
