package dev.baton.check.graph;

import dev.baton.check.event.AccessMode;
import dev.baton.check.event.StepKind;
import java.util.Arrays;

/**
 * The clocks of a graph's events. A clock is a table with a row of {@link #stride} numbers per event: entry t is how many
 * events of thread t come before, or are, that event.
 */
final class Clocks {
    private final EventTable events;
    private final ThreadTable threads;
    private final ReadsFrom readsFrom;
    private final Symmetry symmetry;
    int stride = 8;
    /** Program order and reads-from. */
    int[] porf = new int[64 * 8];
    /** Happens-before. */
    int[] hb = new int[64 * 8];
    /** Of a write: what an acquiring read of it learns. */
    int[] message = new int[64 * 8];
    /** What must stay if an event stays: porf, and with symmetry what the twin did first. The same table without. */
    int[] cause = porf;

    Clocks(EventTable events, ThreadTable threads, ReadsFrom readsFrom, Symmetry symmetry) {
        this.events = events;
        this.threads = threads;
        this.readsFrom = readsFrom;
        this.symmetry = symmetry;
    }

    /** Computes the rows of an event from those of the events before it. */
    void compute(int event) {
        int t = events.thread[event];
        int i = events.index[event];
        int row = event * stride;
        int before = threads.predecessor(t, i);
        if (before >= 0) {
            System.arraycopy(porf, before * stride, porf, row, stride);
            System.arraycopy(hb, before * stride, hb, row, stride);
        } else {
            Arrays.fill(porf, row, row + stride, 0);
            Arrays.fill(hb, row, row + stride, 0);
        }
        porf[row + t] = i + 1;
        hb[row + t] = i + 1;
        switch (events.kind(event)) {
            case READ, RMW_READ -> {
                int write = readsFrom.source[event];
                if (write >= 0) {
                    join(porf, row, porf, write * stride);
                    if (events.mode(event).acquires()) {
                        join(hb, row, message, write * stride);
                    }
                }
            }
            case WRITE, RMW_WRITE -> computeMessage(event);
            case FENCE -> acquireByFence(event);
            case JOIN -> {
                int last = lastOf((int) events.value[event]);
                join(porf, row, porf, last * stride);
                join(hb, row, hb, last * stride);
            }
            default -> {
            }
        }
        if (cause != porf) {
            computeCause(event, before);
        }
    }

    /** Computes the rows of an event anew; says whether they changed. */
    boolean recompute(int event) {
        int row = event * stride;
        int[] before = new int[3 * stride];
        System.arraycopy(porf, row, before, 0, stride);
        System.arraycopy(hb, row, before, stride, stride);
        System.arraycopy(message, row, before, 2 * stride, stride);
        compute(event);
        return !Arrays.equals(porf, row, row + stride, before, 0, stride)
                || !Arrays.equals(hb, row, row + stride, before, stride, 2 * stride)
                || events.isWrite(event) && !Arrays.equals(message, row, row + stride, before, 2 * stride, 3 * stride);
    }

    /** Lets an event stay only with the first {@code firm[t]} events of each thread, and what these stay with. */
    void stayWith(int event, int[] firm) {
        separateCause();
        for (int t = 0; t < firm.length; t++) {
            int last = firm[t] > 0 ? threads.event(t, firm[t] - 1) : -1;
            if (last >= 0 && last != event) {
                join(cause, event * stride, cause, last * stride);
            }
        }
    }

    private int lastOf(int t) {
        return threads.predecessor(t, threads.length[t]);
    }

    private void computeCause(int event, int before) {
        int row = event * stride;
        if (before >= 0) {
            System.arraycopy(cause, before * stride, cause, row, stride);
        } else {
            Arrays.fill(cause, row, row + stride, 0);
        }
        join(cause, row, porf, row);
        if (events.isRead(event) && readsFrom.source[event] >= 0) {
            join(cause, row, cause, readsFrom.source[event] * stride);
        } else if (events.kind(event) == StepKind.JOIN) {
            join(cause, row, cause, lastOf((int) events.value[event]) * stride);
        }
        int counterpart = symmetry.counterpart(event);
        if (counterpart >= 0) {
            join(cause, row, cause, counterpart * stride);
        }
        cause[row + events.thread[event]] = events.index[event] + 1;
    }

    /** Release sequences are those of C++20: a write, and the read-modify-writes that read from it in turn. */
    private void computeMessage(int write) {
        int row = write * stride;
        int t = events.thread[write];
        Arrays.fill(message, row, row + stride, 0);
        if (events.isPlain(write)) {
            if (events.fences > 0 && events.mode(write) == AccessMode.PLAIN) {
                messageByFence(write);
            }
            return;
        }
        if (events.mode(write).releases()) {
            System.arraycopy(hb, row, message, row, stride);
        } else {
            messageByFence(write);
        }
        if (events.isRmwWrite(write)) {
            int source = readsFrom.source[threads.event(t, events.index[write] - 1)];
            if (source >= 0) {
                join(message, row, message, source * stride);
            }
        }
    }

    /** What a write passes on because of the last release fence before it. */
    private void messageByFence(int write) {
        int t = events.thread[write];
        for (int i = events.index[write] - 1; i >= 0; i--) {
            int event = threads.event(t, i);
            if (events.isFence(event) && events.mode(event).ordersWrites()) {
                System.arraycopy(hb, event * stride, message, write * stride, stride);
                return;
            }
        }
    }

    private void acquireByFence(int fence) {
        if (!events.mode(fence).ordersReads()) {
            return;
        }
        int t = events.thread[fence];
        for (int i = events.index[fence] - 1; i >= 0; i--) {
            int event = threads.event(t, i);
            if (events.isFence(event) && events.mode(event).ordersReads()) {
                return;
            }
            if (events.isRead(event) && events.mode(event) != AccessMode.NON_ATOMIC && readsFrom.source[event] >= 0) {
                join(hb, fence * stride, message, readsFrom.source[event] * stride);
            }
        }
    }

    private void join(int[] into, int row, int[] from, int fromRow) {
        for (int t = 0; t < stride; t++) {
            int other = from[fromRow + t];
            if (other > into[row + t]) {
                into[row + t] = other;
            }
        }
    }

    /** Gives causes a table of their own. */
    void separateCause() {
        if (cause == porf) {
            cause = porf.clone();
        }
    }

    /** Copies the rows of {@code count} events into clocks that are as wide or wider. */
    void copy(int from, Clocks target, int to, int count) {
        copy(porf, from, target, target.porf, to, count);
        copy(hb, from, target, target.hb, to, count);
        copy(message, from, target, target.message, to, count);
        if (cause != porf) {
            copy(cause, from, target, target.cause, to, count);
        }
    }

    private void copy(int[] table, int from, Clocks target, int[] copied, int to, int count) {
        int wide = target.stride;
        if (wide == stride) {
            System.arraycopy(table, from * stride, copied, to * stride, count * stride);
            return;
        }
        for (int row = 0; row < count; row++) {
            int start = (to + row) * wide;
            System.arraycopy(table, (from + row) * stride, copied, start, stride);
            Arrays.fill(copied, start + stride, start + wide, 0);
        }
    }

    /** Makes room for so many events. */
    void ensureEvents(int events) {
        boolean shared = cause == porf;
        porf = Arrays.copyOf(porf, events * stride);
        hb = Arrays.copyOf(hb, events * stride);
        message = Arrays.copyOf(message, events * stride);
        cause = shared ? porf : Arrays.copyOf(cause, events * stride);
    }

    /** Makes the rows wider. */
    void widen(int threads, int events, int capacity) {
        boolean shared = cause == porf;
        porf = widen(porf, threads, events, capacity);
        hb = widen(hb, threads, events, capacity);
        message = widen(message, threads, events, capacity);
        cause = shared ? porf : widen(cause, threads, events, capacity);
        stride = threads;
    }

    private int[] widen(int[] table, int threads, int events, int capacity) {
        int[] wider = new int[capacity * threads];
        for (int event = 0; event < events; event++) {
            System.arraycopy(table, event * stride, wider, event * threads, stride);
        }
        return wider;
    }
}
