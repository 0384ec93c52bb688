package dev.baton.check.model;

import dev.baton.check.event.SearchThread;
import dev.baton.check.graph.Execution;
import dev.baton.check.graph.Graph;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * {@link Jam} for the search: explores a weaker model whose modification order is total, and judges finished graphs by
 * the definition.
 */
final class JamConsistency extends Consistency {
    /*
     * Overview. Jam chooses final writes and pushto once the graph is finished, so it is not closed under prefixes and the
     * search cannot use it as it stands. What jam demands whatever is chosen, that is co_jam without pushto, must be
     * contained in modification order here: this holds of every prefix, and of every maximal extension. Every consistent
     * execution of jam has at least one such modification order (see the decision record); the least one, by thread and
     * index, stands for all.
     */
    JamConsistency() {
        super(false);
    }

    /**
     * Happens-before of rc11 orders accesses of one location only if the visibility order of jam does, unless there are
     * fences that rc11 takes to be stronger than they are. So it saves most questions to the definition.
     */
    @Override
    protected int @Nullable [] coherenceClock(Graph graph) {
        return graph.halfFences() == 0 ? graph.hb() : null;
    }

    @Override
    public boolean isExact() {
        return false;
    }

    @Override
    public boolean admits(Graph graph, int event, int revisited) {
        return successor(graph, event) == Graph.NONE || isContained(graph);
    }

    @Override
    public boolean accepts(Graph graph) {
        return new Jam().isConsistent(graph);
    }

    @Override
    public boolean acceptsAsFinal(Graph graph) {
        return Jam.isConsistentAsFinal(graph);
    }

    private static Relation demanded(JamRelations g) {
        return g.coherence(g.into.or(g.rf), new Relation(g.size));
    }

    private static boolean isContained(Graph graph) {
        JamRelations g = new JamRelations(graph);
        Relation demanded = demanded(g);
        for (int w = 0; w < graph.size(); w++) {
            if (!graph.isWrite(w)) {
                continue;
            }
            SearchThread.look();
            int node = g.node(w);
            if (demanded.has(node, g.initial(graph.location(w)))) {
                return false;
            }
            for (int before = w; before != Execution.INIT; before = graph.moBefore(before)) {
                if (demanded.has(node, g.node(before))) {
                    return false;
                }
            }
        }
        return true;
    }

    @Override
    public boolean isRepresentative(Graph graph) {
        JamRelations g = new JamRelations(graph);
        Relation demanded = demanded(g).transitive();
        Map<Integer, List<Integer>> writes = new TreeMap<>();
        for (int e = 0; e < graph.size(); e++) {
            if (graph.isWrite(e)) {
                writes.computeIfAbsent(graph.location(e), where -> new ArrayList<>()).add(e);
            }
        }
        for (List<Integer> ofLocation : writes.values()) {
            ofLocation.sort(Comparator.<Integer>comparingInt(graph::thread).thenComparingInt(graph::index));
            if (!isLeast(graph, g, demanded, ofLocation)) {
                return false;
            }
        }
        return true;
    }

    /** The graph's order of these writes takes at each point the first of those that may come next. */
    private static boolean isLeast(Graph graph, JamRelations g, Relation demanded, List<Integer> writes) {
        int before = Execution.INIT;
        List<Integer> left = new ArrayList<>(writes);
        while (!left.isEmpty()) {
            SearchThread.look();
            int actual = graph.moAfter(before, graph.location(left.getFirst()));
            int least = -1;
            for (int candidate : left) {
                if (mayComeNext(graph, g, demanded, candidate, before, left)) {
                    least = candidate;
                    break;
                }
            }
            if (least != actual) {
                return false;
            }
            before = actual;
            left.remove(Integer.valueOf(actual));
        }
        return true;
    }

    /** A read-modify-write comes right after what it reads; any other write after all that must come before its chain. */
    private static boolean mayComeNext(Graph graph, JamRelations g, Relation demanded, int write, int before,
            List<Integer> left) {
        int follower = rmwReading(graph, before, left);
        if (follower >= 0 || graph.isRmwWrite(write)) {
            return write == follower;
        }
        List<Integer> chain = new ArrayList<>();
        for (int link = write; link >= 0; link = rmwReading(graph, link, left)) {
            chain.add(link);
        }
        for (int other : left) {
            if (chain.contains(other)) {
                continue;
            }
            for (int link : chain) {
                if (demanded.has(g.node(other), g.node(link))) {
                    return false;
                }
            }
        }
        return true;
    }

    private static int rmwReading(Graph graph, int source, List<Integer> among) {
        for (int write : among) {
            if (graph.isRmwWrite(write)
                    && graph.readsFrom(graph.event(graph.thread(write), graph.index(write) - 1)) == source) {
                return write;
            }
        }
        return -1;
    }
}
