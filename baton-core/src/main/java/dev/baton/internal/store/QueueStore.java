package dev.baton.internal.store;

import dev.baton.internal.line.Segment;
import dev.baton.internal.line.SegmentReference;
import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

import org.jspecify.annotations.Nullable;

/**
 * Store that gives elements out in the order they came in, about: an infinite array with one index for insertions
 * and one for retrievals.
 */
public final class QueueStore<E> implements Store<E> {
    /*
     * Overview
     *
     *       retrievals ──► removals            insertions ──► inserts
     *                         │                                  │
     *      ... │ BROKEN │ BROKEN │ element │ element │ element │ null │ ...
     *
     *   Both sides claim the next cell of their index by fetch-and-add; cell i joins the i-th insertion and the i-th
     *   retrieval. The retrieval swaps BROKEN in: it gets the element or, if it came first, spoils the cell.
     *
     * Source
     *   The queue-based pool of Koval, Khalanskiy, Alistarh: "CQS" (PLDI 2023, full version).
     *
     * State (of a cell)
     *   null ──insert──► element ──retrieve──► BROKEN;  null ──retrieve──► BROKEN
     *
     * Invariants
     *   - A reference is never past the segment of an index that is claimed after the reference was read.
     *   - No cell is ever cancelled, so no segment is removed before both references have left it.
     *
     * Linearization
     *   Insertion at the CAS of its cell, retrieval at the swap.
     *
     * Memory modes
     *   field              read  write                why that is enough
     *   inserts, removals  –     getAndAdd, release   each index is given out once, after its reference was read
     *   Cells and references: see Segment and SegmentReference. Proof: "QueueStore".
     *
     * Retention
     *   Cells that were retrieved hold a shared token. A retrieval forgets the segments to the left of its own; those
     *   that both references have passed are unreachable.
     *
     * Verified by
     *   StoreTest, BagTest, BagStressTest, PoolLincheckTest, PoolMutantsTest.
     */
    private static final Object BROKEN = new Object();

    private final int shift;
    private final SegmentReference head;
    private final SegmentReference tail;
    private long inserts;
    @SuppressWarnings("UnusedVariable") // through its VarHandle
    private long removals;

    /**
     * Creates an empty store.
     *
     * @param segmentSize cells in a segment, a power of two
     */
    public QueueStore(int segmentSize) {
        this.shift = Integer.numberOfTrailingZeros(segmentSize);
        Segment first = new Segment(0L, null, segmentSize, 2);
        this.head = new SegmentReference(first);
        this.tail = new SegmentReference(first);
    }

    @Override
    public @Nullable Object spare() {
        return null;
    }

    /** Appends the segment of the next insertion, while that may still fail. */
    @Override
    public Object prepare(@Nullable Object spare, E element) {
        long id = inserts >>> shift; // a guess that the insertion does not rely on
        Segment segment = tail.getOpaque();
        while (segment.id < id) {
            segment = segment.nextOrAppend();
        }
        return element;
    }

    @Override
    @SuppressWarnings("unchecked") // an element is prepared as it is
    public E elementOf(Object prepared) {
        return (E) prepared;
    }

    @Override
    public boolean tryInsert(Object prepared) {
        Segment start = tail.getOpaque(); // before the index is claimed, or it could lie past the cell
        long index = (long) INSERTS.getAndAddRelease(this, 1L);
        return moveTo(tail, start, index).casCell(cellOf(index), null, prepared);
    }

    @Override
    public @Nullable Object tryRetrieve() {
        Segment start = head.getOpaque(); // before the index is claimed, or it could lie past the cell
        long index = (long) REMOVALS.getAndAddRelease(this, 1L);
        Segment segment = moveTo(head, start, index);
        segment.forgetPrev();
        return segment.getAndSetCellAcquire(cellOf(index), BROKEN);
    }

    private int cellOf(long index) {
        return (int) (index & ((1L << shift) - 1L));
    }

    /** The segment of an index that is claimed. Where memory is short, waits for it or for another thread. */
    private Segment moveTo(SegmentReference reference, Segment start, long index) {
        for (;;) {
            try {
                return reference.moveTo(start, index >>> shift);
            } catch (OutOfMemoryError full) {
                Thread.yield();
            }
        }
    }

    /** Number of segments kept alive; for tests. */
    int segments() {
        Segment atHead = head.getOpaque();
        Segment atTail = tail.getOpaque();
        int count = 0;
        for (Segment segment = atHead.id < atTail.id ? atHead : atTail; segment != null; segment = segment
                .nextAcquire()) {
            count++;
        }
        return count;
    }

    // VarHandle mechanics
    private static final VarHandle INSERTS = ConstantBootstraps.fieldVarHandle(MethodHandles.lookup(), "inserts",
            VarHandle.class, QueueStore.class, long.class);
    private static final VarHandle REMOVALS = ConstantBootstraps.fieldVarHandle(MethodHandles.lookup(), "removals",
            VarHandle.class, QueueStore.class, long.class);
}
