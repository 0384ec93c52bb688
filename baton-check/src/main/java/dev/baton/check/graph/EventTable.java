package dev.baton.check.graph;

import dev.baton.check.event.AccessMode;
import dev.baton.check.event.StepKind;
import java.util.Arrays;

/**
 * The events of a graph in the order of their insertion, a column per property, and how many there are of those
 * kinds that a model may skip its work without. The graph inherits the table rather than having one: every question of the
 * search and of the models ends here, and a reference more on the way to each is felt.
 */
public abstract sealed class EventTable implements Execution permits Graph {
    private static final StepKind[] KINDS = StepKind.values();
    private static final byte READ = (byte) StepKind.READ.ordinal();
    private static final byte WRITE = (byte) StepKind.WRITE.ordinal();
    private static final byte RMW_READ = (byte) StepKind.RMW_READ.ordinal();
    private static final byte RMW_WRITE = (byte) StepKind.RMW_WRITE.ordinal();
    private static final byte FENCE = (byte) StepKind.FENCE.ordinal();
    private static final byte START = (byte) StepKind.START.ordinal();
    private static final byte PLAIN = (byte) AccessMode.PLAIN.ordinal();
    private static final byte NON_ATOMIC = (byte) AccessMode.NON_ATOMIC.ordinal();
    private static final byte LOAD_LOAD = (byte) AccessMode.LOAD_LOAD.ordinal();
    private static final byte STORE_STORE = (byte) AccessMode.STORE_STORE.ordinal();
    private static final byte VOLATILE = (byte) AccessMode.VOLATILE.ordinal();

    int size;
    private byte[] kind = new byte[64];
    private byte[] mode = new byte[64];
    int[] thread = new int[64];
    int[] index = new int[64];
    int[] location = new int[64];
    long[] value = new long[64];
    int[] node = new int[64];
    int[] site = new int[64];

    private int volatileAccesses;
    private int fullFences;
    private int halfFences;
    int fences;

    EventTable() {}

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
    public int location(int event) {
        return location[event];
    }

    @Override
    public long value(int event) {
        return value[event];
    }

    @Override
    public int site(int event) {
        return site[event];
    }

    /** The node of the step tree that an event came from. */
    public int node(int event) {
        return node[event];
    }

    public void setNode(int event, int node) {
        this.node[event] = node;
    }

    @Override
    public StepKind kind(int event) {
        return KINDS[kind[event]];
    }

    @Override
    public AccessMode mode(int event) {
        return AccessMode.of(mode[event]);
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

    boolean isStart(int event) {
        return kind[event] == START;
    }

    public boolean isPlain(int event) {
        return mode[event] == PLAIN || mode[event] == NON_ATOMIC;
    }

    public boolean isVolatile(int event) {
        return mode[event] == VOLATILE;
    }

    public int volatileAccesses() {
        return volatileAccesses;
    }

    public int fences() {
        return fences;
    }

    public int fullFences() {
        return fullFences;
    }

    /** The number of load-load and store-store fences. */
    public int halfFences() {
        return halfFences;
    }

    /** The number of events there is room for. */
    int capacity() {
        return kind.length;
    }

    /** Adds an event; there must be room. */
    int appendEvent(int t, int i, StepKind what, int where, AccessMode how, long val, int atNode, int atSite) {
        int event = size++;
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

    int dropLastEvent() {
        int event = --size;
        count(event, -1);
        return event;
    }

    /** Changes what a read saw, and with it whether it succeeds as a read-modify-write. */
    void changeRead(int read, long val, boolean rmw, AccessMode how) {
        count(read, -1);
        value[read] = val;
        kind[read] = rmw ? RMW_READ : READ;
        mode[read] = (byte) how.ordinal();
        count(read, 1);
    }

    private void count(int event, int by) {
        if (kind[event] == FENCE && (mode[event] == LOAD_LOAD || mode[event] == STORE_STORE)) {
            halfFences += by;
        }
        if (kind[event] == FENCE) {
            fences += by;
        }
        if (mode[event] == VOLATILE) {
            if (kind[event] == FENCE) {
                fullFences += by;
            } else {
                volatileAccesses += by;
            }
        }
    }

    /** Copies the events before {@code end} into a table that is empty. */
    void copyEventsBefore(int end, EventTable target) {
        System.arraycopy(kind, 0, target.kind, 0, end);
        System.arraycopy(mode, 0, target.mode, 0, end);
        System.arraycopy(thread, 0, target.thread, 0, end);
        System.arraycopy(index, 0, target.index, 0, end);
        System.arraycopy(location, 0, target.location, 0, end);
        System.arraycopy(value, 0, target.value, 0, end);
        System.arraycopy(node, 0, target.node, 0, end);
        System.arraycopy(site, 0, target.site, 0, end);
        target.size = end;
        for (int event = 0; event < end; event++) {
            target.count(event, 1);
        }
    }

    /** Copies one event to the end of another table; its number there. */
    int copyEvent(int event, EventTable target) {
        int next = target.size++;
        target.kind[next] = kind[event];
        target.mode[next] = mode[event];
        target.thread[next] = thread[event];
        target.index[next] = index[event];
        target.location[next] = location[event];
        target.value[next] = value[event];
        target.node[next] = node[event];
        target.site[next] = site[event];
        target.count(next, 1);
        return next;
    }

    void clearEvents() {
        size = 0;
        volatileAccesses = 0;
        fullFences = 0;
        halfFences = 0;
        fences = 0;
    }

    void growEvents(int now) {
        kind = Arrays.copyOf(kind, now);
        mode = Arrays.copyOf(mode, now);
        thread = Arrays.copyOf(thread, now);
        index = Arrays.copyOf(index, now);
        location = Arrays.copyOf(location, now);
        value = Arrays.copyOf(value, now);
        node = Arrays.copyOf(node, now);
        site = Arrays.copyOf(site, now);
    }
}
