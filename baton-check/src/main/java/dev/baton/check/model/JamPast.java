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
     * Overview. Let C be the closure of into and rf. For each event there are rows of bits, one bit for each node:
     *
     *   seen         what comes before it in C
     *   shown        what pushes show to it: each a with a C? b push y C? it
     *   seenSoFar    what is before it in its thread; what these and it have seen
     *   shownSoFar   what is shown to it and to what is before it in its thread
     *   acquired     the acquiring reads and joins before it in its thread, and what they have seen
     *   told         what is shown to these
     *
     * A thread without fences has into and push in three forms: after an acquiring read all, before a releasing write all, and
     * from volatile to volatile, where the last one before stands for all. With fences each pair is looked at.
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
    private long[] acquired = {};
    private long[] told = {};
    /** By event, the last volatile node before it in its thread, by the event with its whole row, or -1. */
    private int[] lastVolatile = {};
    private boolean[] fenced = {};
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
            makeRoom(size + 63 & ~63);
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
        words = events >>> 6;
        seen = new long[events * words];
        shown = new long[events * words];
        seenSoFar = new long[events * words];
        shownSoFar = new long[events * words];
        acquired = new long[events * words];
        told = new long[events * words];
        lastVolatile = new int[events];
        fenced = new boolean[events];
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
        int place = graph.index(node[event]);
        for (long[] rows : new long[][]{seen, shown, seenSoFar, shownSoFar, acquired, told}) {
            Arrays.fill(rows, event * words, (event + 1) * words, 0);
        }
        lastVolatile[event] = -1;
        fenced[event] = false;
        if (place > 0) {
            followThread(graph, event, graph.event(t, place - 1));
        }
        if (fenced[event]) {
            addPairs(graph, event, t, place);
        }
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
        join(seenSoFar, event, seen, event);
        join(shownSoFar, event, shown, event);
    }

    /** Adds what an event knows from the one before it in its thread, as if there were no fence. */
    private void followThread(Graph graph, int event, int before) {
        int begin = graph.event(graph.thread(event), graph.index(node[event]));
        join(seenSoFar, event, seenSoFar, before);
        set(seenSoFar, event, node[before]);
        join(shownSoFar, event, shownSoFar, before);
        join(acquired, event, acquired, before);
        join(told, event, told, before);
        int first = node[before];
        if (graph.kind(before) == StepKind.JOIN || graph.isRead(first) && graph.mode(first).acquires()) {
            join(acquired, event, seen, before);
            set(acquired, event, first);
            join(told, event, shown, before);
        }
        lastVolatile[event] = isVolatile(graph, first, before) ? before : lastVolatile[before];
        fenced[event] = fenced[before] || graph.isFence(before);
        join(seen, event, acquired, event);
        join(shown, event, told, event);
        if (graph.kind(event) == StepKind.START || graph.isWrite(event) && graph.mode(event).releases()) {
            join(seen, event, seenSoFar, event);
            join(shown, event, shownSoFar, event);
        }
        if (lastVolatile[event] >= 0 && isVolatile(graph, begin, event)) {
            add(event, lastVolatile[event]);
            join(shown, event, seen, lastVolatile[event]);
            set(shown, event, node[lastVolatile[event]]);
        }
    }

    /** Adds what comes before an event in its thread by into and push, pair by pair. */
    private void addPairs(Graph graph, int event, int t, int place) {
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
