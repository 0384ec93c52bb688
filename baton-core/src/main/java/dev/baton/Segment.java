package dev.baton;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

import org.jspecify.annotations.Nullable;

/** Fixed run of cells of an infinite array; segments form a doubly linked list. */
final class Segment {
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
     *   cell     volatile  CAS, getAndSet       the cell arbitrates between suspend, resume and abort
     *   next     volatile  CAS, volatile        the cleaner bumps counter, then reads next; the appender sets next,
     *   counter  volatile  getAndAdd, CAS       then reads counter: one of them must see the other
     *   prev     volatile  CAS, release (null)  a stale prev only costs steps; null must not be overwritten
     *
     * Retention
     *   A live segment never reaches a removed one, except the tail, once all removals have finished.
     */
    static final int MAX_SIZE = 1 << 12;
    private static final int OWNER = 1 << 16;

    final long id;
    private final @Nullable Object[] cells;
    private volatile @Nullable Segment next;
    private volatile @Nullable Segment prev;
    private volatile int counter;

    Segment(long id, @Nullable Segment prev, int size, int owners) {
        this.id = id;
        this.cells = new Object[size];
        PREV.set(this, prev);
        COUNTER.set(this, owners * OWNER);
    }

    int size() {
        return cells.length;
    }

    /** All cells are cancelled and no owner reference points here; final once true. */
    boolean isRemoved() {
        return counter == cells.length;
    }

    boolean isTail() {
        return next == null;
    }

    /** The next segment, appended first if this is the tail. */
    Segment nextOrAppend() {
        Segment following = next;
        if (following != null) {
            return following;
        }
        Segment appended = new Segment(id + 1, this, cells.length, 0);
        if (NEXT.compareAndSet(this, null, appended)) {
            if (isRemoved()) {
                remove(); // put off while this was the tail
            }
            return appended;
        }
        Segment winner = next;
        assert winner != null;
        return winner;
    }

    /** Adds an owner reference unless this segment is removed. */
    boolean tryAddOwner() {
        for (;;) {
            int seen = counter;
            if (seen == cells.length) {
                return false;
            }
            if (COUNTER.compareAndSet(this, seen, seen + OWNER)) {
                return true;
            }
        }
    }

    /** Drops an owner reference, removing the segment if that was what kept it. */
    void dropOwner() {
        int before = (int) COUNTER.getAndAdd(this, -OWNER);
        if (before - OWNER == cells.length) {
            remove();
        }
    }

    /** Counts one cell as cancelled; to be called at most once a cell. */
    void cellCancelled() {
        int before = (int) COUNTER.getAndAdd(this, 1);
        if (before + 1 == cells.length) {
            remove();
        }
    }

    /** Forgets the segments to the left; they have been processed. */
    void forgetPrev() {
        if (prev != null) {
            PREV.setRelease(this, null);
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
                left.next = right;
            }
            boolean rightLives = !right.isRemoved() || right.isTail();
            boolean leftLives = left == null || !left.isRemoved();
            if (rightLives && leftLives) {
                return;
            }
        }
    }

    private @Nullable Segment liveLeft() {
        Segment segment = prev;
        while (segment != null && segment.isRemoved()) {
            segment = segment.prev;
        }
        return segment;
    }

    private Segment liveRightOrTail() {
        Segment segment = next;
        assert segment != null;
        for (;;) {
            Segment following = segment.next;
            if (following == null || !segment.isRemoved()) {
                return segment;
            }
            segment = following;
        }
    }

    /** Sets prev unless it is null: a forgotten past must not be resurrected. */
    private void movePrev(@Nullable Segment target) {
        for (;;) {
            Segment seen = prev;
            if (seen == null || PREV.compareAndSet(this, seen, target)) {
                return;
            }
        }
    }

    /** Cells counted as cancelled; for tests of the structure. */
    int cellsCancelled() {
        return counter & (OWNER - 1);
    }

    @Nullable
    Segment nextVolatile() {
        return next;
    }

    @Nullable
    Segment prevVolatile() {
        return prev;
    }

    @Nullable
    Object cellVolatile(int index) {
        return CELL.getVolatile(cells, index);
    }

    boolean casCell(int index, @Nullable Object expected, @Nullable Object replacement) {
        return CELL.compareAndSet(cells, index, expected, replacement);
    }

    @Nullable
    Object getAndSetCell(int index, Object replacement) {
        return CELL.getAndSet(cells, index, replacement);
    }

    void setCellVolatile(int index, Object replacement) {
        CELL.setVolatile(cells, index, replacement);
    }

    @Override
    public String toString() {
        int seen = counter;
        return "Segment[id=" + id + ", cancelled=" + (seen & (OWNER - 1)) + "/" + cells.length + ", owners="
                + (seen >> 16) + "]";
    }

    // VarHandle mechanics
    private static final VarHandle CELL = MethodHandles.arrayElementVarHandle(Object[].class);
    private static final VarHandle NEXT;
    private static final VarHandle PREV;
    private static final VarHandle COUNTER;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            NEXT = lookup.findVarHandle(Segment.class, "next", Segment.class);
            PREV = lookup.findVarHandle(Segment.class, "prev", Segment.class);
            COUNTER = lookup.findVarHandle(Segment.class, "counter", int.class);
        } catch (ReflectiveOperationException failure) {
            throw new ExceptionInInitializerError(failure);
        }
    }
}
