package dev.baton.check.explain;

import dev.baton.check.graph.Execution;
import dev.baton.check.graph.ExecutionGraph;
import dev.baton.check.model.HappensBefore;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Two accesses to one place that memory has in the other order than stronger modes would give them.
 *
 * @param first  the event that the stronger modes would make happen before the second
 * @param second the event that takes effect first all the same
 * @param link   a read that would bring the first into the past of the second, if modes were stronger; -1 if none is seen
 */
record Conflict(int first, int second, int link) {
    /** The conflict that a cure resolves, nearest to the end; null if it works by other means than happens-before. */
    static @Nullable Conflict of(ExecutionGraph graph, ExecutionGraph cured) {
        HappensBefore before = HappensBefore.of(graph);
        HappensBefore after = HappensBefore.of(cured);
        int[] rank = ranks(graph);
        for (int second = graph.size() - 1; second >= 0; second--) {
            for (int first = graph.size() - 1; first >= 0; first--) {
                if (graph.location(first) >= 0 && graph.location(first) == graph.location(second)
                        && after.orders(first, second) && !before.orders(first, second)
                        && isInverted(graph, rank, first, second)) {
                    return new Conflict(first, second, link(graph, before, after, first, second));
                }
            }
        }
        return null;
    }

    /** The position in memory's order of each write, and of the write that each read sees. */
    private static int[] ranks(ExecutionGraph graph) {
        Map<Integer, Integer> known = new HashMap<>();
        known.put(Execution.INIT, 0);
        int[] rank = new int[graph.size()];
        for (int event = 0; event < graph.size(); event++) {
            if (graph.isWrite(event)) {
                rank[event] = rank(graph, event, known);
            }
        }
        for (int event = 0; event < graph.size(); event++) {
            if (graph.isRead(event)) {
                rank[event] = graph.readsFrom(event) == Execution.INIT ? 0 : rank[graph.readsFrom(event)];
            }
        }
        return rank;
    }

    private static int rank(ExecutionGraph graph, int write, Map<Integer, Integer> known) {
        int steps = 0;
        int at = write;
        while (!known.containsKey(at)) {
            steps++;
            at = graph.moBefore(at);
        }
        int rank = known.get(at) + steps;
        known.put(write, rank);
        return rank;
    }

    private static boolean isInverted(ExecutionGraph graph, int[] rank, int first, int second) {
        if (graph.isWrite(first)) {
            return rank[second] < rank[first];
        }
        return graph.isWrite(second) ? rank[first] >= rank[second] : rank[first] > rank[second];
    }

    private static int link(ExecutionGraph graph, HappensBefore before, HappensBefore after, int first, int second) {
        for (int read = 0; read < graph.size(); read++) {
            if (!graph.isRead(read) || graph.readsFrom(read) == Execution.INIT) {
                continue;
            }
            int write = graph.readsFrom(read);
            boolean carries = after.orders(write, read) && !before.orders(write, read);
            boolean from = first == write || after.orders(first, write);
            boolean to = read == second || after.orders(read, second);
            if (carries && from && to && graph.thread(read) != graph.thread(write)) {
                return read;
            }
        }
        return -1;
    }
}
