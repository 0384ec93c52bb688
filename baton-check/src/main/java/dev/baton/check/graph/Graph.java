package dev.baton.check.graph;

import dev.baton.check.event.AccessMode;
import dev.baton.check.event.StepKind;
import java.util.Arrays;

/**
 * The execution graph under construction: grows and shrinks at its end as the search goes forward and back, and
 * can be copied down to a prefix. All state is in flat arrays that are reused; nothing is allocated per event.
 */
public final class Graph extends EventTable {
    /*
     * Overview. Events have numbers in insertion order. What an event is stands in one table, what it is linked to
     * in others, each with its own invariant:
     *
     *   EventTable         event e:    kind, mode, thread, index, location, value, …
     *   ThreadTable        thread t:   0 ── 1 ── 2 ── …       program order, and where t stands in the step tree
     *   ModificationOrder  location x: INIT ⇄ w1 ⇄ w2 ⇄ w3
     *   ReadsFrom          write w:    r5 → r3 → r1           and from each of these back to w
     *   Clocks             event e:    what is before it; derived from all of the above
     *
     * The graph keeps them together: an event is in all tables that concern it or in none, and all have room for as many
     * events, threads and locations.
     *
     * Clocks hold only what is known at insertion; a read whose reads-from changes is the last of its thread then, so its
     * row alone is computed anew.
     *
     * Invariants. Insertion order extends program order, but not reads-from: a read may read from a write that was
     * inserted later (it was revisited). A write may be out of modification order while its place is being chosen.
     */
    public static final int NONE = -2;

    final ThreadTable threads = new ThreadTable();
    final ReadsFrom readsFrom = new ReadsFrom();
    final ModificationOrder order = new ModificationOrder();
    private final Symmetry symmetry = new Symmetry(this, threads, readsFrom, order);
    final Clocks clocks = new Clocks(this, threads, readsFrom, symmetry);
    private final PrefixCopy prefixCopy = new PrefixCopy(this);
    private int locations = 16;

    // ---- what it holds

    @Override
    public int readsFrom(int read) {
        return readsFrom.source[read];
    }

    @Override
    public int moBefore(int write) {
        return order.before[write];
    }

    /** The write after this one in modification order, or {@link #NONE}. */
    public int moAfter(int write) {
        return order.after[write];
    }

    /** The write after {@code write} at {@code location}, where {@code write} may be INIT; or {@link #NONE}. */
    public int moAfter(int write, int location) {
        return write == INIT ? order.first(location) : order.after[write];
    }

    /** The first write of a location in modification order, or {@link #NONE}. */
    public int firstWrite(int location) {
        return order.first(location);
    }

    /** The last write of a location in modification order, or INIT. */
    public int lastWrite(int location) {
        return order.last(location);
    }

    /** The most recently linked reader of a write, where the write may be INIT; or {@link #NONE}. */
    public int firstReader(int write, int location) {
        return readsFrom.firstReader(write, location);
    }

    public int nextReader(int read) {
        return readsFrom.nextReader[read];
    }

    /** The number of threads that rows and per-thread tables have room for. */
    public int threads() {
        return clocks.stride;
    }

    /** The number of events of a thread. */
    public int length(int thread) {
        return threads.length[thread];
    }

    public int event(int thread, int index) {
        return threads.event(thread, index);
    }

    /** The node of the step tree at which a thread stands, or {@link #NONE} if it has not been started. */
    public int cursor(int thread) {
        return threads.cursor[thread];
    }

    public void setCursor(int thread, int node) {
        threads.cursor[thread] = node;
    }

    /** The event that started a thread, or {@link #NONE}. */
    public int startEvent(int thread) {
        return threads.startEvent[thread];
    }

    // ---- clocks

    public int[] porf() {
        return clocks.porf;
    }

    public int[] hb() {
        return clocks.hb;
    }

    /** The clock of what an event needs: it is closed under porf, and equals it without symmetry. */
    public int[] cause() {
        return clocks.cause;
    }

    /** Where an event's row begins in a clock table. */
    public int row(int event) {
        return event * clocks.stride;
    }

    /** The event whose row holds what a thread knows before its event number {@code index}; or {@link #NONE}. */
    public int predecessor(int thread, int index) {
        return threads.predecessor(thread, index);
    }

    /** Whether {@code event} is in the past that the row of {@code viewpoint} describes; false for NONE. */
    public boolean in(int[] clock, int viewpoint, int event) {
        return viewpoint >= 0 && index[event] < clock[viewpoint * clocks.stride + thread[event]];
    }

    /** Strictly happens-before. */
    public boolean happensBefore(int first, int second) {
        return first != second && index[first] < clocks.hb[second * clocks.stride + thread[first]];
    }

    /**
     * Keeps the graph to one of the executions that differ only in which of several identical threads did what. Entry t
     * is the thread before t that is identical to it, or -1.
     */
    public void setTwins(int[] twins) {
        symmetry.setTwins(twins);
        clocks.separateCause();
    }

    /**
     * An execution in which identical threads are exchanged stands for this one: where a thread first differs from its
     * twin, it saw or made something that comes before what its twin saw or made.
     */
    public boolean isMirrored(int event) {
        return symmetry.isOn() && symmetry.isMirrored(event);
    }

    // ---- growing and shrinking

    /** Makes room for a thread and puts it at a node of the step tree: the main thread, before the first event. */
    public void begin(int mainThread, int atNode) {
        clear();
        ensureThread(mainThread);
        threads.cursor[mainThread] = atNode;
    }

    private int append(int t, StepKind what, int where, AccessMode how, long val, int atNode, int atSite) {
        if (size == capacity()) {
            grow();
        }
        int i = threads.append(t, size);
        return appendEvent(t, i, what, where, how, val, atNode, atSite);
    }

    /** Adds a fence, a thread's start or join, or a choice. */
    public int addOther(int t, StepKind what, AccessMode how, long val, int atNode, int atSite) {
        int event = append(t, what, -1, how, val, atNode, atSite);
        if (what == StepKind.START) {
            ensureThread((int) val);
            threads.startEvent[(int) val] = event;
        }
        clocks.compute(event);
        return event;
    }

    /**
     * Adds the expiry of a timed wait, which came after the first {@code firm[t]} events of each thread t: it stays only
     * with them. It orders nothing.
     */
    public int addExpiry(int t, int[] firm, int atNode, int atSite) {
        int event = addOther(t, StepKind.EXPIRE, AccessMode.PLAIN, 0, atNode, atSite);
        clocks.stayWith(event, firm);
        return event;
    }

    /** Adds a read that reads from {@code write}, which may be INIT. */
    public int addRead(int t, boolean rmw, int where, AccessMode how, int write, long val, int atNode, int atSite) {
        ensureLocation(where);
        int event = append(t, rmw ? StepKind.RMW_READ : StepKind.READ, where, how, val, atNode, atSite);
        readsFrom.link(event, where, write);
        clocks.compute(event);
        return event;
    }

    /** Adds a write that has no place in modification order yet. */
    public int addWrite(int t, boolean rmw, int where, AccessMode how, long val, int atNode, int atSite) {
        ensureLocation(where);
        int event = append(t, rmw ? StepKind.RMW_WRITE : StepKind.WRITE, where, how, val, atNode, atSite);
        readsFrom.add(event);
        order.add(event);
        clocks.compute(event);
        return event;
    }

    /** Gives a write its place in modification order: directly after {@code before}, which may be INIT. */
    public void place(int write, int before) {
        order.place(write, location[write], before);
    }

    /** Takes a write out of modification order again. */
    public void displace(int write) {
        order.displace(write, location[write]);
    }

    /** Removes the last event and puts its thread back to the step it came from. */
    public void removeLast() {
        int event = dropLastEvent();
        threads.removeLast(thread[event], node[event]);
        if (isRead(event)) {
            readsFrom.unlink(event, location[event]);
        } else if (isWrite(event)) {
            if (order.isPlaced(event)) {
                displace(event);
            }
        } else if (isStart(event)) {
            threads.unstart((int) value[event]);
        }
    }

    /** Lets the last read of a thread read from another write; {@code rmw} says whether it now succeeds as one. */
    public void changeReadsFrom(int read, int write, long val, boolean rmw, AccessMode how) {
        int where = location[read];
        readsFrom.unlink(read, where);
        changeRead(read, val, rmw, how);
        readsFrom.link(read, where, write);
        clocks.compute(read);
    }

    /** Computes all clocks anew, where reads were made to read from writes that depend on them. */
    public void settleClocks() {
        boolean changed = true;
        while (changed) {
            changed = false;
            for (int event = 0; event < size; event++) {
                changed |= clocks.recompute(event);
            }
        }
    }

    // ---- copying a prefix

    /**
     * Copies into {@code target} the first {@code kept[t]} events of each thread t, in their order, renumbered.
     * The kept events must be closed under program order and reads-from. All events up to and including
     * {@code whole} are kept.
     */
    public void copyPrefix(Graph target, int[] kept, int whole) {
        target.clear();
        target.ensureLike(this);
        int[] twins = symmetry.twins();
        if (twins != null) {
            target.setTwins(twins);
        }
        if (clocks.cause != clocks.porf) {
            target.clocks.separateCause();
        }
        prefixCopy.copy(target, kept, whole + 1);
    }

    /** Copies everything. */
    public void copyTo(Graph target) {
        int[] all = Arrays.copyOf(threads.length, clocks.stride);
        copyPrefix(target, all, size - 1);
    }

    // ---- room

    private void clear() {
        for (int event = 0; event < size; event++) {
            int where = location[event];
            if (where >= 0) {
                order.clear(where);
                readsFrom.clear(where);
            }
        }
        clearEvents();
        threads.clear();
    }

    private void ensureLike(Graph other) {
        while (capacity() < other.capacity()) {
            grow();
        }
        ensureThread(other.clocks.stride - 1);
        ensureLocation(other.locations - 1);
    }

    private void ensureLocation(int where) {
        if (where >= locations) {
            locations = Math.max(2 * locations, where + 1);
            order.ensureLocations(locations);
            readsFrom.ensureLocations(locations);
        }
    }

    private void ensureThread(int t) {
        int had = clocks.stride;
        if (t >= had) {
            int now = Math.max(2 * had, t + 1);
            clocks.widen(now, size, capacity());
            threads.widen(now);
        }
    }

    private void grow() {
        int now = 2 * capacity();
        growEvents(now);
        readsFrom.ensureEvents(now);
        order.ensureEvents(now);
        clocks.ensureEvents(now);
    }
}
