package dev.baton.check.graph;

import dev.baton.check.event.AccessMode;
import dev.baton.check.event.StepKind;
import java.util.Arrays;

/**
 * The execution graph under construction: grows and shrinks at its end as the search goes forward and back, and
 * can be copied down to a prefix. All state is in flat arrays that are reused; nothing is allocated per event.
 */
public final class Graph implements Execution {
    /*
     * Overview. Events have numbers in insertion order. Everything a search step needs is a link away:
     *
     *   thread t:   0 ── 1 ── 2 ── …          byThread[t][index] is the event, length[t] their number
     *   location x: INIT ⇄ w1 ⇄ w2 ⇄ w3       moBefore / moAfter, lastWrite[x], firstWrite[x]
     *   write w:    r5 → r3 → r1              firstReader[w] / initReader[x], then nextReader[r]
     *
     * Clocks hold only what is known at insertion; a read whose reads-from changes is the last of its thread then, so its
     * row alone is computed anew.
     *
     * Invariants. Insertion order extends program order, but not reads-from: a read may read from a write that was
     * inserted later (it was revisited). Reader lists are linked at their head in insertion order, so removing
     * the last event unlinks the head. A write may be unlinked from modification order while its place is
     * being chosen: then moBefore is UNPLACED.
     */
    public static final int NONE = -2;
    private static final int UNPLACED = -3;
    private static final StepKind[] KINDS = StepKind.values();
    private static final byte READ = (byte) StepKind.READ.ordinal();
    private static final byte WRITE = (byte) StepKind.WRITE.ordinal();
    private static final byte RMW_READ = (byte) StepKind.RMW_READ.ordinal();
    private static final byte RMW_WRITE = (byte) StepKind.RMW_WRITE.ordinal();
    private static final byte FENCE = (byte) StepKind.FENCE.ordinal();
    private static final byte START = (byte) StepKind.START.ordinal();
    private static final byte PLAIN = (byte) AccessMode.PLAIN.ordinal();
    private static final byte LOAD_LOAD = (byte) AccessMode.LOAD_LOAD.ordinal();
    private static final byte STORE_STORE = (byte) AccessMode.STORE_STORE.ordinal();
    private static final byte VOLATILE = (byte) AccessMode.VOLATILE.ordinal();

    private int size;
    private int volatileAccesses;
    private int fullFences;
    private int halfFences;
    private int jdkFences;
    private byte[] kind = new byte[64];
    private byte[] mode = new byte[64];
    private int[] thread = new int[64];
    private int[] index = new int[64];
    private int[] location = new int[64];
    private long[] value = new long[64];
    private int[] rf = new int[64];
    private int[] moBefore = new int[64];
    private int[] moAfter = new int[64];
    private int[] firstReader = new int[64];
    private int[] nextReader = new int[64];
    private int[] node = new int[64];
    private int[] site = new int[64];

    private final Symmetry symmetry = new Symmetry(this);
    private final Clocks clocks = new Clocks(this, symmetry);

    private int[][] byThread = new int[8][32];
    private int[] length = new int[8];
    private int[] cursor = new int[8];
    private int[] startEvent = new int[8];

    private int[] firstWrite = new int[16];
    private int[] lastWrite = new int[16];
    private int[] initReader = new int[16];
    private int[] renumbered = new int[64];

    public Graph() {
        Arrays.fill(cursor, NONE);
        Arrays.fill(startEvent, NONE);
        Arrays.fill(firstWrite, NONE);
        Arrays.fill(lastWrite, NONE);
        Arrays.fill(initReader, NONE);
    }

    // ---- what it holds

    @Override
    public int size() {
        return size;
    }

    @Override
    public int thread(int event) {
        return thread[event];
    }

    @Override
    public int index(int event) {
        return index[event];
    }

    @Override
    public StepKind kind(int event) {
        return KINDS[kind[event]];
    }

    @Override
    public int location(int event) {
        return location[event];
    }

    @Override
    public AccessMode mode(int event) {
        return AccessMode.of(mode[event]);
    }

    @Override
    public int readsFrom(int read) {
        return rf[read];
    }

    @Override
    public int moBefore(int write) {
        return moBefore[write];
    }

    @Override
    public long value(int event) {
        return value[event];
    }

    @Override
    public int site(int event) {
        return site[event];
    }

    @Override
    public boolean isRead(int event) {
        return kind[event] == READ || kind[event] == RMW_READ;
    }

    @Override
    public boolean isWrite(int event) {
        return kind[event] == WRITE || kind[event] == RMW_WRITE;
    }

    public boolean isRmwWrite(int event) {
        return kind[event] == RMW_WRITE;
    }

    public boolean isFence(int event) {
        return kind[event] == FENCE;
    }

    public boolean isPlain(int event) {
        return mode[event] == PLAIN;
    }

    public boolean isVolatile(int event) {
        return mode[event] == VOLATILE;
    }

    /** The write after this one in modification order, or {@link #NONE}. */
    public int moAfter(int write) {
        return moAfter[write];
    }

    /** The write after {@code write} at {@code location}, where {@code write} may be INIT; or {@link #NONE}. */
    public int moAfter(int write, int location) {
        return write == INIT ? firstWrite(location) : moAfter[write];
    }

    /** The first write of a location in modification order, or {@link #NONE}. */
    public int firstWrite(int location) {
        return location < firstWrite.length ? firstWrite[location] : NONE;
    }

    /** The last write of a location in modification order, or INIT. */
    public int lastWrite(int location) {
        int last = location < lastWrite.length ? lastWrite[location] : NONE;
        return last == NONE ? INIT : last;
    }

    /** The most recently linked reader of a write, where the write may be INIT; or {@link #NONE}. */
    public int firstReader(int write, int location) {
        if (write != INIT) {
            return firstReader[write];
        }
        return location < initReader.length ? initReader[location] : NONE;
    }

    public int nextReader(int read) {
        return nextReader[read];
    }

    /** The number of threads that rows and per-thread tables have room for. */
    public int threads() {
        return clocks.stride;
    }

    /** The number of events of a thread. */
    public int length(int thread) {
        return length[thread];
    }

    public int event(int thread, int index) {
        return byThread[thread][index];
    }

    /** The node of the step tree at which a thread stands, or {@link #NONE} if it has not been started. */
    public int cursor(int thread) {
        return cursor[thread];
    }

    public void setCursor(int thread, int node) {
        cursor[thread] = node;
    }

    /** The node of the step tree that an event came from. */
    public int node(int event) {
        return node[event];
    }

    public void setNode(int event, int node) {
        this.node[event] = node;
    }

    /** The event that started a thread, or {@link #NONE}. */
    public int startEvent(int thread) {
        return startEvent[thread];
    }

    public int volatileAccesses() {
        return volatileAccesses;
    }

    public int fullFences() {
        return fullFences;
    }

    /** The number of load-load and store-store fences. */
    public int halfFences() {
        return halfFences;
    }

    /** Some fence orders plain accesses too. */
    boolean hasJdkFences() {
        return jdkFences > 0;
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
        return index > 0 ? byThread[thread][index - 1] : startEvent[thread];
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
        cursor[mainThread] = atNode;
    }

    private int append(int t, StepKind what, int where, AccessMode how, long val, int atNode, int atSite) {
        if (size == kind.length) {
            grow();
        }
        int event = size++;
        int i = length[t]++;
        if (i == byThread[t].length) {
            byThread[t] = Arrays.copyOf(byThread[t], 2 * i);
        }
        byThread[t][i] = event;
        kind[event] = (byte) what.ordinal();
        mode[event] = (byte) how.ordinal();
        thread[event] = t;
        index[event] = i;
        location[event] = where;
        value[event] = val;
        node[event] = atNode;
        site[event] = atSite;
        count(event, 1);
        return event;
    }

    private void count(int event, int by) {
        if (kind[event] == FENCE && (mode[event] == LOAD_LOAD || mode[event] == STORE_STORE)) {
            halfFences += by;
        }
        if (kind[event] == FENCE && AccessMode.of(mode[event]).ordersPlain()) {
            jdkFences += by;
        }
        if (mode[event] == VOLATILE) {
            if (kind[event] == FENCE) {
                fullFences += by;
            } else {
                volatileAccesses += by;
            }
        }
    }

    /** Adds a fence, a thread's start or join, or a choice. */
    public int addOther(int t, StepKind what, AccessMode how, long val, int atNode, int atSite) {
        int event = append(t, what, -1, how, val, atNode, atSite);
        if (what == StepKind.START) {
            ensureThread((int) val);
            startEvent[(int) val] = event;
        }
        clocks.compute(event);
        return event;
    }

    /** Adds a read that reads from {@code write}, which may be INIT. */
    public int addRead(int t, boolean rmw, int where, AccessMode how, int write, long val, int atNode, int atSite) {
        ensureLocation(where);
        int event = append(t, rmw ? StepKind.RMW_READ : StepKind.READ, where, how, val, atNode, atSite);
        linkReader(event, write);
        clocks.compute(event);
        return event;
    }

    /** Adds a write that has no place in modification order yet. */
    public int addWrite(int t, boolean rmw, int where, AccessMode how, long val, int atNode, int atSite) {
        ensureLocation(where);
        int event = append(t, rmw ? StepKind.RMW_WRITE : StepKind.WRITE, where, how, val, atNode, atSite);
        firstReader[event] = NONE;
        moBefore[event] = UNPLACED;
        moAfter[event] = NONE;
        clocks.compute(event);
        return event;
    }

    /** Gives a write its place in modification order: directly after {@code before}, which may be INIT. */
    public void place(int write, int before) {
        int where = location[write];
        int after = before == INIT ? firstWrite[where] : moAfter[before];
        moBefore[write] = before;
        moAfter[write] = after;
        if (before == INIT) {
            firstWrite[where] = write;
        } else {
            moAfter[before] = write;
        }
        if (after == NONE) {
            lastWrite[where] = write;
        } else {
            moBefore[after] = write;
        }
    }

    /** Takes a write out of modification order again. */
    public void displace(int write) {
        int before = moBefore[write];
        int after = moAfter[write];
        int where = location[write];
        if (before == INIT) {
            firstWrite[where] = after;
        } else {
            moAfter[before] = after;
        }
        if (after == NONE) {
            lastWrite[where] = before == INIT ? NONE : before;
        } else {
            moBefore[after] = before;
        }
        moBefore[write] = UNPLACED;
        moAfter[write] = NONE;
    }

    /** Removes the last event and puts its thread back to the step it came from. */
    public void removeLast() {
        int event = --size;
        int t = thread[event];
        length[t]--;
        cursor[t] = node[event];
        count(event, -1);
        if (isRead(event)) {
            unlinkReader(event);
        } else if (isWrite(event)) {
            if (moBefore[event] != UNPLACED) {
                displace(event);
            }
        } else if (kind[event] == START) {
            int child = (int) value[event];
            startEvent[child] = NONE;
            cursor[child] = NONE;
        }
    }

    /** Lets the last read of a thread read from another write; {@code rmw} says whether it now succeeds as one. */
    public void changeReadsFrom(int read, int write, long val, boolean rmw, AccessMode how) {
        unlinkReader(read);
        count(read, -1);
        value[read] = val;
        kind[read] = rmw ? RMW_READ : READ;
        mode[read] = (byte) how.ordinal();
        count(read, 1);
        linkReader(read, write);
        clocks.compute(read);
    }

    private void linkReader(int read, int write) {
        rf[read] = write;
        int where = location[read];
        if (write == INIT) {
            nextReader[read] = initReader[where];
            initReader[where] = read;
        } else {
            nextReader[read] = firstReader[write];
            firstReader[write] = read;
        }
    }

    private void unlinkReader(int read) {
        int write = rf[read];
        int where = location[read];
        int other = firstReader(write, where);
        if (other == read) {
            if (write == INIT) {
                initReader[where] = nextReader[read];
            } else {
                firstReader[write] = nextReader[read];
            }
            return;
        }
        while (nextReader[other] != read) {
            other = nextReader[other];
        }
        nextReader[other] = nextReader[read];
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
        int prefix = whole + 1;
        System.arraycopy(kind, 0, target.kind, 0, prefix);
        System.arraycopy(mode, 0, target.mode, 0, prefix);
        System.arraycopy(thread, 0, target.thread, 0, prefix);
        System.arraycopy(index, 0, target.index, 0, prefix);
        System.arraycopy(location, 0, target.location, 0, prefix);
        System.arraycopy(value, 0, target.value, 0, prefix);
        System.arraycopy(node, 0, target.node, 0, prefix);
        System.arraycopy(site, 0, target.site, 0, prefix);
        clocks.copy(0, target.clocks, 0, prefix);
        for (int event = 0; event < prefix; event++) {
            renumbered[event] = event;
        }
        int next = prefix;
        for (int event = prefix; event < size; event++) {
            if (index[event] >= kept[thread[event]]) {
                renumbered[event] = NONE;
                continue;
            }
            renumbered[event] = next;
            target.kind[next] = kind[event];
            target.mode[next] = mode[event];
            target.thread[next] = thread[event];
            target.index[next] = index[event];
            target.location[next] = location[event];
            target.value[next] = value[event];
            target.node[next] = node[event];
            target.site[next] = site[event];
            clocks.copy(event, target.clocks, next, 1);
            next++;
        }
        target.size = next;
        for (int t = 0; t < clocks.stride; t++) {
            int had = length[t];
            int keeps = Math.min(had, kept[t]);
            target.length[t] = keeps;
            target.cursor[t] = keeps < had ? node[byThread[t][keeps]] : cursor[t];
            target.startEvent[t] = NONE;
        }
        target.relink(this);
    }

    /** Rebuilds the links of a copied prefix from the links of the graph it was copied from. */
    private void relink(Graph source) {
        int[] map = source.renumbered;
        for (int old = 0; old < source.size; old++) {
            int event = map[old];
            if (event == NONE) {
                continue;
            }
            int t = thread[event];
            int i = index[event];
            if (i >= byThread[t].length) {
                byThread[t] = Arrays.copyOf(byThread[t], Math.max(2 * byThread[t].length, i + 1));
            }
            byThread[t][i] = event;
            count(event, 1);
            if (isWrite(event)) {
                firstReader[event] = NONE;
                relinkOrder(source, map, old, event);
            } else if (kind[event] == START) {
                startEvent[(int) value[event]] = event;
            }
        }
        for (int t = 0; t < clocks.stride; t++) {
            if (startEvent[t] == NONE && length[t] == 0 && source.startEvent[t] != NONE) {
                cursor[t] = NONE;
            }
        }
        for (int old = 0; old < source.size; old++) {
            int event = map[old];
            if (event != NONE && isRead(event)) {
                int write = source.rf[old];
                linkReader(event, write == INIT ? INIT : map[write]);
            }
        }
    }

    private void relinkOrder(Graph source, int[] map, int old, int event) {
        int where = location[event];
        if (source.moBefore[old] == UNPLACED) {
            moBefore[event] = UNPLACED;
            moAfter[event] = NONE;
            return;
        }
        int before = source.moBefore[old];
        while (before != INIT && map[before] == NONE) {
            before = source.moBefore[before];
        }
        int after = source.moAfter[old];
        while (after != NONE && map[after] == NONE) {
            after = source.moAfter[after];
        }
        moBefore[event] = before == INIT ? INIT : map[before];
        moAfter[event] = after == NONE ? NONE : map[after];
        if (before == INIT) {
            firstWrite[where] = event;
        }
        if (after == NONE) {
            lastWrite[where] = event;
        }
    }

    /** Copies everything. */
    public void copyTo(Graph target) {
        int[] all = Arrays.copyOf(length, clocks.stride);
        copyPrefix(target, all, size - 1);
    }

    // ---- room

    private void clear() {
        for (int event = 0; event < size; event++) {
            int where = location[event];
            if (where >= 0) {
                firstWrite[where] = NONE;
                lastWrite[where] = NONE;
                initReader[where] = NONE;
            }
        }
        size = 0;
        volatileAccesses = 0;
        fullFences = 0;
        halfFences = 0;
        jdkFences = 0;
        Arrays.fill(length, 0);
        Arrays.fill(cursor, NONE);
        Arrays.fill(startEvent, NONE);
    }

    private void ensureLike(Graph other) {
        while (kind.length < other.kind.length) {
            grow();
        }
        if (clocks.stride < other.clocks.stride) {
            ensureThread(other.clocks.stride - 1);
        }
        if (firstWrite.length < other.firstWrite.length) {
            ensureLocation(other.firstWrite.length - 1);
        }
    }

    private void ensureLocation(int where) {
        int had = firstWrite.length;
        if (where >= had) {
            int now = Math.max(2 * had, where + 1);
            firstWrite = Arrays.copyOf(firstWrite, now);
            lastWrite = Arrays.copyOf(lastWrite, now);
            initReader = Arrays.copyOf(initReader, now);
            Arrays.fill(firstWrite, had, now, NONE);
            Arrays.fill(lastWrite, had, now, NONE);
            Arrays.fill(initReader, had, now, NONE);
        }
    }

    private void ensureThread(int t) {
        int had = clocks.stride;
        if (t < had) {
            return;
        }
        int now = Math.max(2 * had, t + 1);
        clocks.widen(now, size, kind.length);
        length = Arrays.copyOf(length, now);
        cursor = Arrays.copyOf(cursor, now);
        startEvent = Arrays.copyOf(startEvent, now);
        byThread = Arrays.copyOf(byThread, now);
        for (int i = had; i < now; i++) {
            cursor[i] = NONE;
            startEvent[i] = NONE;
            byThread[i] = new int[32];
        }
    }

    private void grow() {
        int now = 2 * kind.length;
        kind = Arrays.copyOf(kind, now);
        mode = Arrays.copyOf(mode, now);
        thread = Arrays.copyOf(thread, now);
        index = Arrays.copyOf(index, now);
        location = Arrays.copyOf(location, now);
        value = Arrays.copyOf(value, now);
        rf = Arrays.copyOf(rf, now);
        moBefore = Arrays.copyOf(moBefore, now);
        moAfter = Arrays.copyOf(moAfter, now);
        firstReader = Arrays.copyOf(firstReader, now);
        nextReader = Arrays.copyOf(nextReader, now);
        node = Arrays.copyOf(node, now);
        site = Arrays.copyOf(site, now);
        renumbered = Arrays.copyOf(renumbered, now);
        clocks.ensureEvents(now);
    }
}
