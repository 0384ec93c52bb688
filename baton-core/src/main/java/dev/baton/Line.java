package dev.baton;

import dev.baton.internal.line.Segment;
import dev.baton.internal.line.SegmentReference;
import dev.baton.internal.park.SpinPolicy;
import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

/**
 * The cells of a queue: an infinite array, an index where the next request enters and one where the next is served. A
 * queue has none until somebody waits in it.
 */
final class Line {
    /*
     * Memory modes
     *   field         read      write               why that is enough
     *   entryIndex    volatile  CAS                 an entry and a release, or an arrival, must not miss each other
     *   serviceIndex  volatile  CAS                 an abort and whoever makes it the head must not miss each other
     *                 –         getAndAdd, release  each resume gets its own cell, and has read where to start before
     *   Proof: GrantQueue, Semaphore, and the framework's scenarios.
     */
    private final int shift;
    private final SegmentReference entry;
    private final SegmentReference service;
    private final SpinPolicy spinning;
    private volatile long entryIndex;
    private volatile long serviceIndex;

    Line(Tuning tuning, SpinPolicy spinning) {
        this.shift = Integer.numberOfTrailingZeros(tuning.segmentSize());
        Segment first = new Segment(0, null, tuning.segmentSize(), 2);
        this.entry = new SegmentReference(first);
        this.service = new SegmentReference(first);
        this.spinning = spinning;
    }

    long idOf(long index) {
        return index >>> shift;
    }

    int cellOf(long index) {
        return (int) (index & ((1L << shift) - 1L));
    }

    long firstIndexOf(Segment segment) {
        return segment.id << shift;
    }

    /** The place of a cell in the infinite array. */
    long indexOf(Segment segment, int cell) {
        return firstIndexOf(segment) + cell;
    }

    SpinPolicy spinning() {
        return spinning;
    }

    SegmentReference service() {
        return service;
    }

    /**
     * Claims the next cell for {@code waiter}, which is told its place; the cell itself is not touched. The segment is
     * there before the cell is claimed, so an entry that finds no memory for it fails and leaves nothing behind.
     */
    void claimCell(Waiter<?> waiter, WaitQueue queue) {
        for (;;) {
            Segment start = entry.getOpaque(); // before the index, or it could lie past the cell
            long index = entryIndexVolatile();
            Segment segment = entry.moveTo(start, idOf(index));
            if (casEntryIndex(index, index + 1L)) {
                assert segment.id == idOf(index) : "a segment with a suspend under way was removed";
                waiter.enter(queue, segment, cellOf(index));
                return;
            }
        }
    }

    /** Whether a request is in line; a request that has just left may count. */
    boolean mayHaveWaiters() {
        long entered = entryIndexVolatile(); // first: a request that entered before it waits, or has been served
        return serviceIndexVolatile() < entered;
    }

    /** The request that is first in line, or null if there is none, or it is just coming or going. */
    @Nullable
    Waiter<?> head() {
        Segment segment = service.getOpaque(); // before the index, or it could lie past the cell
        return waiterAt(segment, serviceIndexVolatile());
    }

    /** The request in the cell of {@code index}, or null if there is none, or the cell is in another segment. */
    @Nullable
    Waiter<?> waiterAt(Segment segment, long index) {
        return segment.id == idOf(index) && segment.cellVolatile(cellOf(index)) instanceof Waiter<?> waiter
                ? waiter
                : null;
    }

    /**
     * The segment of the cell at the head, to which the service moves, or null if that one was aborted, and passed over
     * now.
     *
     * @param start a segment at or before the head's, read before {@code index}
     */
    @Nullable
    Segment segmentOfHead(Segment start, long index) {
        Segment segment = service.moveTo(start, idOf(index));
        segment.forgetPrev();
        if (segment.id == idOf(index)) {
            return segment;
        }
        raiseServiceIndex(firstIndexOf(segment));
        return null;
    }

    /**
     * Lets go of the segments before {@code segment}, in which the head is. For a head that takes for itself: nobody
     * else may have looked at it, and the service would stay behind for ever.
     */
    void serveFrom(Segment segment) {
        Segment seen = service.getOpaque();
        if (seen != segment) {
            service.moveTo(seen, segment.id);
            segment.forgetPrev();
        }
    }

    /** The segment of a cell that a resume has claimed; waits for memory if there is none for it. */
    Segment segmentForResume(Segment start, long index) {
        for (;;) {
            try {
                return service.moveTo(start, idOf(index));
            } catch (OutOfMemoryError full) {
                Thread.yield(); // the suspend that is coming may bring it
            }
        }
    }

    /** Raises the service index past the cancelled cells from {@code first} on, for the price of a look at each. */
    void passCancelled(Segment segment, int first) {
        int cell = first;
        while (cell < segment.size() && segment.cellVolatile(cell) == WaitQueue.Mark.CANCELLED) {
            cell++;
        }
        if (cell > first) {
            raiseServiceIndex(indexOf(segment, cell));
        }
    }

    /**
     * Moves service on from a segment whose cells are all cancelled, which a resume would have to do otherwise, when
     * somebody waits for it. SMART mode only.
     */
    void leaveCancelledBehind() {
        Segment segment = service.getOpaque();
        if (segment.cellsCancelled() == segment.size()) {
            raiseServiceIndex(indexOf(segment, segment.size())); // first, or the segment could lie past the index
            service.moveTo(segment, segment.id + 1L);
        }
    }

    /**
     * How many requests are served before {@code waiter}, or were when it was looked; below zero if it has its turn.
     */
    long distanceOf(Waiter<?> waiter) {
        Segment segment = waiter.segment();
        return segment == null ? Long.MAX_VALUE : indexOf(segment, waiter.cell()) - serviceIndexVolatile();
    }

    void forEachWaiter(Consumer<Waiter<?>> action) {
        for (Segment segment = service.getOpaque(); segment != null; segment = segment.nextAcquire()) {
            for (int cell = 0; cell < segment.size(); cell++) {
                if (segment.cellVolatile(cell) instanceof Waiter<?> waiter) {
                    action.accept(waiter);
                }
            }
        }
    }

    /** The segment with the smallest id that either reference points at; for tests of the structure. */
    Segment leftmostSegment() {
        Segment atEntry = entry.getOpaque();
        Segment atService = service.getOpaque();
        return atEntry.id < atService.id ? atEntry : atService;
    }

    long entryIndexVolatile() {
        return entryIndex;
    }

    long serviceIndexVolatile() {
        return serviceIndex;
    }

    private boolean casEntryIndex(long expected, long replacement) {
        return ENTRY_INDEX.compareAndSet(this, expected, replacement);
    }

    long getAndIncrementServiceIndex() {
        return (long) SERVICE_INDEX.getAndAddRelease(this, 1L);
    }

    /** Moves the service index on; only for the thread that has taken for the cell at it, while others stop there. */
    void setServiceIndex(long target) {
        serviceIndex = target;
    }

    /** Raises the service index to {@code target} unless it is already there or past it. */
    void raiseServiceIndex(long target) {
        for (;;) {
            long seen = serviceIndexVolatile();
            if (seen >= target || SERVICE_INDEX.compareAndSet(this, seen, target)) {
                return;
            }
        }
    }

    // VarHandle mechanics
    private static final VarHandle ENTRY_INDEX = ConstantBootstraps.fieldVarHandle(MethodHandles.lookup(), "entryIndex",
            VarHandle.class, Line.class, long.class);
    private static final VarHandle SERVICE_INDEX = ConstantBootstraps.fieldVarHandle(MethodHandles.lookup(),
            "serviceIndex",
            VarHandle.class, Line.class, long.class);
}
