package dev.baton.check.explain;

import dev.baton.check.explain.Counterexample.Edge;
import dev.baton.check.explain.Counterexample.Edges;
import dev.baton.check.graph.Execution;
import dev.baton.check.graph.ExecutionGraph;
import dev.baton.check.model.HappensBefore;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The edges of a graph between numbered steps, without those that follow from others. */
final class Wiring {
    private final ExecutionGraph graph;
    private final int[] stepOf;

    Wiring(ExecutionGraph graph, int[] stepOf) {
        this.graph = graph;
        this.stepOf = stepOf;
    }

    /** The writes of a location as memory orders them. */
    int[] modificationOrder(int location) {
        Map<Integer, Integer> next = new HashMap<>();
        for (int event = 0; event < graph.size(); event++) {
            if (graph.isWrite(event) && graph.location(event) == location) {
                next.put(graph.moBefore(event), event);
            }
        }
        int[] order = new int[next.size()];
        Integer write = next.get(Execution.INIT);
        for (int i = 0; i < order.length && write != null; i++) {
            order[i] = write;
            write = next.get(write);
        }
        return order;
    }

    Edges edges() {
        Set<Edge> rf = new LinkedHashSet<>();
        Set<Edge> mo = new LinkedHashSet<>();
        Set<Edge> fr = new LinkedHashSet<>();
        Map<Long, Integer> successor = new HashMap<>();
        for (int event = 0; event < graph.size(); event++) {
            if (graph.isWrite(event)) {
                successor.put(key(graph.location(event), graph.moBefore(event)), event);
                connect(mo, graph.moBefore(event), event);
            }
        }
        for (int event = 0; event < graph.size(); event++) {
            if (graph.isRead(event)) {
                connect(rf, graph.readsFrom(event), event);
                Integer after = successor.get(key(graph.location(event), graph.readsFrom(event)));
                if (after != null) {
                    connect(fr, event, after);
                }
            }
        }
        return new Edges(List.copyOf(rf), List.copyOf(mo), List.copyOf(fr), happensBefore());
    }

    private static long key(int location, int write) {
        return ((long) location << 32) | (write & 0xffffffffL);
    }

    private void connect(Set<Edge> edges, int from, int to) {
        if (from != Execution.INIT && stepOf[from] != stepOf[to]) {
            edges.add(new Edge(stepOf[from], stepOf[to]));
        }
    }

    /** Between threads only, and only the latest event before: the rest follows along program order and other edges. */
    private List<Edge> happensBefore() {
        HappensBefore hb = HappensBefore.of(graph);
        int threads = 0;
        for (int event = 0; event < graph.size(); event++) {
            threads = Math.max(threads, graph.thread(event) + 1);
        }
        int[][] latest = new int[graph.size()][threads];
        for (int event = 0; event < graph.size(); event++) {
            Arrays.fill(latest[event], -1);
            for (int other = 0; other < graph.size(); other++) {
                int t = graph.thread(other);
                if (stepOf[other] > 0 && hb.orders(other, event)
                        && (latest[event][t] < 0 || graph.index(latest[event][t]) < graph.index(other))) {
                    latest[event][t] = other;
                }
            }
        }
        List<Edge> edges = new ArrayList<>();
        for (int event = 0; event < graph.size(); event++) {
            for (int t = 0; t < threads; t++) {
                int before = latest[event][t];
                if (before >= 0 && stepOf[event] > 0 && t != graph.thread(event)
                        && !follows(hb, latest[event], before)) {
                    Edge edge = new Edge(stepOf[before], stepOf[event]);
                    if (edge.from() != edge.to() && !edges.contains(edge)) {
                        edges.add(edge);
                    }
                }
            }
        }
        return edges;
    }

    /** Some other event that happens before has this one in its past already. */
    private static boolean follows(HappensBefore hb, int[] latest, int before) {
        for (int other : latest) {
            if (other >= 0 && other != before && hb.orders(before, other)) {
                return true;
            }
        }
        return false;
    }
}
