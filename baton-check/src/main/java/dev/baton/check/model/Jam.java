package dev.baton.check.model;

import dev.baton.check.graph.Execution;
import java.util.ArrayList;
import java.util.List;

/**
 * JAM21 (Liu, Bender, Palsberg, ECOOP 2022) and no cycles of program order and reads-from. Coherence is a partial order
 * that is derived from reads-from, so two graphs that differ only in modification order are one execution. Differs from
 * the paper in: read-read coherence depends on the modes of the reads, not of the writes; thread start and join order
 * what is before with what is after; {@code storeStoreFence} and {@code loadLoadFence} order only writes with writes and
 * reads with reads; plain load buffering does not happen.
 *
 * <p>Consistent iff for some final write of each location and some total order pushto on the domain of push, the derived
 * order co_jam is acyclic. The published definition also chooses a total order on the read-modify-writes of a location;
 * if co_jam is acyclic without one, then it is with one (see the decision record), so none is chosen here.
 */
public final class Jam implements MemoryModel {
    @Override
    public String name() {
        return "jam";
    }

    @Override
    public boolean isConsistent(Execution graph) {
        return isPorfAcyclic(graph) && hasWitness(new JamRelations(graph), List.of());
    }

    /** The same, where the writes that are last in the graph's modification order must be the final ones. */
    static boolean isConsistentAsFinal(Execution graph) {
        JamRelations g = new JamRelations(graph);
        List<Integer> last = new ArrayList<>();
        for (int e = 0; e < graph.size(); e++) {
            if (graph.isWrite(e) && isLast(graph, e)) {
                last.add(g.node(e));
            }
        }
        return hasWitness(g, last);
    }

    private static boolean isLast(Execution graph, int write) {
        for (int e = 0; e < graph.size(); e++) {
            if (graph.isWrite(e) && graph.moBefore(e) == write) {
                return false;
            }
        }
        return true;
    }

    private static boolean isPorfAcyclic(Execution graph) {
        Relations g = new Relations(graph);
        return g.po.or(g.threads, g.rf).isAcyclic();
    }

    /** Some choice of final writes, those given among them, has a pushto with acyclic coherence. */
    private static boolean hasWitness(JamRelations g, List<Integer> given) {
        // A final write matters to pushto only where two writes of a location are in its domain: without that, any
        // write that nothing follows in co_jam will do.
        List<List<Integer>> contested = new ArrayList<>();
        boolean[] done = new boolean[g.size];
        for (int a = 0; a < g.size; a++) {
            if (!g.isWrite(a) || g.isInitial(a) || done[a]) {
                continue;
            }
            List<Integer> writes = new ArrayList<>();
            int pushing = 0;
            boolean decided = false;
            for (int b = a; b < g.size; b++) {
                if (g.isWrite(b) && !g.isInitial(b) && g.location(b) == g.location(a)) {
                    writes.add(b);
                    done[b] = true;
                    pushing += g.push.hasAny(b) ? 1 : 0;
                    decided |= given.contains(b);
                }
            }
            if (pushing > 1 && !decided) {
                contested.add(writes);
            }
        }
        // Each final write demands more of pushto; what is impossible without them is impossible with them.
        return isGuessed(g, contested, given) || isFoundGreedily(g, contested, given)
                || new PushOrder(g, finalLast(g, given)).exists()
                        && (contested.isEmpty() || hasWitness(g, contested, 0, new ArrayList<>(given)));
    }

    /** The choices that the graph's modification order suggests are right. They mostly are, and the search is long. */
    private static boolean isGuessed(JamRelations g, List<List<Integer>> contested, List<Integer> given) {
        List<Integer> chosen = new ArrayList<>(given);
        for (List<Integer> writes : contested) {
            for (int last : writes) {
                if (writes.stream().noneMatch(other -> g.guess.has(last, other))) {
                    chosen.add(last);
                }
            }
        }
        return new PushOrder(g, finalLast(g, chosen)).isGuessed();
    }

    /** Some pushto is found without a search, and the writes that it has last may be the final ones. */
    private static boolean isFoundGreedily(JamRelations g, List<List<Integer>> contested, List<Integer> given) {
        Relation order = new PushOrder(g, finalLast(g, given)).greedy();
        if (order == null) {
            return false;
        }
        List<Integer> chosen = new ArrayList<>(given);
        for (List<Integer> writes : contested) {
            for (int last : writes) {
                if (g.push.hasAny(last) && writes.stream().noneMatch(other -> order.has(last, other))) {
                    chosen.add(last);
                    break;
                }
            }
        }
        return new PushOrder(g, finalLast(g, chosen)).isPossible(order);
    }

    private static Relation finalLast(JamRelations g, List<Integer> chosen) {
        Relation finalLast = new Relation(g.size);
        for (int last : chosen) {
            for (int w = 0; w < g.size; w++) {
                if (w != last && g.isWrite(w) && g.location(w) == g.location(last)) {
                    finalLast.add(w, last);
                }
            }
        }
        return finalLast;
    }

    private static boolean hasWitness(JamRelations g, List<List<Integer>> contested, int next, List<Integer> chosen) {
        if (next == contested.size()) {
            return new PushOrder(g, finalLast(g, chosen)).exists();
        }
        for (int last : contested.get(next)) {
            chosen.add(last);
            if (new PushOrder(g, finalLast(g, chosen)).mayExist() && hasWitness(g, contested, next + 1, chosen)) {
                return true;
            }
            chosen.removeLast();
        }
        return false;
    }

    @Override
    public Consistency consistency() {
        return new JamConsistency();
    }
}
