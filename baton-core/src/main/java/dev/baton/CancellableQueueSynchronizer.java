package dev.baton;

import dev.baton.internal.line.Segment;
import dev.baton.internal.park.Processors;
import java.util.Objects;

/**
 * Framework for fair and abortable synchronizers: a FIFO queue of requests in which {@link #suspend} adds one and
 * {@link #resume} hands a value to the first. A subclass keeps its own state word, decides by it which request must
 * wait, and calls these two; the queue does the waiting, the waking and the aborting, for platform threads, virtual
 * threads and futures alike.
 * <p>
 * <b>Use.</b> Extend this class by a nested class of the synchronizer, as with
 * {@link java.util.concurrent.locks.AbstractQueuedSynchronizer}. A mutex without aborts is
 *
 * <pre>{@code
 * void lock() throws InterruptedException {
 *     if (state.getAndAdd(-1) > 0) return;            // was free
 *     var me = new ThreadWaiter<Permit>();
 *     queue.suspend(me);
 *     me.await();
 * }
 * void unlock() {
 *     if (state.getAndAdd(1) < 0) queue.resume(PERMIT); // somebody waits, or is about to
 * }
 * }</pre>
 *
 * {@code resume} may come before its {@code suspend} as long as that suspend is certain to come.
 * <p>
 * <b>Fairness.</b> Strictly first-in, first-out by the order of the {@code suspend} calls.
 * <p>
 * <b>Resumption.</b> {@link Resumption#ASYNC} leaves the value in the queue for a suspend that is still coming;
 * {@code resume} then never fails for that reason. {@link Resumption#SYNC} makes the two meet: if they cannot within a
 * bounded time, both fail and start over from the state word. Synchronizers with a try-operation need SYNC, because a
 * value left in the queue is out of the try-operation's reach.
 * <p>
 * <b>Timeout, interrupt, cancel.</b> With {@link Cancellation#SIMPLE} an aborted request stays in the count: the
 * resume that meets it returns false and the synchronizer tries again. With {@link Cancellation#SMART} the request
 * deregisters through {@link #onCancellation} when it aborts, and resumes skip it for free, any number of them in
 * constant time. An abort costs constant time in both modes, and memory is bounded by the requests that wait. A
 * resume that loses to an abort loses nothing; an abort that loses to a resume reports so, and the request has its
 * value.
 * <p>
 * <b>Memory effects.</b> What happens before {@code resume(value)} happens before the return from the wait that
 * receives the value.
 * <p>
 * <b>Progress.</b> ASYNC: wait-free without aborts, lock-free with them. SYNC with SIMPLE: obstruction-free. SYNC
 * with SMART: a resume that meets an abort in the middle of {@link #onCancellation} waits for its end.
 * <p>
 * <b>Cost.</b> Two atomic steps for either side without contention.
 *
 * @param <T> the values handed over; never null
 */
public abstract class CancellableQueueSynchronizer<T> extends WaitQueue {
    /*
     * Overview
     *
     *          resumes ──► serviceIndex              suspends ──► entryIndex
     *                           │                                      │
     *      ... │ RESUMED │ CANCELLED │ Waiter │ Waiter │ CANCELLED │ null │ ...
     *
     *   A suspend claims the next cell of its index by a CAS, once the cell's segment is there, a resume by a
     *   fetch-and-add. Cell i joins the i-th suspend and the i-th resume, whichever comes first.
     *
     * Source
     *   Koval, Khalanskiy, Alistarh: "CQS: A Formally-Verified Framework for Fair and Abortable Synchronization"
     *   (PLDI 2023). Differs from the paper in:
     *   - the cell alone arbitrates between resume and abort, for futures too: a request is decided by one CAS on
     *     its cell, and a thread is unparked or a future completed after that;
     *   - the aborting side first marks the cell CANCELLING, so that a resume can tell "abort under way" from
     *     "waiting" without asking the waiter;
     *   - a value that could be taken for the state of a cell is wrapped, so that any object may be handed over.
     *
     * State (of a cell; exactly one suspend and at most one resume ever touch it)
     *
     *      null ──suspend──► Waiter ──resume──► RESUMED
     *        │                 └──abort──► CANCELLING ──► CANCELLED | REFUSED        (SMART)
     *        │                 │               └─resume─► value ─► CANCELLED | REFUSED    (SMART, ASYNC: delegation)
     *        │                 └──abort──► CANCELLED                                  (SIMPLE)
     *        └──resume──► value ──suspend──► TAKEN
     *                       └──resume gives up──► BROKEN                               (SYNC)
     *
     * Invariants
     *   - every value given to a successful resume reaches exactly one request or one onRefused;
     *   - CANCELLED takes one failing resume in SIMPLE mode and none in SMART mode; REFUSED takes one resume, which
     *     succeeds; BROKEN takes one suspend and one resume, which both fail;
     *   - serviceIndex is raised past removed segments and past cancelled cells in SMART mode only: in SIMPLE mode
     *     each cancelled cell must absorb its failing resume, because the abort did not touch the synchronizer's state.
     *
     * Linearization
     *   A request is served at the CAS Waiter → RESUMED or value → TAKEN, aborted at the CAS from Waiter.
     *
     * Abort
     *   Self for threads, any thread for futures. Delegation: the resume leaves its value in the CANCELLING cell and
     *   is done; the aborting side finds it there when it sets the final state, and resumes the next or refuses.
     *
     * Memory modes
     *   Cells: see Segment. All of the protocol is on the cell, with volatile RMWs.
     *
     * Retention
     *   Final states are shared tokens: a cell keeps neither waiter nor value alive.
     *
     * Memory
     *   A suspend that finds none fails before it has claimed a cell. A resume needs none, save for the segment of a
     *   suspend that is still coming; it then waits for some, because a resume must not be lost.
     *
     * Verified by
     *   CancellableQueueSynchronizerTest (rules), …AbortTest, …StressTest, …LincheckTest (segments of 1 and 2 cells),
     *   SegmentListTest (structure), MutantsTest.
     */

    /** What {@link #resume} does when its {@link #suspend} has not arrived yet. */
    public enum Resumption {
        /** Meets it within a bounded time, or both fail. */
        SYNC,
        /** Leaves the value for it. */
        ASYNC
    }

    /** What an aborted request means for the {@link #resume} that meets it. */
    public enum Cancellation {
        /** That resume fails. */
        SIMPLE,
        /** It is skipped, or the resume is refused, as {@link #onCancellation} said. */
        SMART
    }

    /** Final and intermediate cell states beside those of the base class. */
    private enum State {
        CANCELLING, REFUSED, TAKEN, BROKEN
    }

    /** A value that could be taken for the state of a cell. */
    private record Wrapped(Object value) {}

    /** How a resume ended that has served nobody. */
    private enum Attempt {
        DONE, CANCELLED, BROKEN
    }

    private final boolean sync;
    private final boolean smart;

    /**
     * Creates an empty queue.
     *
     * @param resumption   what a resume does that comes before its suspend
     * @param cancellation what an aborted request means for resumes
     */
    protected CancellableQueueSynchronizer(Resumption resumption, Cancellation cancellation) {
        this(resumption, cancellation, Tuning.DEFAULT);
    }

    CancellableQueueSynchronizer(Resumption resumption, Cancellation cancellation, Tuning tuning) {
        super(tuning);
        this.sync = Objects.requireNonNull(resumption) == Resumption.SYNC;
        this.smart = Objects.requireNonNull(cancellation) == Cancellation.SMART;
    }

    /**
     * Deregisters a request that aborts, in SMART mode: called once for each, by the aborting thread. Runs while a
     * resume may wait for it, so it must be short, must not block and must not throw.
     *
     * @return true if resumes shall skip the request, because the state word no longer counts it; false if a
     *         resume is on its way to it for which nobody else waits: that one will be refused
     */
    protected boolean onCancellation() {
        throw new IllegalStateException("SMART cancellation needs onCancellation()");
    }

    /**
     * Takes back the value of a refused resume, in SMART mode. The resume counts as successful.
     *
     * @param value what was to be handed over
     */
    protected void onRefused(T value) {
        throw new IllegalStateException("SMART cancellation needs onRefused(value)");
    }

    /** The object that thread dumps and flight recordings show as waited for; by default this queue. */
    @Override
    protected Object blocker() {
        return this;
    }

    /**
     * Adds a request to the queue.
     *
     * @param waiter the request
     * @return false if the request met a broken cell (SYNC only): it does not wait, and the synchronizer starts over
     *         from its state; true if it waits or already has its value
     */
    protected final boolean suspend(Waiter<T> waiter) {
        lineOrNew().claimCell(waiter, this);
        Segment segment = Objects.requireNonNull(waiter.segment());
        int cell = waiter.cell();
        if (segment.casCell(cell, null, waiter)) {
            return true;
        }
        Object state = segment.cellVolatile(cell);
        waiter.leave();
        if (state == State.BROKEN || state == null || !segment.casCell(cell, state, State.TAKEN)) {
            return false;
        }
        waiter.setValue(valueOf(state));
        if (waiter instanceof FutureWaiter<T, ?> future) {
            future.signal();
        }
        return true;
    }

    /**
     * Hands {@code value} to the first request.
     *
     * @param value what to hand over
     * @return whether it was handed over, left for a coming suspend, or refused; false if the request had aborted
     *         (SIMPLE) or did not come in time (SYNC), so that the synchronizer has to start over from its state
     */
    protected final boolean resume(T value) {
        Object outcome = resumeNext(value);
        if (outcome instanceof Waiter<?> served) {
            served.signal();
        }
        return isSuccess(outcome);
    }

    /**
     * Hands {@code value} to each of the first {@code count} requests, as {@code count} calls of {@link #resume}
     * would, but completes futures only after all of them are served.
     *
     * @param count how many requests to serve
     * @param value what each of them gets
     * @return how many of the resumes succeeded
     */
    protected final int resume(int count, T value) {
        Told futures = null;
        int served = 0;
        for (int i = 0; i < count; i++) {
            Object outcome = resumeNext(value);
            if (outcome instanceof FutureWaiter<?, ?> future) {
                futures = Completions.add(futures, future.told());
            } else if (outcome instanceof Waiter<?> thread) {
                thread.signal();
            }
            if (isSuccess(outcome)) {
                served++;
            }
        }
        Completions.tell(futures);
        return served;
    }

    private static boolean isSuccess(Object outcome) {
        return outcome != Attempt.CANCELLED && outcome != Attempt.BROKEN;
    }

    /** One resume: the request served, which is not told yet, or how it ended without one. */
    private Object resumeNext(T value) {
        Objects.requireNonNull(value);
        for (;;) {
            Object outcome = attemptResume(value);
            if (outcome != Attempt.CANCELLED || !smart) {
                return outcome;
            }
        }
    }

    /** Claims the next cell and serves it. */
    private Object attemptResume(T value) {
        Line line = lineForResume();
        Segment start = line.service().getOpaque(); // before the index is claimed, or it could lie past the cell
        long index = line.getAndIncrementServiceIndex();
        Segment segment = line.segmentForResume(start, index);
        segment.forgetPrev();
        if (segment.id != line.idOf(index)) {
            if (smart) {
                line.raiseServiceIndex(line.firstIndexOf(segment));
            }
            return Attempt.CANCELLED;
        }
        Object outcome = serve(segment, line.cellOf(index), value);
        if (outcome == Attempt.CANCELLED && smart) {
            line.passCancelled(segment, line.cellOf(index) + 1);
        }
        return outcome;
    }

    private Line lineForResume() {
        for (;;) {
            try {
                return lineOrNew();
            } catch (OutOfMemoryError full) {
                Thread.yield(); // the suspend that is coming may bring it
            }
        }
    }

    /**
     * Serves one cell. Repeatedly, by what the cell holds:
     *   nothing     leave the value; SYNC: meet the suspend or break the cell
     *   a waiter    give it the value; telling it is left to the caller
     *   CANCELLING  SYNC: wait for the abort's decision; ASYNC: leave the value to it
     *   CANCELLED   report; REFUSED: give the value back to the synchronizer
     */
    private Object serve(Segment segment, int cell, T value) {
        for (;;) {
            Object state = segment.cellVolatile(cell);
            if (state == null) {
                Object handed = inCell(value);
                if (segment.casCell(cell, null, handed)) {
                    return !sync || meet(segment, cell, handed) ? Attempt.DONE : Attempt.BROKEN;
                }
            } else if (state instanceof Waiter<?>) {
                @SuppressWarnings("unchecked") // only waiters for T enter this queue
                Waiter<T> waiter = (Waiter<T>) state;
                waiter.setValue(value);
                if (segment.casCell(cell, waiter, Mark.RESUMED)) {
                    return waiter;
                }
                waiter.setValue(null);
            } else if (state == Mark.CANCELLED) {
                return Attempt.CANCELLED;
            } else if (state == State.REFUSED) {
                onRefused(value);
                return Attempt.DONE;
            } else if (sync) {
                awaitAbort(segment, cell);
            } else if (segment.casCell(cell, State.CANCELLING, inCell(value))) {
                return Attempt.DONE;
            }
        }
    }

    /** How {@code value} stands in a cell. */
    private static Object inCell(Object value) {
        boolean confusing = value instanceof Waiter<?> || value instanceof Mark || value instanceof State
                || value instanceof Wrapped;
        return confusing ? new Wrapped(value) : value;
    }

    /** Waits a bounded time for the suspend that the value is left for; breaks the cell if it does not come. */
    private boolean meet(Segment segment, int cell, Object handed) {
        for (int spin = Processors.isAlone() || Thread.currentThread().isVirtual()
                ? 0
                : tuning().spins(); spin > 0; spin--) {
            if (segment.cellVolatile(cell) != handed) {
                return true;
            }
            Thread.onSpinWait();
        }
        return !segment.casCell(cell, handed, State.BROKEN);
    }

    /** Waits for an abort between its two steps; that side runs no more than onCancellation there. */
    private static void awaitAbort(Segment segment, int cell) {
        while (segment.cellVolatile(cell) == State.CANCELLING) {
            Thread.yield();
        }
    }

    @Override
    final boolean abort(Waiter<?> waiter) {
        Segment segment = waiter.segment();
        if (segment == null) {
            return false;
        }
        int cell = waiter.cell();
        if (!smart) {
            if (!segment.casCell(cell, waiter, Mark.CANCELLED)) {
                return false;
            }
            segment.cellCancelled();
            return true;
        }
        if (!segment.casCell(cell, waiter, State.CANCELLING)) {
            return false;
        }
        boolean skip = onCancellation();
        Object before = segment.getAndSetCellAcquire(cell, skip ? Mark.CANCELLED : State.REFUSED);
        if (skip) {
            segment.cellCancelled();
        }
        if (before != null && before != State.CANCELLING) {
            T value = valueOf(before);
            if (skip) {
                resume(value);
            } else {
                onRefused(value);
            }
        }
        return true;
    }

    @SuppressWarnings("unchecked") // only values of T are handed over
    private T valueOf(Object inCell) {
        return (T) (inCell instanceof Wrapped wrapped ? wrapped.value() : inCell);
    }
}
