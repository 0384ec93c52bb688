package dev.baton.check.spec;

import dev.baton.check.event.StepKind;
import dev.baton.check.graph.Execution;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

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

    private void fromRead() {
        for (int write = 0; write < graph.size(); write++) {
            for (int read = 0; graph.isWrite(write) && read < graph.size(); read++) {
                if (graph.isRead(read) && graph.location(read) == graph.location(write)
                        && graph.readsFrom(read) == graph.moBefore(write)
                        && !(graph.thread(read) == graph.thread(write) && graph.index(read) >= graph.index(write))) {
                    before.get(write).add(read);
                }
            }
        }
    }

    private void order() {
        int done = 0;
        while (done < graph.size()) {
            int now = done;
            for (int event = 0; event < graph.size(); event++) {
                if (clocks[event] == null && before.get(event).stream().allMatch(each -> clocks[each] != null)) {
                    int[] clock = new int[threads];
                    before.get(event).forEach(each -> Arrays.setAll(clock, t -> Math.max(clock[t], clocks[each][t])));
                    clock[graph.thread(event)] = graph.index(event) + 1;
                    clocks[event] = clock;
                    done++;
                }
            }
            if (done == now) {
                throw new IllegalArgumentException("the execution is no interleaving");
            }
        }
    }
}
