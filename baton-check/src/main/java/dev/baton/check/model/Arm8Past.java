package dev.baton.check.model;

import dev.baton.check.event.AccessMode;
import dev.baton.check.event.StepKind;
import dev.baton.check.graph.Graph;
import dev.baton.check.graph.Needs;
import java.util.Arrays;

/** What comes before an event in the order of {@link Arm8}, found backwards. */
final class Arm8Past {
    /*
     * Overview. A set of events grows by what comes directly before its members, until it grows no more. In the words of Arm8:
     *
     *   observed    a read after the write of another thread that it sees; a write after the writes before it and their readers
     *   local       a write after all accesses of its thread to its location; the half of a read-modify-write; an acquiring read
     *               after a read-modify-write of its own thread that it sees
     *   depended    an access after the reads that it was computed from; a read of its own thread's write after those of the write
     *   barred      walking back through the thread, with what was met on the way: a full fence, a start or a join orders
     *               all, an acquire what follows it, a release what it follows, other fences reads or writes
     */
    private Graph graph = new Graph();
    private Needs needs = Needs.EVERYTHING;
    private boolean[] past = new boolean[64];
    private int[] left = new int[64];
    private int end;

    void follow(Needs told) {
        needs = told;
    }

    /** Begins with an empty set. */
    void clear(Graph searched) {
        graph = searched;
        end = 0;
        if (past.length < graph.size()) {
            past = new boolean[2 * graph.size()];
            left = new int[2 * graph.size()];
        }
        Arrays.fill(past, 0, graph.size(), false);
    }

    boolean has(int event) {
        return past[event];
    }

    /** Adds all that comes before an event; the event itself is in it only if it comes before itself. */
    void addPastOf(int event) {
        expand(event);
        while (end > 0) {
            expand(left[--end]);
        }
    }

    private void add(int event) {
        if (event >= 0 && !past[event]) {
            past[event] = true;
            left[end++] = event;
        }
    }

    private void expand(int event) {
        if (graph.isRead(event)) {
            read(event);
        } else if (graph.isWrite(event)) {
            write(event);
        } else if (graph.kind(event) == StepKind.JOIN) {
            int joined = (int) graph.value(event);
            for (int i = 0; joined < graph.threads() && i < graph.length(joined); i++) {
                add(graph.event(joined, i));
            }
        }
        int start = graph.startEvent(graph.thread(event));
        if (start >= 0) {
            add(start);
        }
        barred(event);
    }

    private void read(int event) {
        addUsed(event);
        int source = graph.readsFrom(event);
        if (source < 0) {
            return;
        }
        if (graph.thread(source) != graph.thread(event)) {
            add(source);
            return;
        }
        addUsed(source);
        if (graph.isRmwWrite(source) && graph.mode(event).acquires()) {
            add(source);
        }
    }

    private void write(int event) {
        addUsed(event);
        needs.suffice(graph, event, this::addNeeded);
        int t = graph.thread(event);
        int where = graph.location(event);
        for (int i = graph.index(event) - 1; i >= 0; i--) {
            if (graph.location(graph.event(t, i)) == where) {
                add(graph.event(t, i));
            }
        }
        int before = graph.moBefore(event);
        add(before);
        for (int read = graph.firstReader(before, where); read != Graph.NONE; read = graph.nextReader(read)) {
            add(read);
        }
    }

    /** Is asked of each read that a write needs. */
    private boolean addNeeded(int read) {
        add(read);
        return false;
    }

    private void addUsed(int event) {
        for (int read : needs.uses(graph, event)) {
            add(read);
        }
    }

    private void barred(int event) {
        int t = graph.thread(event);
        boolean read = graph.isRead(event);
        boolean write = graph.isWrite(event);
        boolean all = isFull(event) || write && graph.mode(event).releases();
        boolean afterReads = false;
        boolean afterWrites = false;
        for (int i = graph.index(event) - 1; i >= 0; i--) {
            int earlier = graph.event(t, i);
            AccessMode mode = graph.mode(earlier);
            if (isFull(earlier)) {
                add(earlier);
                return;
            }
            if (graph.kind(earlier) == StepKind.FENCE) {
                afterReads |= mode.ordersReads();
                afterWrites |= mode == AccessMode.STORE_STORE && write;
                if (all) {
                    add(earlier);
                }
            } else if (all || (graph.isRead(earlier)
                    ? afterReads || mode.acquires()
                    : graph.isWrite(earlier)
                            && (afterWrites || read && mode.releases() && graph.mode(event).acquires()))) {
                add(earlier);
            }
        }
    }

    private boolean isFull(int event) {
        return switch (graph.kind(event)) {
            case START, JOIN -> true;
            case FENCE -> graph.mode(event).releases();
            default -> false;
        };
    }
}
