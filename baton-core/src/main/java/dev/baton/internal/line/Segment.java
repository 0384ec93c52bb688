package dev.baton.internal.line;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

import org.jspecify.annotations.Nullable;

/** Fixed run of cells of an infinite array; segments form a doubly linked list. */
public final class Segment {
    /*
     * Overview
     *
     *     suspends ──► owner references ◄── resumes
     *                    │                     │
     *      null ◄─ prev ─┴─ [id 4] ⇄ [id 5] ⇄ [id 7] ─ next ─► null      (6 was removed: all cells cancelled)
     *
     *   A segment whose cells are all cancelled and that no owner reference points at is removed: unlinked from
     *   both neighbours in constant time. The tail is the exception; it is unlinked when it gets a successor.
     *
     * Source
     *   The segment list of "CQS: A Formally-Verified Framework for Fair and Abortable Synchronization" (PLDI
     *   2023). Differs in: "removed" is decided by the counter word alone, so that a segment found removed can
     *   never come back; only remove() and its walk to the right ask whether a segment is the tail.
     *
     * State
     *   counter: low 16 bits, cells cancelled; high 16 bits, owner references. Removed is counter == size.
     *
     * Invariants
     *   1. Ids are consecutive when segments are appended; one segment per id, ever.
     *   2. next only ever jumps to larger ids, and walking next from any segment ever seen, unlinked or not,
     *      reaches every later segment that is not removed.
     *   3. Once removed, always removed: cells stay cancelled and tryAddOwner refuses.
     *   4. A segment with a cell whose suspend is still under way is not removed.
     *   5. prev goes from a segment to one with a smaller id or to null, and null is final.
     * Non-invariants
     *   prev and next of a removed segment may point at removed segments. The tail may be removed by its counter.
     *
     * Abort
     *   cellCancelled() counts one cancelled cell, at most once a cell; the last one removes the segment.
     *
     * Memory modes
     *   field    read      write                why that is enough
     *   cell     volatile  CAS, volatile        the cell arbitrates between suspend, resume and abort
     *            –         swap, acquire        an abort's second step gets the value that was left for it
     *            –         plain                a channel's request that has happened leaves its cell, which has no other way
     *   counter  volatile  getAndAdd            of two neighbours removed at once, one sees the other
     *            –         CAS, release         an owner more; that it is counted or refused is all
     *   next     acquire   CAS, release         what is appended is seen whole
     *            –         volatile             a removal links past itself, then looks at its neighbours' counters
     *   prev     acquire   CAS, release         a stale prev only costs steps
     *            –         plain (null)         null must not be overwritten, which the CAS sees to
     *   A segment that nobody counted as owner is not the tail: the reference for entries owns the last segment in
     *   which any cell was ever claimed. So appending and removing need not see each other.
     *   Proof: "Segment list", and the framework's scenarios with segments of one cell.
     *
     * Retention
     *   A live segment never reaches a removed one, except the tail, once all removals have finished.
     */
    public static final int MAX_SIZE = 1 << 12;
    private static final int OWNER = 1 << 16;

    public final long id;
    private final @Nullable Object[] cells;
    @SuppressWarnings("UnusedVariable") // through its VarHandle
    private @Nullable Segment next;
    private @Nullable Segment prev;
    @SuppressWarnings("UnusedVariable") // through its VarHandle
    private int counter;

    public Segment(long id, @Nullable Segment prev, int size, int owners) {
        this.id = id;
        this.cells = new Object[size];
        this.prev = prev;
        this.counter = owners * OWNER;
    }

    public int size() {
        return cells.length;
    }

    /** All cells are cancelled and no owner reference points here; final once true. */
    public boolean isRemoved() {
        return counterVolatile() == cells.length;
    }

    public boolean isTail() {
        return nextAcquire() == null;
    }

    /** The next segment, appended first if this is the tail. */
    public Segment nextOrAppend() {
        Segment following = nextAcquire();
        if (following != null) {
            return following;
        }
        Segment appended = new Segment(id + 1, this, cells.length, 0);
        if (casNextRelease(appended)) {
            if (isRemoved()) {
                remove(); // put off while this was the tail
            }
            return appended;
        }
        Segment winner = nextAcquire();
        assert winner != null;
        return winner;
    }

    /** Adds an owner reference unless this segment is removed. */
    public boolean tryAddOwner() {
        for (;;) {
            int seen = counterVolatile();
            if (seen == cells.length) {
                return false;
            }
            if (casCounterRelease(seen, seen + OWNER)) {
                return true;
            }
        }
    }

    /** Drops an owner reference, removing the segment if that was what kept it. */
    public void dropOwner() {
        int before = getAndAddCounter(-OWNER);
        if (before - OWNER == cells.length) {
            remove();
        }
    }

    /** Counts one cell as cancelled; to be called at most once a cell. */
    public void cellCancelled() {
        int before = getAndAddCounter(1);
        if (before + 1 == cells.length) {
            remove();
        }
    }

    /** Forgets the segments to the left; they have been processed. */
    public void forgetPrev() {
        if (prev != null) {
            prev = null;
        }
    }

    /**
     * Unlinks this removed segment. Links the nearest live neighbours to each other, then looks again whether
     * both still live: of two adjacent removals the one that finishes last sees the other and repeats.
     */
    private void remove() {
        if (isTail()) {
            return; // nextOrAppend does it
        }
        for (;;) {
            Segment left = liveLeft();
            Segment right = liveRightOrTail();
            right.movePrev(left);
            if (left != null) {
                left.setNextVolatile(right);
            }
            boolean rightLives = !right.isRemoved() || right.isTail();
            boolean leftLives = left == null || !left.isRemoved();
            if (rightLives && leftLives) {
                return;
            }
        }
    }

    private @Nullable Segment liveLeft() {
        Segment segment = prevAcquire();
        while (segment != null && segment.isRemoved()) {
            segment = segment.prevAcquire();
        }
        return segment;
    }

    private Segment liveRightOrTail() {
        Segment segment = nextAcquire();
        assert segment != null;
        for (;;) {
            Segment following = segment.nextAcquire();
            if (following == null || !segment.isRemoved()) {
                return segment;
            }
            segment = following;
        }
    }

    /** Sets prev unless it is null: a forgotten past must not be resurrected. */
    private void movePrev(@Nullable Segment target) {
        for (;;) {
            Segment seen = prevAcquire();
            if (seen == null || casPrevRelease(seen, target)) {
                return;
            }
        }
    }

    @Nullable
    public Segment nextAcquire() {
        return (Segment) NEXT.getAcquire(this);
    }

    private void setNextVolatile(Segment segment) {
        NEXT.setVolatile(this, segment);
    }

    private boolean casNextRelease(Segment segment) {
        return NEXT.compareAndExchangeRelease(this, null, segment) == null;
    }

    @Nullable
    public Segment prevAcquire() {
        return (Segment) PREV.getAcquire(this);
    }

    private boolean casPrevRelease(Segment expected, @Nullable Segment segment) {
        return PREV.compareAndExchangeRelease(this, expected, segment) == expected;
    }

    private int counterVolatile() {
        return (int) COUNTER.getVolatile(this);
    }

    private int getAndAddCounter(int delta) {
        return (int) COUNTER.getAndAdd(this, delta);
    }

    private boolean casCounterRelease(int expected, int replacement) {
        return (int) COUNTER.compareAndExchangeRelease(this, expected, replacement) == expected;
    }

    /** Cells counted as cancelled. */
    public int cellsCancelled() {
        return counterVolatile() & (OWNER - 1);
    }

    @Nullable
    public Object cellVolatile(int index) {
        return CELL.getVolatile(cells, index);
    }

    public boolean casCell(int index, @Nullable Object expected, @Nullable Object replacement) {
        return CELL.compareAndSet(cells, index, expected, replacement);
    }

    @Nullable
    public Object getAndSetCellAcquire(int index, Object replacement) {
        return CELL.getAndSetAcquire(cells, index, replacement);
    }

    /** Fills a cell that no thread will change to anything else. */
    public void setCellPlain(int index, Object replacement) {
        cells[index] = replacement;
    }

    public void setCellVolatile(int index, Object replacement) {
        CELL.setVolatile(cells, index, replacement);
    }

    @Override
    public String toString() {
        int seen = counterVolatile();
        return "Segment[id=" + id + ", cancelled=" + (seen & (OWNER - 1)) + "/" + cells.length + ", owners="
                + (seen >> 16) + "]";
    }

    // VarHandle mechanics
    private static final VarHandle CELL = MethodHandles.arrayElementVarHandle(Object[].class);
    private static final VarHandle NEXT = ConstantBootstraps.fieldVarHandle(MethodHandles.lookup(), "next",
            VarHandle.class, Segment.class, Segment.class);
    private static final VarHandle PREV = ConstantBootstraps.fieldVarHandle(MethodHandles.lookup(), "prev",
            VarHandle.class, Segment.class, Segment.class);
    private static final VarHandle COUNTER = ConstantBootstraps.fieldVarHandle(MethodHandles.lookup(), "counter",
            VarHandle.class, Segment.class, int.class);
}
