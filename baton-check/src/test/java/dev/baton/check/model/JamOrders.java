package dev.baton.check.model;

import dev.baton.check.graph.Execution;
import java.util.ArrayList;
import java.util.List;

/** What is asked of a growing graph under jam, twice: as the search asks it, and by trying every pushto. */
public final class JamOrders {
    private static final int MOST_PUSHES = 5;

    private JamOrders() {}

    /** The graph is one that the search can build, and has few pushes. */
    public static boolean isComparable(Execution graph) {
        Relations relations = new Relations(graph);
        return relations.isAtomic() && relations.po.or(relations.threads, relations.rf).isAcyclic()
                && pushing(new JamRelations(graph)).size() <= MOST_PUSHES;
    }

    public static boolean asTheSearchAsks(Execution graph) {
        JamOrder order = new JamOrder(new JamMatrices(graph));
        return order.isPossible(order.modificationOrder());
    }

    /** The witness that spares the definition, if it is one. */
    public static boolean isWitness(Execution graph) {
        JamOrder order = new JamOrder(new JamMatrices(graph));
        return order.isWitness(order.modificationOrder());
    }

    /** Some total order of the pushes contains the closure of into and rf, and its coherence does not contradict mo. */
    public static boolean byTryingAll(Execution graph) {
        JamRelations g = new JamRelations(graph);
        Relation closure = g.into.or(g.rf).transitive();
        return extend(g, closure, new Relation(g.size), new ArrayList<>(), pushing(g));
    }

    private static List<Integer> pushing(JamRelations g) {
        List<Integer> pushing = new ArrayList<>();
        for (int n = 0; n < g.size; n++) {
            if (g.push.hasAny(n)) {
                pushing.add(n);
            }
        }
        return pushing;
    }

    private static boolean extend(JamRelations g, Relation closure, Relation order, List<Integer> placed,
            List<Integer> left) {
        if (left.isEmpty()) {
            return g.coherence(g.into.or(g.rf, order.then(g.push)), modificationOrder(g)).isAcyclic();
        }
        for (int next : left) {
            if (left.stream().anyMatch(other -> closure.has(other, next))) {
                continue;
            }
            Relation longer = order.or();
            placed.forEach(before -> longer.add(before, next));
            List<Integer> rest = new ArrayList<>(left);
            rest.remove(Integer.valueOf(next));
            List<Integer> more = new ArrayList<>(placed);
            more.add(next);
            if (extend(g, closure, longer, more, rest)) {
                return true;
            }
        }
        return false;
    }

    private static Relation modificationOrder(JamRelations g) {
        Relation mo = new Relation(g.size);
        for (int e = 0; e < g.graph.size(); e++) {
            if (g.graph.isWrite(e)) {
                for (int w = g.graph.moBefore(e); w != Execution.INIT; w = g.graph.moBefore(w)) {
                    mo.add(g.node(w), g.node(e));
                }
            }
        }
        return mo;
    }
}
