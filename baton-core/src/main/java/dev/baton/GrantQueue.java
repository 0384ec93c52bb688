package dev.baton;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

/**
 * FIFO queue with a state word, whose first request is served as soon as the state allows it. Requests have weights,
 * so only the first in line may be considered: one that asks for much is not overtaken by one that asks for little.
 * A subclass is the rule: two pure functions that say which weights a state allows and what it becomes.
 */
abstract class GrantQueue extends WaitQueue<GrantQueue.Grant> {
    /*
     * Overview
     *
     *           serviceIndex                          entryIndex
     *                │                                     │
     *      RESUMED │ Waiter(5) │ Waiter(1) │ CANCELLED │ null │ ...          state: 3 permits
     *
     *   Whoever changes something that could let the first request through, the state (a release), the queue (an
     *   entry) or its order (an abort), then calls grant(), which serves the head for as long as the state allows.
     *
     * Source
     *   Own. The cells, segments and O(1) removal are those of CancellableQueueSynchronizer. That framework hands
     *   values to cells blindly, one fetch-and-add a value, and so cannot ask what the head needs; see
     *   docs/adr/0002.
     *
     * State (of a cell)
     *
     *      null ──enter──► Waiter ──grant──► GRANTING ──state allowed──► RESUMED
     *                        ▲ └──abort──► CANCELLED │
     *                        └─────────────refused───┘
     *
     *   GRANTING is the right to take from the state on behalf of the head; only its holder may.
     *
     * Invariants
     *   - only the cell at serviceIndex can become GRANTING: all before it are RESUMED or CANCELLED;
     *   - the state is changed for a request in the queue exactly if its cell becomes RESUMED;
     *   - no lost wake-up: each side writes what it changed (state, cell), then reads what the other changed. One
     *     that finds the cell null or GRANTING may leave, because the one who made it so looks at the state after.
     *
     * Linearization
     *   A request is served when tryTake succeeds under GRANTING; it is aborted at the CAS Waiter → CANCELLED.
     *
     * Abort
     *   Cannot succeed while GRANTING; it waits for the few steps until the cell is RESUMED or a Waiter again. So an
     *   abort never leaves anything taken behind. After it, grant() lets those through who stood behind.
     *
     * Memory modes
     *   Cells, indices and state volatile: the wake-up argument above is a store-load on both sides.
     *
     * Verified by
     *   MutexTest, MutexLincheckTest, SemaphoreTest, SemaphoreAbortTest, SemaphoreStressTest, SemaphoreLincheckTest.
     */

    /** What a served request receives. */
    enum Grant {
        GRANTED
    }

    private enum Turn {
        GRANTING
    }

    private volatile int state;

    GrantQueue(int initialState, Tuning tuning) {
        super(tuning);
        STATE.set(this, initialState);
    }

    /** Whether {@code state} lets a request for {@code weight} through. */
    abstract boolean allows(int state, int weight);

    /** What {@code state} becomes when a request for {@code weight} is let through. */
    abstract int after(int state, int weight);

    /** Lets an arriving request through if the state allows it and no one waits. */
    final boolean takeUnlessOthersWait(int weight) {
        for (;;) {
            int seen = state;
            if (!allows(seen, weight) || hasWaiters()) {
                return false;
            }
            if (casState(seen, after(seen, weight))) {
                return true; // nobody was let through since we saw no one waiting
            }
        }
    }

    /** Takes {@code weight} for the head of the queue if the state allows it. */
    private boolean tryTake(int weight) {
        for (;;) {
            int seen = state;
            if (!allows(seen, weight)) {
                return false;
            }
            if (casState(seen, after(seen, weight))) {
                return true;
            }
        }
    }

    /** Adds a request, served at once if it is first in line and the state allows. */
    final void enter(Waiter<Grant> waiter) {
        claimCell(waiter);
        Objects.requireNonNull(waiter.segment()).setCellVolatile(waiter.cell(), waiter);
        grant();
    }

    /**
     * Whether a request is in line, or was when this was called. Served and aborted ones at the head do not count.
     */
    final boolean hasWaiters() {
        if (!mayHaveWaiters()) {
            return false;
        }
        grant();
        return mayHaveWaiters();
    }

    /** Cheap form of {@link #hasWaiters} that may also count requests which have just left. */
    final boolean mayHaveWaiters() {
        long entered = entryIndexVolatile(); // first: whoever entered before is then behind the service index, or waits
        return serviceIndexVolatile() < entered;
    }

    /** Serves requests from the head for as long as the state allows. */
    final void grant() {
        if (!mayHaveWaiters()) {
            return;
        }
        Completions batch = new Completions();
        while (grantHead(batch)) {
            // the next one is the head now
        }
        batch.run();
    }

    /** One step at the head: serves it or passes over it; false if nothing can be done now. */
    private boolean grantHead(@Nullable Completions batch) {
        Segment start = service().getVolatile(); // before the index, or it could lie past the cell
        long index = serviceIndexVolatile();
        if (index >= entryIndexVolatile()) {
            return false;
        }
        Segment segment = service().moveTo(start, idOf(index));
        segment.forgetPrev();
        if (segment.id != idOf(index)) {
            raiseServiceIndex(firstIndexOf(segment)); // everything between was aborted
            return true;
        }
        int cell = cellOf(index);
        Object content = segment.cellVolatile(cell);
        if (content == null || content == Turn.GRANTING) {
            return false; // whoever is at it looks at the state afterwards
        }
        if (!(content instanceof Waiter<?>)) {
            raiseServiceIndex(index + 1);
            return true;
        }
        @SuppressWarnings("unchecked") // only such waiters enter this queue
        Waiter<Grant> waiter = (Waiter<Grant>) content;
        int weight = waiter.weight();
        if (!allows(state, weight)) {
            return false;
        }
        if (!segment.casCell(cell, waiter, Turn.GRANTING)) {
            return true;
        }
        if (!tryTake(weight)) {
            segment.setCellVolatile(cell, waiter);
            return true; // look at the state again: someone may have left it to us
        }
        waiter.setValue(Grant.GRANTED);
        segment.setCellVolatile(cell, Mark.RESUMED);
        raiseServiceIndex(index + 1);
        deliver(waiter, batch);
        return true;
    }

    @Override
    final boolean abort(Waiter<Grant> waiter) {
        Segment segment = waiter.segment();
        if (segment == null) {
            return false;
        }
        int cell = waiter.cell();
        for (int spins = 0; !segment.casCell(cell, waiter, Mark.CANCELLED); spins++) {
            if (segment.cellVolatile(cell) instanceof Mark) {
                return false; // served, or a second abort of the same future
            }
            if (spins < 64) {
                Thread.onSpinWait();
            } else {
                Thread.yield();
            }
        }
        segment.cellCancelled();
        grant();
        return true;
    }

    final int stateVolatile() {
        return state;
    }

    final boolean casState(int expected, int replacement) {
        return STATE.compareAndSet(this, expected, replacement);
    }

    // VarHandle mechanics
    private static final VarHandle STATE;

    static {
        try {
            STATE = MethodHandles.lookup().findVarHandle(GrantQueue.class, "state", int.class);
        } catch (ReflectiveOperationException failure) {
            throw new ExceptionInInitializerError(failure);
        }
    }
}
