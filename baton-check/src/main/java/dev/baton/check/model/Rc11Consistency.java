package dev.baton.check.model;

import dev.baton.check.graph.Graph;

/** {@link Rc11}, incrementally: coherence by construction from happens-before clocks, psc by search. */
final class Rc11Consistency extends Consistency {
    /*
     * Overview. Which writes can be seen and where writes may go follows from the clocks, so only the order of volatile
     * events is left to check. A new cycle in it must use the new successors of the event that was not added maximally.
     * Without full fences those belong to psc only if the event itself is volatile, and a search over the volatile
     * accesses, from it and back to it, decides. With full fences the definition is evaluated, unless no access of the
     * event's location comes after a volatile event, or none before one: then no cycle can use the new successors. One
     * fence is enough for a cycle, between two reads of a location of which one is plain.
     */
    private int[] volatiles = new int[16];
    private boolean[] visited = new boolean[16];
    private int[] stack = new int[16];

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
        return !(graph.isVolatile(event) && isOnCycle(graph, event))
                && !(revisited >= 0 && graph.isVolatile(revisited) && isOnCycle(graph, revisited));
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

    private boolean isOnCycle(Graph graph, int event) {
        int count = collect(graph);
        int depth = 0;
        int current = event;
        while (true) {
            for (int k = 0; k < count; k++) {
                if (!visited[k] && precedes(graph, current, volatiles[k])) {
                    if (volatiles[k] == event) {
                        return true;
                    }
                    visited[k] = true;
                    stack[depth++] = volatiles[k];
                }
            }
            if (depth == 0) {
                return false;
            }
            current = stack[--depth];
        }
    }

    private int collect(Graph graph) {
        int count = graph.volatileAccesses();
        if (volatiles.length < count) {
            volatiles = new int[2 * count];
            visited = new boolean[2 * count];
            stack = new int[2 * count];
        }
        int found = 0;
        for (int event = 0; found < count; event++) {
            if (graph.isVolatile(event)) {
                visited[found] = false;
                volatiles[found++] = event;
            }
        }
        return count;
    }

    /** scb between two volatile accesses. */
    private static boolean precedes(Graph graph, int first, int second) {
        if (first == second) {
            return false;
        }
        if (graph.thread(first) == graph.thread(second)) {
            return graph.index(first) < graph.index(second) || isBeforeInOrder(graph, first, second);
        }
        if (graph.location(first) == graph.location(second)
                && (graph.happensBefore(first, second) || isBeforeInOrder(graph, first, second))) {
            return true;
        }
        int later = elsewhereAfter(graph, first);
        int earlier = elsewhereBefore(graph, second);
        return later >= 0 && earlier >= 0 && graph.happensBefore(later, earlier);
    }

    /** mo or fr. */
    private static boolean isBeforeInOrder(Graph graph, int first, int second) {
        int location = graph.location(first);
        if (location != graph.location(second) || !graph.isWrite(second)) {
            return false;
        }
        int write = graph.isRead(first) ? graph.readsFrom(first) : first;
        while (write != Graph.NONE) {
            write = graph.moAfter(write, location);
            if (write == second) {
                return true;
            }
        }
        return false;
    }

    private static int elsewhereAfter(Graph graph, int event) {
        int t = graph.thread(event);
        for (int i = graph.index(event) + 1; i < graph.length(t); i++) {
            if (graph.location(graph.event(t, i)) != graph.location(event)) {
                return graph.event(t, i);
            }
        }
        return Graph.NONE;
    }

    private static int elsewhereBefore(Graph graph, int event) {
        int t = graph.thread(event);
        for (int i = graph.index(event) - 1; i >= 0; i--) {
            if (graph.location(graph.event(t, i)) != graph.location(event)) {
                return graph.event(t, i);
            }
        }
        return Graph.NONE;
    }
}
