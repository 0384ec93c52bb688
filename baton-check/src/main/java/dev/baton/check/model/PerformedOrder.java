package dev.baton.check.model;

import dev.baton.check.event.StepKind;
import dev.baton.check.graph.Execution;

/** Whether the events of an execution can be performed one after the other, not always in program order. */
final class PerformedOrder {
    /*
     * Overview. An event is performed as soon as it may be, writes before reads, until no more may. The execution has such an
     * order if all events are performed in the end.
     *
     *   read      after the write that it sees
     *   write     when the reads of its thread that are performed suffice to know it; a releasing one after all before it
     *   any       after the acquiring reads, the joins, and the fences that order it, before it in its thread; but a read that
     *             saw its own thread's write acquires nothing: two sections of a lock, of which no other thread came between, may
     *             be made one
     *   fence     after what it orders; a start after all before it; a join after the thread that it joins
     *
     * A read of the thread's own earlier write that is not performed yet is an open read like others: what it returns follows
     * from that write, and the one that is asked whether the known reads suffice takes this into account.
     */
    private final Execution graph;
    private final boolean[] performed;

    PerformedOrder(Execution graph) {
        this.graph = graph;
        this.performed = new boolean[graph.size()];
    }

    boolean exists() {
        int left = graph.size();
        boolean progress = true;
        while (progress && left > 0) {
            int done = performAll();
            progress = done > 0 || performRead();
            left -= done > 0 ? done : progress ? 1 : 0;
        }
        return left == 0;
    }

    /** Performs all events but reads that may be, and returns how many. */
    private int performAll() {
        int done = 0;
        for (int event = 0; event < performed.length; event++) {
            if (!performed[event] && !graph.isRead(event) && mayBePerformed(event)) {
                performed[event] = true;
                done++;
            }
        }
        return done;
    }

    private boolean performRead() {
        for (int event = 0; event < performed.length; event++) {
            if (!performed[event] && graph.isRead(event) && mayBePerformed(event)) {
                performed[event] = true;
                return true;
            }
        }
        return false;
    }

    private boolean isOwn(int read) {
        int source = graph.readsFrom(read);
        return source >= 0 && graph.thread(source) == graph.thread(read);
    }

    private boolean mayBePerformed(int event) {
        for (int before = 0; before < performed.length; before++) {
            if (!performed[before] && before != event && precedes(before, event)) {
                return false;
            }
        }
        return !graph.isWrite(event)
                || graph.needs().suffice(graph, event, read -> graph.isRead(read) && !performed[read]);
    }

    private boolean precedes(int before, int event) {
        StepKind kind = graph.kind(event);
        if (graph.kind(before) == StepKind.START && graph.value(before) == graph.thread(event)
                || kind == StepKind.JOIN && graph.value(event) == graph.thread(before)
                || graph.isRead(event) && graph.readsFrom(event) == before) {
            return true;
        }
        return graph.thread(before) == graph.thread(event) && graph.index(before) < graph.index(event)
                && (staysFirst(before, event) || staysLast(before, event));
    }

    /** The earlier event orders the later one after it. */
    private boolean staysFirst(int before, int event) {
        return switch (graph.kind(before)) {
            case JOIN -> true;
            case READ -> graph.mode(before).acquires() && !isOwn(before);
            case RMW_READ -> graph.mode(before).acquires() && !isOwn(before)
                    || graph.kind(event) == StepKind.RMW_WRITE && graph.index(before) + 1 == graph.index(event);
            case FENCE -> graph.mode(before).ordersReads() || graph.mode(before).ordersWrites() && !graph.isRead(event);
            default -> false;
        };
    }

    /** The later event orders the earlier one before it. */
    private boolean staysLast(int before, int event) {
        return switch (graph.kind(event)) {
            case START -> true;
            case WRITE, RMW_WRITE -> graph.mode(event).releases();
            case FENCE -> graph.mode(event).releases() || (graph.isRead(before)
                    ? graph.mode(event).ordersReads()
                    : graph.mode(event).ordersWrites());
            default -> false;
        };
    }
}
