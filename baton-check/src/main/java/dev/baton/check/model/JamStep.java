package dev.baton.check.model;

import dev.baton.check.graph.Execution;
import dev.baton.check.graph.Graph;
import java.util.Arrays;

/** Whether a graph still has what the search asks of it under jam, after one step that was not maximal. */
final class JamStep {
    /*
     * Overview. Modification order must contain what jam demands for some total order pushto, which contains C, on the nodes that
     * push (decision 295). A write x that is later than what z sees, made, or makes after z, is late for z. Such an x must
     * not come before z in C. And no push may show x to z: whatever is shown to z comes before x in pushto. So one write
     * comes before another if it is shown to a z for which the other is late, and that must not be a cycle.
     *
     * A step that is not maximal makes the writes behind its place late for the new event, for what comes before it in its
     * thread if it writes, and for the read that it revisits; nothing else can contradict anything (decision 445). So a cycle
     * is looked for from these events backwards, until one of those writes is met.
     */
    private final JamPast past;
    /** One row each: the writes behind the place of the step; what was found; and of that, what was looked at. */
    private long[] late = {};
    private long[] found = {};
    private long[] done = {};
    /** By write, the question for which it was last walked over; by the first write of a location, its initial write. */
    private int[] walked = {};
    private int[] begun = {};
    private int question;

    JamStep(JamPast past) {
        this.past = past;
    }

    /** The same as {@link Consistency#admits}, for a step that was not maximal. */
    boolean isPossible(Graph graph, int event, int revisited) {
        past.follow(graph);
        begin(graph.size());
        int next = Consistency.successor(graph, event);
        for (int write = next; write != Graph.NONE; write = graph.moAfter(write)) {
            if (graph.thread(write) == graph.thread(event) || revisited >= 0 && isBefore(graph, write, revisited)) {
                return false;
            }
            past.set(late, 0, past.node(write));
        }
        boolean writes = graph.isWrite(event);
        if (past.meets(writes ? past.seenSoFar : past.seen, event, late, 0)
                || revisited >= 0 && past.meets(past.seen, revisited, late, 0)
                || !writes && missesWhatWasRead(graph, event)
                || revisited >= 0 && missesWhatWasRead(graph, revisited)) {
            return false;
        }
        past.join(found, 0, writes ? past.shownSoFar : past.shown, event);
        if (revisited >= 0) {
            past.join(found, 0, past.shown, revisited);
        }
        return !meetsLateWrites(graph);
    }

    private void begin(int size) {
        if (late.length < past.words) {
            late = new long[past.words];
            found = new long[past.words];
            done = new long[past.words];
        }
        Arrays.fill(late, 0);
        Arrays.fill(found, 0);
        Arrays.fill(done, 0);
        if (walked.length < size) {
            walked = new int[2 * size];
            begun = new int[2 * size];
            question = 0;
        }
        question++;
    }

    private static boolean isBefore(Graph graph, int write, int event) {
        return graph.thread(write) == graph.thread(event) && graph.index(write) < graph.index(event);
    }

    /** An earlier read of the same thread, opaque as this one, saw a write that is late for it. */
    private boolean missesWhatWasRead(Graph graph, int read) {
        if (graph.isPlain(read)) {
            return false;
        }
        for (int i = 0; i < graph.index(read); i++) {
            int earlier = graph.event(graph.thread(read), i);
            if (graph.location(earlier) == graph.location(read) && graph.isRead(earlier) && !graph.isPlain(earlier)
                    && graph.readsFrom(earlier) != Execution.INIT
                    && past.has(late, 0, past.node(graph.readsFrom(earlier)))) {
                return true;
            }
        }
        return false;
    }

    private boolean meetsLateWrites(Graph graph) {
        boolean grows = true;
        while (grows) {
            grows = false;
            for (int k = 0; k < past.words; k++) {
                if ((found[k] & late[k]) != 0) {
                    return true;
                }
                for (long left = found[k] & ~done[k]; left != 0; left &= left - 1) {
                    grows = true;
                    int write = past.whole(graph, k * 64 + Long.numberOfTrailingZeros(left));
                    if (graph.isWrite(write)) {
                        addBefore(graph, write);
                    }
                    done[k] |= left & -left;
                }
            }
        }
        return false;
    }

    /** Finds what is shown to those for which this write is late. */
    private void addBefore(Graph graph, int write) {
        int where = graph.location(write);
        int before = graph.moBefore(write);
        while (before != Execution.INIT) {
            if (walked[before] == question) {
                return;
            }
            walked[before] = question;
            past.join(found, 0, past.shownSoFar, before);
            addReaders(graph, before, where);
            before = graph.moBefore(before);
        }
        int first = graph.firstWrite(where);
        if (begun[first] != question) {
            begun[first] = question;
            addReaders(graph, Execution.INIT, where);
        }
    }

    private void addReaders(Graph graph, int write, int where) {
        for (int read = graph.firstReader(write, where); read != Graph.NONE; read = graph.nextReader(read)) {
            past.join(found, 0, past.shown, past.whole(graph, read));
        }
    }
}
