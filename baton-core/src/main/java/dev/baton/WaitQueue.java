package dev.baton;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntPredicate;

/**
 * FIFO array of waiters that both queue disciplines share: an infinite array of cells, an index where the next
 * waiter enters and one where the next is served. What a cell may hold and who serves it is the discipline's
 * ({@link CancellableQueueSynchronizer}, {@link GrantQueue}).
 *
 * @param <T> what a waiter receives when it is served
 */
abstract class WaitQueue<T> {
    /*
     * Memory modes
     *   field         read      write               why that is enough
     *   entryIndex    volatile  CAS                 an entry and a release, or an arrival, must not miss each other
     *   serviceIndex  volatile  CAS                 an abort and whoever makes it the head must not miss each other
     *                 –         getAndAdd, release  each resume gets its own cell, and has read where to start before
     *   Proof: GrantQueue, Semaphore, and the framework's scenarios.
     */

    /** Cell states that both disciplines use; a cell starts as null and may hold a {@link Waiter}. */
    enum Mark {
        /** The waiter was served; its value is in the waiter. */
        RESUMED,
        /** The waiter left; whoever serves passes over the cell. */
        CANCELLED
    }

    private final Tuning tuning;
    private final int shift;
    private final SegmentReference entry;
    private final SegmentReference service;
    private volatile long entryIndex;
    private volatile long serviceIndex;
    private final SpinBudget spinning;

    WaitQueue(Tuning tuning) {
        this(tuning, new SpinBudget(tuning.spins()));
    }

    /** A queue that learns how long to spin together with others. */
    WaitQueue(Tuning tuning, SpinBudget spinning) {
        this.tuning = tuning;
        this.shift = Integer.numberOfTrailingZeros(tuning.segmentSize());
        Segment first = new Segment(0, null, tuning.segmentSize(), 2);
        this.entry = new SegmentReference(first);
        this.service = new SegmentReference(first);
        this.spinning = spinning;
    }

    /**
     * Takes {@code waiter} out of the queue unless it was served first.
     *
     * @return whether the waiter left; if not, its value has arrived
     */
    abstract boolean abort(Waiter<T> waiter);

    /** The object that a thread dump shows a waiting thread to be parked on. */
    Object blocker() {
        return this;
    }

    /** Whether a thread in this queue has to take its turn itself, against others, when it is woken. */
    boolean competes() {
        return false;
    }

    /**
     * Serves {@code waiter}, the calling thread's, if it is first in line and can be served now.
     *
     * @param lostRaces how often the thread was woken and found itself too late
     */
    void compete(ThreadWaiter<T> waiter, int lostRaces) {}

    /** Called by a thread that competes, after its announcement to park and before its last look. */
    void aboutToPark(ThreadWaiter<T> waiter) {}

    final Tuning tuning() {
        return tuning;
    }

    final int spins() {
        return tuning.spins();
    }

    final SpinBudget spinning() {
        return spinning;
    }

    final long idOf(long index) {
        return index >>> shift;
    }

    final int cellOf(long index) {
        return (int) (index & (tuning.segmentSize() - 1));
    }

    final long firstIndexOf(Segment segment) {
        return segment.id << shift;
    }

    /**
     * Claims the next cell for {@code waiter}, which is told its place; the cell itself is not touched. The segment is
     * there before the cell is claimed, so an entry that finds no memory for it fails and leaves nothing behind.
     */
    final void claimCell(Waiter<T> waiter) {
        for (;;) {
            Segment start = entry.getOpaque(); // before the index, or it could lie past the cell
            long index = entryIndexVolatile();
            Segment segment = entry.moveTo(start, idOf(index));
            if (casEntryIndex(index, index + 1L)) {
                assert segment.id == idOf(index) : "a segment with a suspend under way was removed";
                waiter.enter(this, segment, cellOf(index));
                return;
            }
        }
    }

    /** The place of a cell in the infinite array. */
    final long indexOf(Segment segment, int cell) {
        return firstIndexOf(segment) + cell;
    }

    /** Whether {@code waiter} is the next one to be served. */
    final boolean isFirst(Waiter<T> waiter) {
        Segment segment = waiter.segment();
        return segment != null && serviceIndexVolatile() == indexOf(segment, waiter.cell());
    }

    /** Whether no more than {@code distance} requests are served before {@code waiter}. */
    final boolean isWithin(long distance, Waiter<T> waiter) {
        Segment segment = waiter.segment();
        return segment != null && indexOf(segment, waiter.cell()) - serviceIndexVolatile() <= distance;
    }

    /** Whether whoever serves a thread here looks first whether it sleeps. */
    boolean asksForSleepers() {
        return false;
    }

    /**
     * Whether a thread that slept and has its turn now wakes the one behind it, before that is served: by the time it
     * runs, it may be, and where turns are short its way to a processor is most of what a hand-over takes.
     */
    final boolean callsNext() {
        return !competes() && !asksForSleepers();
    }

    final SegmentReference service() {
        return service;
    }

    final long entryIndexVolatile() {
        return entryIndex;
    }

    final long serviceIndexVolatile() {
        return serviceIndex;
    }

    private boolean casEntryIndex(long expected, long replacement) {
        return ENTRY_INDEX.compareAndSet(this, expected, replacement);
    }

    final long getAndIncrementServiceIndex() {
        return (long) SERVICE_INDEX.getAndAddRelease(this, 1L);
    }

    /** Moves the service index on; only for the one whose cell is at it and still taken. */
    final void setServiceIndex(long target) {
        serviceIndex = target;
    }

    /** Raises the service index to {@code target} unless it is already there or past it. */
    final void raiseServiceIndex(long target) {
        for (;;) {
            long seen = serviceIndexVolatile();
            if (seen >= target || SERVICE_INDEX.compareAndSet(this, seen, target)) {
                return;
            }
        }
    }

    /** {@return the number of requests waiting now, threads and futures; an estimate while others come and go} */
    public final int getQueueLength() {
        int[] count = new int[1];
        forEachWaiter(waiter -> count[0]++);
        return count[0];
    }

    /** {@return whether any request, of a thread or a future, is waiting now} */
    public final boolean hasQueuedThreads() {
        return getQueueLength() > 0;
    }

    /** {@return the threads waiting now, first in line first; an estimate while others come and go} */
    public final List<Thread> getQueuedThreads() {
        return queuedThreads(weight -> true);
    }

    /** Those of the waiting threads that ask for a weight as described. */
    final List<Thread> queuedThreads(IntPredicate weights) {
        List<Thread> threads = new ArrayList<>();
        forEachWaiter(waiter -> {
            if (waiter instanceof ThreadWaiter<T> threadWaiter && weights.test(waiter.weight())) {
                threads.add(threadWaiter.thread());
            }
        });
        return threads;
    }

    final void forEachWaiter(Consumer<Waiter<T>> action) {
        for (Segment segment = service.getOpaque(); segment != null; segment = segment.nextAcquire()) {
            for (int cell = 0; cell < segment.size(); cell++) {
                if (segment.cellVolatile(cell) instanceof Waiter<?> waiter) {
                    @SuppressWarnings("unchecked") // only waiters for T enter this queue
                    Waiter<T> mine = (Waiter<T>) waiter;
                    action.accept(mine);
                }
            }
        }
    }

    /** The segment with the smallest id that either reference points at; for tests of the structure. */
    final Segment leftmostSegment() {
        Segment atEntry = entry.getOpaque();
        Segment atService = service.getOpaque();
        return atEntry.id < atService.id ? atEntry : atService;
    }

    // VarHandle mechanics
    private static final VarHandle ENTRY_INDEX;
    private static final VarHandle SERVICE_INDEX;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            ENTRY_INDEX = lookup.findVarHandle(WaitQueue.class, "entryIndex", long.class);
            SERVICE_INDEX = lookup.findVarHandle(WaitQueue.class, "serviceIndex", long.class);
        } catch (ReflectiveOperationException failure) {
            throw new ExceptionInInitializerError(failure);
        }
    }
}
