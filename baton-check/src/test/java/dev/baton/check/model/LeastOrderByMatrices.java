package dev.baton.check.model;

import dev.baton.check.event.SearchThread;
import dev.baton.check.graph.Graph;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Whether a finished graph has the least of the modification orders that {@link JamOrder} allows for its reads. Orders are
 * compared location by location, and in a location write by write, by thread and index.
 */
final class LeastOrderByMatrices {
    /*
     * Overview. At each place of the graph's order, each smaller write is tried in place of the one that stands there. What
     * follows may be in any order: first that of the graph is tried, then all. Pairs that are not decided yet contradict
     * nothing, so a beginning that contradicts pushto is given up at once.
     */
    private final Graph graph;
    private final JamMatrices past;
    private final JamOrder order;
    private final List<List<Integer>> actual = new ArrayList<>();

    LeastOrderByMatrices(Graph graph) {
        this.graph = graph;
        this.past = new JamMatrices(graph);
        this.order = new JamOrder(past);
        Map<Integer, List<Integer>> writes = new TreeMap<>();
        for (int e = 0; e < graph.size(); e++) {
            if (graph.isWrite(e)) {
                writes.computeIfAbsent(graph.location(e), where -> new ArrayList<>()).add(e);
            }
        }
        for (List<Integer> ofLocation : writes.values()) {
            List<Integer> sorted = new ArrayList<>();
            for (int w = graph.moAfter(Graph.INIT, graph.location(ofLocation.getFirst())); w != Graph.NONE;) {
                sorted.add(w);
                w = graph.moAfter(w);
            }
            actual.add(sorted);
        }
    }

    boolean isLeast() {
        long[] decided = new long[past.size * past.words];
        for (int location = 0; location < actual.size(); location++) {
            List<Integer> writes = actual.get(location);
            for (int at = 0; at + 1 < writes.size(); at++) {
                List<Integer> left = writes.subList(at, writes.size());
                int before = at == 0 ? Graph.INIT : writes.get(at - 1);
                for (int write : left) {
                    if (comesFirst(write, writes.get(at)) && mayFollow(write, before, left)
                            && canGoOn(decided, location, left, write)) {
                        return false;
                    }
                }
                decide(decided, writes.get(at), left);
            }
        }
        return true;
    }

    private boolean comesFirst(int write, int other) {
        int byThread = Integer.compare(graph.thread(write), graph.thread(other));
        return byThread < 0 || byThread == 0 && graph.index(write) < graph.index(other);
    }

    /** A read-modify-write comes right after what it reads, and nothing else does. */
    private boolean mayFollow(int write, int before, List<Integer> left) {
        if (graph.isRmwWrite(write)) {
            return source(write) == before;
        }
        return left.stream().noneMatch(each -> graph.isRmwWrite(each) && source(each) == before);
    }

    private int source(int rmwWrite) {
        return graph.readsFrom(graph.event(graph.thread(rmwWrite), graph.index(rmwWrite) - 1));
    }

    private void decide(long[] decided, int write, List<Integer> left) {
        for (int other : left) {
            if (other != write) {
                past.add(decided, past.node[write], past.node[other]);
            }
        }
    }

    private boolean canGoOn(long[] decided, int location, List<Integer> left, int write) {
        SearchThread.look();
        long[] longer = decided.clone();
        decide(longer, write, left);
        if (!order.isPossible(longer)) {
            return false;
        }
        List<Integer> rest = new ArrayList<>(left);
        rest.remove(Integer.valueOf(write));
        int where = location;
        int before = write;
        if (rest.isEmpty()) {
            do {
                if (++where == actual.size()) {
                    return true;
                }
                rest = actual.get(where);
            } while (rest.isEmpty());
            before = Graph.INIT;
        }
        for (int each : rest) {
            if (mayFollow(each, before, rest) && canGoOn(longer, where, rest, each)) {
                return true;
            }
        }
        return false;
    }
}
