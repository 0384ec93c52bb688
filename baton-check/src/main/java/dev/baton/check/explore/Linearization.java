package dev.baton.check.explore;

import dev.baton.check.event.StepKind;
import dev.baton.check.graph.Execution;
import java.util.Arrays;

/**
 * The order in which an execution is run again and told. It always extends program order, starts, joins and
 * reads-from. If the execution is an interleaving, the order is one: each read sees the last write above it.
 * If it is none, the order keeps as much of memory's order as it can; a read then may stand below a newer write.
 */
final class Linearization {
    /*
     * Overview. A topological order with two kinds of edges. Hard ones (program order, starts, joins, reads-from) are
     * always kept. Soft ones (modification order and from-read) are kept as long as some thread can go on without breaking
     * one. An execution is an interleaving exactly if both kinds together have no cycle; then such a thread is always there.
     *
     * A thread goes on as long as it can: the fewer switches, the easier the reading. An exchange is one step: what its
     * write has to wait for, its read waits for already.
     *
     * Where a soft edge must break, a read below a newer write is preferred to writes that stand in the wrong order.
     */
    private static final int NONE = -2;
    /** What a write in the wrong order weighs against reads of old values. */
    private static final int MISPLACED = 1_000;

    private final Execution graph;
    private final int size;
    private final int[] successor;
    private final int[] hard;
    private final int[] soft;
    /** Edges as linked lists: the first of each event, and of each edge its target, its weight (0: hard) and the next. */
    private final int[] first;
    private int[] target = new int[64];
    private int[] weight = new int[64];
    private int[] next = new int[64];
    private int edges;
    private final int[][] threads;
    private final int[] position;

    private Linearization(Execution graph) {
        this.graph = graph;
        this.size = graph.size();
        this.hard = new int[size];
        this.soft = new int[size];
        this.first = filled(size, NONE);
        this.successor = filled(size, NONE);
        this.threads = programOrder(graph);
        this.position = new int[threads.length];
        connect();
    }

    /** The events in that order. */
    static int[] of(Execution graph) {
        return new Linearization(graph).order();
    }

    private int[] order() {
        int[] order = new int[size];
        int current = 0;
        for (int done = 0; done < size; done++) {
            current = choose(current);
            int event = threads[current][position[current]++];
            order[done] = event;
            for (int edge = first[event]; edge != NONE; edge = next[edge]) {
                if (weight[edge] == 0) {
                    hard[target[edge]]--;
                } else {
                    soft[target[edge]] -= weight[edge];
                }
            }
        }
        return order;
    }

    /** The thread that goes on: the current one if it breaks nothing, else the one that breaks least. */
    private int choose(int current) {
        int best = NONE;
        int least = Integer.MAX_VALUE;
        for (int i = 0; i < threads.length; i++) {
            int t = (current + i) % threads.length;
            if (position[t] < threads[t].length) {
                int event = threads[t][position[t]];
                if (hard[event] == 0 && soft[event] < least) {
                    best = t;
                    least = soft[event];
                }
            }
        }
        return best == NONE ? early() : best;
    }

    /** With load buffering some read goes before the write that it sees: that of the lowest thread, if it has no choice. */
    private int early() {
        for (int t = 0; t < threads.length; t++) {
            if (position[t] < threads[t].length && graph.isRead(threads[t][position[t]])) {
                return t;
            }
        }
        throw new IllegalStateException("program order, starts and joins form a cycle");
    }

    // ---- edges

    /** The events of each thread, by their number. */
    static int[][] programOrder(Execution graph) {
        int[] lengths = new int[16];
        int count = 0;
        for (int event = 0; event < graph.size(); event++) {
            int t = graph.thread(event);
            if (t >= lengths.length) {
                lengths = Arrays.copyOf(lengths, Math.max(t + 1, lengths.length * 2));
            }
            lengths[t]++;
            count = Math.max(count, t + 1);
        }
        int[][] events = new int[Math.max(count, 1)][];
        for (int t = 0; t < events.length; t++) {
            events[t] = new int[lengths[t]];
        }
        for (int event = 0; event < graph.size(); event++) {
            events[graph.thread(event)][graph.index(event)] = event;
        }
        return events;
    }

    private void connect() {
        for (int event = 0; event < size; event++) {
            if (graph.isWrite(event) && graph.moBefore(event) >= 0) {
                successor[graph.moBefore(event)] = event;
            }
        }
        for (int event = 0; event < size; event++) {
            switch (graph.kind(event)) {
                case START -> start(event);
                case JOIN -> join(event);
                case READ, RMW_READ -> read(event);
                case WRITE, RMW_WRITE -> {
                    if (graph.moBefore(event) >= 0) {
                        addSoft(graph.moBefore(event), event, MISPLACED);
                    }
                }
                case EXPIRE -> expire(event);
                default -> {
                }
            }
        }
    }

    /** Nothing else could go on: whatever was there before is told before, if it can be. */
    private void expire(int expiry) {
        for (int event = 0; event < expiry; event++) {
            if (graph.thread(event) != graph.thread(expiry)) {
                addSoft(event, expiry, 1);
            }
        }
    }

    private void start(int start) {
        int child = (int) graph.value(start);
        if (child < threads.length && threads[child].length > 0) {
            addHard(start, threads[child][0]);
        }
    }

    private void join(int join) {
        int child = (int) graph.value(join);
        if (child < threads.length && threads[child].length > 0) {
            addHard(threads[child][threads[child].length - 1], join);
        }
    }

    private void read(int read) {
        int source = graph.readsFrom(read);
        if (source >= 0) {
            addHard(source, read);
        }
        int after = source >= 0 ? successor[source] : firstWrite(graph.location(read));
        if (after != NONE) {
            addSoft(read, after, 1);
        }
    }

    private int firstWrite(int location) {
        for (int event = 0; event < size; event++) {
            if (graph.isWrite(event) && graph.location(event) == location && graph.moBefore(event) < 0) {
                return event;
            }
        }
        return NONE;
    }

    private void addHard(int from, int to) {
        hard[to]++;
        add(from, to, 0);
    }

    /** An edge to an exchange's write is one to its read, so that the two stay together. */
    private void addSoft(int from, int to, int cost) {
        int unit = graph.kind(to) == StepKind.RMW_WRITE ? threads[graph.thread(to)][graph.index(to) - 1] : to;
        boolean within = graph.thread(from) == graph.thread(unit) && graph.index(from) >= graph.index(unit);
        if (!within) {
            soft[unit] += cost;
            add(from, unit, cost);
        }
    }

    private void add(int from, int to, int cost) {
        if (edges == target.length) {
            target = Arrays.copyOf(target, edges * 2);
            weight = Arrays.copyOf(weight, edges * 2);
            next = Arrays.copyOf(next, edges * 2);
        }
        target[edges] = to;
        weight[edges] = cost;
        next[edges] = first[from];
        first[from] = edges++;
    }

    private static int[] filled(int size, int value) {
        int[] array = new int[size];
        Arrays.fill(array, value);
        return array;
    }
}
