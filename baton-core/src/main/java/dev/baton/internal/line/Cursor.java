package dev.baton.internal.line;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

import org.jspecify.annotations.Nullable;

/**
 * Place in an infinite array that moves forward, and may fall back a little. It says where a search begins; the cells
 * say what holds. A cursor may lag behind the cells: each thread that finds a cell done with moves the cursor past it.
 */
public final class Cursor {
    /*
     * Use
     *   Segment start = cursor.start();                     first, or it could lie past the cell
     *   long index = cursor.index();
     *   Segment segment = cursor.segment(start, index);     null: look again
     *   ... segment.cellVolatile(cursor.cell(index)) ...
     *   cursor.passed(index);
     *
     * Invariants
     *   - Every cell before the index is done with, for the side that the cursor belongs to, and stays so.
     *   - The index has been at or past the first cell of the segment that the reference points at.
     * Non-invariants
     *   The index never falls: a thread that was held up in passed() may set it back. It comes no further back than
     *   to the segment of the reference, which only moves forward. Nor does the index say where the first cell is
     *   that is not done with: a thread walks from it.
     *
     * Memory modes
     *   field  read     write         why that is enough
     *   index  acquire  release       a thread that sees a place sees what made all cells before it done with; else it could
     *                   CAS, release  find a later cell as it was before. All else is decided on cells.
     *   bound  plain    plain         what it says stays true; what it allows is decided on a cell. A JVM for 64 bits writes
     *                                 it in one piece.
     *   Proof: "Channel".
     *
     * Placement
     *   Index and bound have a cache line of their own: each side of a channel writes its cursor and reads the
     *   other's rarely.
     *
     * Retention
     *   The second of two cursors to enter a segment forgets what is to the left of it.
     */
    private final SegmentReference reference;
    private final int shift;
    private @Nullable Cursor other;
    @SuppressWarnings("unused") // keeps what one side writes off the cache line of the other side
    private long before1, before2, before3, before4, before5, before6, before7;
    @SuppressWarnings("UnusedVariable") // through its VarHandle
    private long index;
    private long bound;
    @SuppressWarnings("unused")
    private long after1, after2, after3, after4, after5, after6, after7;

    private Cursor(Segment first) {
        this.reference = new SegmentReference(first);
        this.shift = Integer.numberOfTrailingZeros(first.size());
    }

    /**
     * Two cursors at the beginning of a new array.
     *
     * @param segmentSize cells in a segment, a power of two
     * @return one of them, which knows the other
     */
    public static Cursor pair(int segmentSize) {
        Segment first = new Segment(0L, null, segmentSize, 2);
        Cursor one = new Cursor(first);
        Cursor two = new Cursor(first);
        one.other = two;
        two.other = one;
        return one;
    }

    /** {@return the other cursor of the array} */
    public Cursor other() {
        Cursor known = other;
        assert known != null;
        return known;
    }

    /** {@return where to start the search for a cell whose index is read after this} */
    public Segment start() {
        return reference.getOpaque();
    }

    /** {@return the place} */
    public long index() {
        return (long) INDEX.getAcquire(this);
    }

    /**
     * The cell of a place within its segment.
     *
     * @param at the place
     * @return the cell
     */
    public int cell(long at) {
        return (int) (at & ((1L << shift) - 1L));
    }

    /**
     * The segment of a place, appended if it is not there yet.
     *
     * @param start as read before {@code at}
     * @param at    the place
     * @return the segment, or null if it is removed: the cursor has moved on
     */
    public @Nullable Segment segment(Segment start, long at) {
        long id = at >>> shift;
        Segment segment = start.id == id && !start.isRemoved() ? start : reference.moveTo(start, id);
        if (segment.id != id) {
            raise(segment.id << shift);
            return null;
        }
        if (cell(at) == 0 && other().index() >= at) {
            segment.forgetPrev();
        }
        return segment;
    }

    /**
     * Whether the segment of a place, or a later one, has been appended.
     *
     * @param start as read before {@code at}
     * @param at    the place
     * @return whether {@link #segment} would append none
     */
    public boolean isThere(Segment start, long at) {
        Segment segment = start;
        while (segment.id < at >>> shift || segment.isRemoved()) {
            Segment next = segment.nextAcquire();
            if (next == null) {
                return false;
            }
            segment = next;
        }
        return true;
    }

    /**
     * Moves past {@code at}, unless another thread has.
     *
     * @param at a place that is done with, and so are all cells before it
     */
    public void passed(long at) {
        if (index() <= at) {
            setIndexRelease(at + 1L); // may undo steps of others, which costs steps and nothing else
        }
    }

    /** {@return segments that are kept alive by this cursor or the other; for tests} */
    public int segments() {
        Segment one = start();
        Segment two = other().start();
        int count = 0;
        for (Segment segment = one.id < two.id ? one : two; segment != null; segment = segment.nextAcquire()) {
            count++;
        }
        return count;
    }

    /** {@return a place up to which the index may go, as its owner has found, for a reason that stays} */
    public long bound() {
        return bound;
    }

    /**
     * Notes such a place. A thread that was held up may set it back, which costs another search for it.
     *
     * @param place the place
     */
    public void setBound(long place) {
        bound = place;
    }

    private void raise(long target) {
        for (long seen = index(); seen < target;) {
            long found = casIndex(seen, target);
            if (found == seen) {
                return;
            }
            seen = found;
        }
    }

    private void setIndexRelease(long target) {
        INDEX.setRelease(this, target);
    }

    /** What was found there: {@code expected} if the index has moved. */
    private long casIndex(long expected, long target) {
        return (long) INDEX.compareAndExchangeRelease(this, expected, target);
    }

    // VarHandle mechanics
    private static final VarHandle INDEX = ConstantBootstraps.fieldVarHandle(MethodHandles.lookup(), "index",
            VarHandle.class, Cursor.class, long.class);
}
