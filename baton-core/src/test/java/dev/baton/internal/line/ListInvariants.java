package dev.baton.internal.line;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Set;

/**
 * Structural invariants of a segment list at rest, when no operation on it is under way. Stress tests check them
 * after each round:
 * <ul>
 * <li>ids ascend; no removed segment is reachable except the tail; {@code s.next.prev} is {@code s} or null;
 * <li>the past is forgotten: the leftmost segment has no prev;
 * <li>counters tell the truth: as many cancelled as the cells show, as many owners as there are references;
 * <li>memory is bounded: every reachable segment is referenced, or is the tail, or has a cell that is not cancelled.
 * </ul>
 */
public final class ListInvariants {
    private static final int OWNER_SHIFT = 16;
    /** The mark of a cancelled cell, where a test needs no other. */
    public static final Object CANCELLED = new Object();

    private static final VarHandle COUNTER;

    static {
        try {
            COUNTER = MethodHandles.privateLookupIn(Segment.class, MethodHandles.lookup())
                    .findVarHandle(Segment.class, "counter", int.class);
        } catch (ReflectiveOperationException failure) {
            throw new ExceptionInInitializerError(failure);
        }
    }

    private ListInvariants() {}

    /** Checks the list that starts at {@code leftmost}, to which {@code references} point. */
    public static void check(Segment leftmost, int references) {
        check(leftmost, references, CANCELLED);
    }

    /** The same for a list whose cancelled cells bear the given mark. */
    public static void check(Segment leftmost, int references, Object mark) {
        require(leftmost.prevAcquire() == null, "the past of the leftmost is not forgotten", leftmost);
        int owners = 0;
        int segments = 0;
        for (Segment segment = leftmost; segment != null; segment = segment.nextAcquire()) {
            Segment next = segment.nextAcquire();
            if (next != null) {
                require(!segment.isRemoved(), "a removed segment is reachable", segment);
                require(next.id > segment.id, "ids do not ascend to " + next, segment);
                require(next.prevAcquire() == segment || next.prevAcquire() == null,
                        "next.prev is " + next.prevAcquire(), segment);
            }
            require(cancelled(segment) == cancelledCells(segment, mark), "the count of cancelled cells is wrong",
                    segment);
            require(owners(segment) >= 0, "owners are negative", segment);
            owners += owners(segment);
            segments++;
        }
        require(owners == references, "owners sum up to " + owners + " instead of " + references, leftmost);
        int reachable = reachableFrom(leftmost).size();
        require(reachable == segments, reachable + " segments are reachable, " + segments + " by next", leftmost);
    }

    /** Number of segments in the list from {@code leftmost} on. */
    public static int count(Segment leftmost) {
        int count = 0;
        for (Segment segment = leftmost; segment != null; segment = segment.nextAcquire()) {
            count++;
        }
        return count;
    }

    /** All segments reachable by any link: what the garbage collector must keep. */
    static Set<Segment> reachableFrom(Segment start) {
        Set<Segment> reached = Collections.newSetFromMap(new IdentityHashMap<>());
        Deque<Segment> open = new ArrayDeque<>();
        open.add(start);
        while (!open.isEmpty()) {
            Segment segment = open.remove();
            if (reached.add(segment)) {
                Segment next = segment.nextAcquire();
                Segment prev = segment.prevAcquire();
                if (next != null) {
                    open.add(next);
                }
                if (prev != null) {
                    open.add(prev);
                }
            }
        }
        return reached;
    }

    static int owners(Segment segment) {
        return (int) COUNTER.getVolatile(segment) >> OWNER_SHIFT;
    }

    static int cancelled(Segment segment) {
        return (int) COUNTER.getVolatile(segment) & ((1 << OWNER_SHIFT) - 1);
    }

    private static int cancelledCells(Segment segment, Object mark) {
        int count = 0;
        for (int cell = 0; cell < segment.size(); cell++) {
            if (segment.cellVolatile(cell) == mark) {
                count++;
            }
        }
        return count;
    }

    private static void require(boolean holds, String violation, Segment segment) {
        if (!holds) {
            throw new AssertionError(violation + ": " + segment + ", prev " + segment.prevAcquire() + ", next "
                    + segment.nextAcquire());
        }
    }
}
