package dev.baton.check.spec;

import dev.baton.check.event.StepKind;
import dev.baton.check.graph.Execution;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The order that every interleaving with a given execution graph has: program order, starts and joins, reads-from,
 * modification order and from-read, and what follows from them. The graph must be that of an interleaving.
 */
final class MemoryOrder {
    private final Execution graph;
    private final int threads;
    /** Of each event, how many events of each thread come before it or are it; null while unknown. */
    private final int[][] clocks;
    private final List<List<Integer>> before = new ArrayList<>();

    MemoryOrder(Execution graph) {
        this.graph = graph;
        int most = 0;
        for (int event = 0; event < graph.size(); event++) {
            most = Math.max(most, graph.thread(event) + 1);
            before.add(new ArrayList<>());
        }
        this.threads = most;
        this.clocks = new int[graph.size()][];
        connect();
        order();
    }

    boolean orders(int event, int later) {
        return event != later && graph.index(event) < clocks[later][graph.thread(event)];
    }

    private void connect() {
        int[][] byThread = new int[threads][];
        int[] lengths = new int[threads];
        for (int event = 0; event < graph.size(); event++) {
            lengths[graph.thread(event)] = Math.max(lengths[graph.thread(event)], graph.index(event) + 1);
        }
        for (int t = 0; t < threads; t++) {
            byThread[t] = new int[lengths[t]];
        }
        for (int event = 0; event < graph.size(); event++) {
            byThread[graph.thread(event)][graph.index(event)] = event;
        }
        for (int event = 0; event < graph.size(); event++) {
            if (graph.index(event) > 0) {
                before.get(event).add(byThread[graph.thread(event)][graph.index(event) - 1]);
            }
            int other = (int) graph.value(event);
            if (graph.kind(event) == StepKind.START && other < threads && byThread[other].length > 0) {
                before.get(byThread[other][0]).add(event);
            } else if (graph.kind(event) == StepKind.JOIN && other < threads && byThread[other].length > 0) {
                before.get(event).add(byThread[other][byThread[other].length - 1]);
            } else if (graph.isRead(event) && graph.readsFrom(event) >= 0) {
                before.get(event).add(graph.readsFrom(event));
            } else if (graph.isWrite(event) && graph.moBefore(event) >= 0) {
                before.get(event).add(graph.moBefore(event));
            }
        }
        fromRead();
    }

    /** A read comes before the write after the one that it saw. */
    private void fromRead() {
        int[] next = new int[graph.size()];
        Arrays.fill(next, -1);
        Map<Integer, Integer> first = new HashMap<>();
        for (int write = 0; write < graph.size(); write++) {
            if (graph.isWrite(write) && graph.moBefore(write) >= 0) {
                next[graph.moBefore(write)] = write;
            } else if (graph.isWrite(write)) {
                first.put(graph.location(write), write);
            }
        }
        for (int read = 0; read < graph.size(); read++) {
            if (!graph.isRead(read)) {
                continue;
            }
            int seen = graph.readsFrom(read);
            int write = seen >= 0 ? next[seen] : first.getOrDefault(graph.location(read), -1);
            boolean own = write >= 0 && graph.thread(read) == graph.thread(write)
                    && graph.index(read) >= graph.index(write);
            if (write >= 0 && graph.moBefore(write) == seen && !own) {
                before.get(write).add(read);
            }
        }
    }

    private void order() {
        List<List<Integer>> after = new ArrayList<>();
        int[] open = new int[graph.size()];
        ArrayDeque<Integer> ready = new ArrayDeque<>();
        for (int event = 0; event < graph.size(); event++) {
            after.add(new ArrayList<>());
        }
        for (int event = 0; event < graph.size(); event++) {
            for (int earlier : before.get(event)) {
                after.get(earlier).add(event);
            }
            open[event] = before.get(event).size();
            if (open[event] == 0) {
                ready.add(event);
            }
        }
        int done = 0;
        for (; !ready.isEmpty(); done++) {
            int event = ready.remove();
            int[] clock = new int[threads];
            for (int earlier : before.get(event)) {
                for (int t = 0; t < threads; t++) {
                    clock[t] = Math.max(clock[t], clocks[earlier][t]);
                }
            }
            clock[graph.thread(event)] = graph.index(event) + 1;
            clocks[event] = clock;
            for (int later : after.get(event)) {
                if (--open[later] == 0) {
                    ready.add(later);
                }
            }
        }
        if (done < graph.size()) {
            throw new IllegalArgumentException("the execution is no interleaving");
        }
    }
}
