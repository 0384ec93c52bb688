package dev.baton.check.model;

import dev.baton.check.event.AccessMode;
import dev.baton.check.event.StepKind;
import dev.baton.check.graph.Execution;
import dev.baton.check.graph.Graph;
import java.util.Arrays;

/**
 * What jam's visibility order says of a graph whatever is chosen, kept from one question to the next. Both halves of a
 * read-modify-write are one node, that of its read. Initial writes are no nodes: nothing comes before them.
 */
final class JamPast {
    /*
     * Overview. Let C be the closure of into and rf. For each event there are four rows of bits, one bit for each node:
     *
     *   seen         what comes before it in C
     *   shown        what b pushes to it, or to what comes before it in C: each a with a C? b push y C? it
     *   seenSoFar    seen, of it and of what comes before it in its thread
     *   shownSoFar   shown, likewise
     *
     * The row of a write half is that of its whole node. All pairs of into, rf and push end in the event that is newer, so rows
     * follow from those of events that are there already. Only a read that was made to read from a newer write is
     * computed after that write; nothing that lies between the two knows it.
     *
     * State. Rows stay valid as long as the events from the first to theirs are the same. A search changes a graph at its
     * end, so few are computed anew (firstDifference).
     */
    /** How many longs a row has. */
    int words;
    long[] seen = {};
    long[] shown = {};
    long[] seenSoFar = {};
    long[] shownSoFar = {};
    private int[] node = {};
    private int[] kinds = {};
    private int[] places = {};
    private int[] locations = {};
    private int[] sources = {};
    private int known;

    /** Brings the rows up to date. */
    void follow(Graph graph) {
        int size = graph.size();
        if (size > node.length) {
            makeRoom(Math.max(64, 2 * size));
        }
        int first = firstDifference(graph, Math.min(known, size));
        for (int event = first; event < size; event++) {
            kinds[event] = kind(graph, event);
            places[event] = graph.index(event);
            locations[event] = graph.location(event);
            sources[event] = source(graph, event);
            node[event] = graph.isRmwWrite(event) ? graph.event(graph.thread(event), graph.index(event) - 1) : event;
            if (!graph.isRead(event) || sources[event] < event) {
                compute(graph, event);
            }
            if (graph.isWrite(event)) {
                int read = graph.firstReader(event, graph.location(event));
                for (; read != Graph.NONE; read = graph.nextReader(read)) {
                    if (read < event) {
                        compute(graph, read);
                    }
                }
            }
        }
        known = size;
    }

    private void makeRoom(int events) {
        words = events + 63 >>> 6;
        seen = new long[events * words];
        shown = new long[events * words];
        seenSoFar = new long[events * words];
        shownSoFar = new long[events * words];
        node = new int[events];
        kinds = new int[events];
        places = new int[events];
        locations = new int[events];
        sources = new int[events];
        known = 0;
    }

    private int firstDifference(Graph graph, int end) {
        int event = 0;
        while (event < end && kinds[event] == kind(graph, event) && places[event] == graph.index(event)
                && locations[event] == graph.location(event) && sources[event] == source(graph, event)) {
            event++;
        }
        return event;
    }

    private static int kind(Graph graph, int event) {
        return graph.thread(event) << 8 | graph.mode(event).ordinal() << 4 | graph.kind(event).ordinal();
    }

    /** What a read reads from; the thread that a start or a join is about. */
    private static int source(Graph graph, int event) {
        if (graph.isRead(event)) {
            return graph.readsFrom(event);
        }
        return graph.kind(event) == StepKind.START || graph.kind(event) == StepKind.JOIN
                ? (int) graph.value(event)
                : Execution.INIT;
    }

    private void compute(Graph graph, int event) {
        int t = graph.thread(event);
        int row = event * words;
        Arrays.fill(seen, row, row + words, 0);
        Arrays.fill(shown, row, row + words, 0);
        int place = graph.index(node[event]);
        addThread(graph, event, t, place);
        int begin = graph.event(t, place);
        if (graph.isRead(begin) && graph.readsFrom(begin) != Execution.INIT) {
            add(event, graph.readsFrom(begin));
        }
        if (graph.startEvent(t) != Graph.NONE) {
            add(event, graph.startEvent(t));
        }
        if (graph.kind(event) == StepKind.JOIN) {
            int other = (int) graph.value(event);
            for (int i = 0; i < graph.length(other); i++) {
                add(event, whole(graph, graph.event(other, i)));
            }
        }
        System.arraycopy(seen, row, seenSoFar, row, words);
        System.arraycopy(shown, row, shownSoFar, row, words);
        if (place > 0) {
            int before = graph.event(t, place - 1);
            join(seenSoFar, event, seenSoFar, before);
            join(shownSoFar, event, shownSoFar, before);
        }
    }

    /** Adds what comes before an event in its thread by into and push. */
    private void addThread(Graph graph, int event, int t, int place) {
        int reads = graph.isRead(graph.event(t, place)) ? graph.event(t, place) : -1;
        boolean writes = graph.isWrite(event);
        boolean isVolatile = isVolatile(graph, graph.event(t, place), event);
        boolean takesAll = graph.kind(event) == StepKind.START || writes && graph.mode(event).releases();
        boolean full = false;
        boolean release = false;
        boolean acquire = false;
        boolean stores = false;
        boolean loads = false;
        for (int i = place - 1; i >= 0; i--) {
            int last = graph.event(t, i);
            if (graph.isRmwWrite(last)) {
                i--;
            }
            int first = graph.event(t, i);
            boolean readBefore = graph.isRead(first);
            boolean pushes = full || isVolatile && isVolatile(graph, first, last);
            if (pushes) {
                join(shown, event, seen, last);
                set(shown, event, first);
            }
            if (pushes || takesAll || graph.kind(first) == StepKind.JOIN
                    || readBefore && (graph.mode(first).acquires() || reads >= 0 && loads || acquire)
                    || writes && (release || stores && graph.isWrite(last))) {
                add(event, last);
            }
            if (graph.isFence(first)) {
                AccessMode mode = graph.mode(first);
                full |= mode == AccessMode.VOLATILE;
                release |= mode == AccessMode.RELEASE || mode == AccessMode.ACQ_REL;
                acquire |= mode == AccessMode.ACQUIRE || mode == AccessMode.ACQ_REL;
                stores |= mode == AccessMode.STORE_STORE;
                loads |= mode == AccessMode.LOAD_LOAD;
            }
        }
    }

    /** Both halves of a node, or the whole of it, are volatile. */
    static boolean isVolatile(Graph graph, int first, int last) {
        return graph.isVolatile(first) && (!graph.isWrite(last) || graph.isVolatile(last));
    }

    /** Adds a node, given by the event that has its whole row, and what comes before it. */
    private void add(int event, int earlier) {
        join(seen, event, seen, earlier);
        set(seen, event, node[earlier]);
        join(shown, event, shown, earlier);
    }

    /** The event with the row of the whole node that begins or ends with this one. */
    int whole(Graph graph, int event) {
        int next = graph.index(event) + 1;
        return graph.kind(event) == StepKind.RMW_READ && next < graph.length(graph.thread(event))
                ? graph.event(graph.thread(event), next)
                : event;
    }

    /** The number of an event's node. */
    int node(int event) {
        return node[event];
    }

    // ---- rows of bits

    void join(long[] rows, int into, long[] others, int from) {
        int row = into * words;
        int other = from * words;
        for (int k = 0; k < words; k++) {
            rows[row + k] |= others[other + k];
        }
    }

    void set(long[] rows, int row, int bit) {
        rows[row * words + (bit >>> 6)] |= 1L << bit;
    }

    boolean has(long[] rows, int row, int bit) {
        return (rows[row * words + (bit >>> 6)] >>> bit & 1) != 0;
    }

    boolean meets(long[] rows, int row, long[] others, int other) {
        for (int k = 0; k < words; k++) {
            if ((rows[row * words + k] & others[other * words + k]) != 0) {
                return true;
            }
        }
        return false;
    }
}
