package dev.baton.check.model;

import dev.baton.check.event.SearchThread;
import dev.baton.check.graph.Execution;
import dev.baton.check.graph.Graph;
import java.util.Arrays;

/**
 * Whether a finished graph has the least of the modification orders that the search allows for its reads under jam. Orders
 * are compared location by location, and in a location write by write, by thread and index.
 */
final class LeastOrder {
    /*
     * Overview. At each place of the graph's order, each smaller write is tried in place of the one that stands there. What
     * follows may be in any order: it is tried depth first. Pairs that are not decided yet contradict nothing, so a beginning
     * that contradicts pushto is given up at once.
     *
     * State. sequence holds the writes of each location; those before decided[location] have their place, the others none
     * yet. must says of a write which others cannot come after it, whatever pushto is.
     */
    private final JamPast past;
    private final JamWrites writes;
    private int[] sequence = {};
    private int[] decided = {};
    private long[] must = {};
    private long[] needed = {};
    private long[] left = {};

    LeastOrder(JamPast past, JamWrites writes) {
        this.past = past;
        this.writes = writes;
    }

    /** The writes are those of the graph. */
    boolean isLeast(Graph graph) {
        if (sequence.length < writes.count) {
            sequence = new int[writes.writes.length];
            decided = new int[writes.writes.length];
        }
        System.arraycopy(writes.writes, 0, sequence, 0, writes.count);
        Arrays.fill(decided, 0, writes.locations, 0);
        boolean prepared = false;
        for (int location = 0; location < writes.locations; location++) {
            int end = writes.begins[location + 1];
            for (int at = writes.begins[location]; at + 1 < end; at++) {
                for (int other = at + 1; other < end; other++) {
                    if (comesFirst(graph, sequence[other], sequence[at]) && mayFollow(graph, location, at, other)) {
                        if (!prepared) {
                            prepare(graph);
                            prepared = true;
                        }
                        if (canGoOn(graph, location, at, other)) {
                            return false;
                        }
                    }
                }
                decided[location]++;
            }
            decided[location] = end - writes.begins[location];
        }
        return true;
    }

    private static boolean comesFirst(Graph graph, int write, int other) {
        int byThread = Integer.compare(graph.thread(write), graph.thread(other));
        return byThread < 0 || byThread == 0 && graph.index(write) < graph.index(other);
    }

    /**
     * The write at one place of the sequence may stand at an earlier one: a read-modify-write comes right after what it reads, and
     * nothing else does.
     */
    private boolean mayFollow(Graph graph, int location, int at, int other) {
        int before = at == writes.begins[location] ? Execution.INIT : sequence[at - 1];
        int write = sequence[other];
        if (graph.isRmwWrite(write)) {
            return graph.readsFrom(past.node(write)) == before;
        }
        for (int i = at; i < writes.begins[location + 1]; i++) {
            if (graph.isRmwWrite(sequence[i]) && graph.readsFrom(past.node(sequence[i])) == before) {
                return false;
            }
        }
        return true;
    }

    /** The write at one place of the sequence can stand at the first place that is not decided. */
    private boolean canGoOn(Graph graph, int location, int at, int other) {
        SearchThread.look();
        swap(at, other);
        decided[location]++;
        boolean can = isUnopposed(location, at) && isPossible() && canEnd(graph, location, at + 1);
        decided[location]--;
        swap(at, other);
        return can;
    }

    private boolean canEnd(Graph graph, int from, int start) {
        int location = from;
        int at = start;
        while (at == writes.begins[location + 1]) {
            location++;
            if (location == writes.locations) {
                return true;
            }
        }
        for (int other = at; other < writes.begins[location + 1]; other++) {
            if (mayFollow(graph, location, at, other) && canGoOn(graph, location, at, other)) {
                return true;
            }
        }
        return false;
    }

    private void swap(int one, int other) {
        int write = sequence[one];
        sequence[one] = sequence[other];
        sequence[other] = write;
    }

    /** No write without a place must come before the one at this place. */
    private boolean isUnopposed(int location, int at) {
        for (int i = at + 1; i < writes.begins[location + 1]; i++) {
            if (past.has(must, sequence[at], past.node(sequence[i]))) {
                return false;
            }
        }
        return true;
    }

    private void prepare(Graph graph) {
        if (must.length < past.seen.length) {
            must = new long[past.seen.length];
            needed = new long[past.seen.length];
            left = new long[past.words];
        }
        for (int location = 0; location < writes.locations; location++) {
            for (int i = writes.begins[location]; i < writes.begins[location + 1]; i++) {
                int write = writes.writes[i];
                writes.clear(must, write);
                past.join(must, write, past.seenSoFar, write);
                addEarlier(graph, location, write, write);
                int read = graph.firstReader(write, graph.location(write));
                for (; read != Graph.NONE; read = graph.nextReader(read)) {
                    past.join(must, write, past.seen, past.whole(graph, read));
                    addEarlier(graph, location, write, read);
                    addWhatWasRead(graph, write, read);
                }
            }
        }
    }

    /** Adds the writes of the location that come before an event in its thread. */
    private void addEarlier(Graph graph, int location, int write, int event) {
        for (int i = writes.begins[location]; i < writes.begins[location + 1]; i++) {
            int earlier = writes.writes[i];
            if (graph.thread(earlier) == graph.thread(event) && graph.index(earlier) < graph.index(event)) {
                past.set(must, write, past.node(earlier));
            }
        }
    }

    /** Adds what earlier reads of the thread of this one saw, if they are opaque as it is. */
    private void addWhatWasRead(Graph graph, int write, int read) {
        for (int i = 0; i < graph.index(read) && !graph.isPlain(read); i++) {
            int earlier = graph.event(graph.thread(read), i);
            if (graph.location(earlier) == graph.location(read) && graph.isRead(earlier) && !graph.isPlain(earlier)
                    && graph.readsFrom(earlier) != Execution.INIT && graph.readsFrom(earlier) != write) {
                past.set(must, write, past.node(graph.readsFrom(earlier)));
            }
        }
    }

    /** Some pushto does not contradict what is decided: writes that show themselves to one another are in no cycle. */
    private boolean isPossible() {
        Arrays.fill(left, 0);
        for (int location = 0; location < writes.locations; location++) {
            int begin = writes.begins[location];
            int known = begin + decided[location];
            for (int i = begin; i < writes.begins[location + 1]; i++) {
                int write = sequence[i];
                past.set(left, 0, past.node(write));
                writes.clear(needed, write);
                if (i == begin) {
                    past.join(needed, write, writes.initially, writes.writes[begin]);
                } else if (i <= known) {
                    past.join(needed, write, needed, sequence[i - 1]);
                    past.join(needed, write, writes.shows, sequence[i - 1]);
                } else {
                    past.join(needed, write, needed, sequence[known]);
                }
            }
        }
        int remaining = writes.count;
        boolean progress = true;
        while (progress && remaining > 0) {
            progress = false;
            for (int i = 0; i < writes.count; i++) {
                int node = past.node(sequence[i]);
                if (past.has(left, 0, node) && !past.meets(needed, sequence[i], left, 0)) {
                    left[node >>> 6] &= ~(1L << node);
                    remaining--;
                    progress = true;
                }
            }
        }
        return remaining == 0;
    }
}
