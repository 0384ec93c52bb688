package dev.baton;

import dev.baton.internal.line.Segment;
import dev.baton.internal.park.StackRoom;
import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Queue with a state word, whose first request is served as soon as a {@link Rule} says that the state allows it.
 * Requests have weights, so only the first in line is considered: a request for much is not overtaken by a smaller one.
 */
abstract sealed class GrantQueue extends WaitQueue permits FairQueue, BargingQueue {
    /*
     * Overview
     *
     *           serviceIndex                          entryIndex
     *                │                                     │
     *      RESUMED │ Waiter(5) │ Waiter(1) │ CANCELLED │ null │ ...          state: 3 permits
     *
     *   A thread that changes something that could let the head through then looks at the head: a release changes the
     *   state, an entry the queue, an abort its order. serve() lets heads through for as long as the state allows. A
     *   thread that is first is served by the releaser (FairQueue), or takes for itself (BargingQueue).
     *
     * Source
     *   Own, with the cells, segments and O(1) removal of CancellableQueueSynchronizer; see docs/adr/0002.
     *
     * State (of a cell)
     *
     *      null ──enter──► Waiter ──serve──► GRANTING ──state allowed──► RESUMED
     *                        ▲ └──abort──► CANCELLED │
     *                        └─────────────refused───┘
     *
     *   GRANTING is the right to take from the state on behalf of the head. Its holder may move the service index by a
     *   plain step, because every other thread stops there.
     *
     * State (the word)
     *   bits 0 to 47: the rule's.
     *   bits 48 to 62: how often the head was passed by, at most Tuning.bypasses times. The CAS by which a request
     *     passes the head counts it. The CAS that serves the head, or a request that passes nobody, starts again.
     *   bit 63: CLOSED, no request passes the head; the head may set it.
     *
     * Invariants
     *   - only the cell at serviceIndex becomes GRANTING and then RESUMED: all cells before it are RESUMED or
     *     CANCELLED, or are about to be set so by a thread that has taken for them;
     *   - the state is changed for a request in the queue exactly if its cell becomes RESUMED, unless it was passed on;
     *   - no lost wake-up: each side writes what it changed (state, cell), then reads what the other changed. A thread
     *     that finds the head's cell null or GRANTING may leave: the thread that made it so then looks at the state;
     *   - a thread that serves, releases or aborts allocates nothing; an entry without memory has changed nothing.
     * Non-invariants
     *   Bypasses may count for a head that has just been served or aborted: the next head is then passed by less.
     *
     * Linearization
     *   A request is served when a CAS of the word takes for it, or when FairQueue.passOn looked at the state. It is
     *   aborted at the CAS Waiter → CANCELLED.
     *
     * Abort
     *   Cannot succeed while GRANTING; the thread that aborts waits for the few steps until the cell is RESUMED or a
     *   Waiter again. So an abort never leaves anything taken behind. Then serve() lets the requests behind it through.
     *
     * Memory modes
     *   Cells, indices and word volatile: the wake-up argument is a store-load on both sides.
     *   CLOSED is set by a release update: it only keeps others out, and the head, which sets it, then looks at the
     *   word itself. Proof: GrantQueue, "the queue closes behind one who passes".
     *
     * Verified by
     *   The tests of Mutex, Semaphore, ReentrantLock and ReentrantReadWriteLock; BargingBoundTest, ProofTest.
     */

    /** What a cell holds while another thread acts for its request. */
    enum Turn {
        GRANTING, RUNNING
    }

    /** A step at the head after which there is another head to look at. */
    private static final Object AGAIN = new Object();
    /** The least demanding weight of every rule: a state that does not allow it allows nothing. */
    static final int LEAST = 0;
    /** One bypass of the first in line, in the word. */
    private static final long BYPASS = 1L << 48;
    /** The rule's part of the word. */
    private static final long RULE = BYPASS - 1L;
    /** The word is closed to all but the first in line. */
    private static final long CLOSED = Long.MIN_VALUE;

    final Rule rule;
    private final Object blocker;
    private volatile long word;
    /** The rule's, beside the word: a lock is handed from processor to processor in one cache line. */
    @Nullable
    Object owner;

    GrantQueue(Rule rule, long initialState, Object blocker, Tuning tuning) {
        super(tuning);
        this.rule = rule;
        this.blocker = blocker;
        WORD.set(this, initialState);
    }

    /**
     * An empty queue.
     *
     * @param blocker what thread dumps and flight recordings show
     * @param handOff where the first thread that a release serves goes on; only a fair queue has a choice
     */
    static GrantQueue of(Rule rule, long initialState, Object blocker, boolean fair, HandOff handOff, Tuning tuning) {
        return fair
                ? new FairQueue(rule, initialState, blocker, handOff, tuning)
                : new BargingQueue(rule, initialState, blocker, tuning);
    }

    /** Whether an arriving request may pass the present head, for which the queue has shown {@code seen}. */
    abstract boolean mayPassHead(long seen, int weight);

    /** Lets a request through that will not wait and takes its turn: if nobody waits. In a barging queue, if it can. */
    abstract boolean takeInTurn(int weight);

    /** Lets a request through that will not wait: it may have what the first in line cannot use now. */
    abstract boolean takeLeftover(int weight);

    /**
     * Gives what the caller is about to free to the first in line, if that is the custom, the state is
     * {@code whileTaken} and the head asks for just as much. Otherwise nothing happens, and the caller frees it.
     */
    abstract boolean passOn(long whileTaken, int weight);

    /** To be called after a release, as the last thing it does. Without room on the stack, the next release serves. */
    abstract void released();

    /** Looks after a request that has just entered. */
    abstract void entered(Waiter<?> waiter);

    /** Whether the head, which the state allows, takes for itself; it is then awake, or woken now. */
    abstract boolean takesForItself(Waiter<?> head);

    /** Whether the head, which the state does not allow, really has to wait for a release. */
    abstract boolean hasToWait(Waiter<?> head);

    /** Lets an arriving request through if the state allows it and nobody waits, or if it may pass the head. */
    final boolean takeOnArrival(int weight) {
        for (;;) {
            long seen = wordVolatile();
            if (!allows(seen, weight)) {
                return false;
            }
            if (!mayHaveWaiters()) {
                if (casUnpassed(seen, weight)) {
                    return true; // whoever waits now came after this look
                }
            } else if (mayPassHead(seen, weight)) {
                if (casPassing(seen, weight)) {
                    return true;
                }
            } else if (hasWaiters()) {
                return false;
            }
        }
    }

    /** Adds a request. */
    final void enter(Waiter<?> waiter) {
        StackRoom.require(); // for the wait, too, which goes no deeper
        listWhenFirst();
        lineOrNew().claimCell(waiter, this);
        Objects.requireNonNull(waiter.segment()).setCellVolatile(waiter.cell(), waiter);
        entered(waiter);
    }

    /** Whether a request is in line, or was when this was called. Served and aborted ones at the head do not count. */
    final boolean hasWaiters() {
        if (!mayHaveWaiters()) {
            return false;
        }
        StackRoom.require();
        serve();
        return mayHaveWaiters();
    }

    /** Cheap form of {@link #hasWaiters} that may also count requests which have just left. */
    public final boolean mayHaveWaiters() {
        Line line = lineVolatile();
        return line != null && line.mayHaveWaiters();
    }

    /** Lets requests through from the head on, for as long as the state allows. */
    final void serve() {
        if (mayHaveWaiters()) {
            serve(null, false);
        }
    }

    /**
     * Lets requests through from the head on, after {@code first}, for as long as the state allows; then tells futures.
     *
     * @param first    a request that is served and not told yet
     * @param keepsOne whether the first thread that is served is left to the caller; all others are woken
     * @return the thread that is left to the caller, if any
     */
    final @Nullable ThreadWaiter<?> serve(@Nullable Waiter<?> first, boolean keepsOne) {
        Told futures = null;
        ThreadWaiter<?> kept = null;
        for (Object step = first == null ? serveHead() : first; step != null; step = serveHead()) {
            if (step instanceof FutureWaiter<?, ?> future) {
                futures = Completions.add(futures, future.told());
            } else if (step instanceof ThreadWaiter<?> thread) {
                if (kept == null && keepsOne) {
                    kept = thread;
                } else {
                    thread.signal();
                }
            }
        }
        Completions.tell(futures);
        return kept;
    }

    /**
     * One step at the head: serves it, leaves it to itself, or passes over it.
     *
     * @return the request served, which is not told yet; AGAIN if the head has changed; null if nothing can be done now
     */
    private @Nullable Object serveHead() {
        Line line = line();
        Segment start = line.service().getOpaque(); // before the index, or it could lie past the cell
        long index = line.serviceIndexVolatile();
        if (index >= line.entryIndexVolatile()) {
            return null;
        }
        Segment segment = line.segmentOfHead(start, index);
        if (segment == null) {
            return AGAIN;
        }
        int cell = line.cellOf(index);
        Object content = segment.cellVolatile(cell);
        if (content == null || content == Turn.GRANTING) {
            return null; // the thread that is at it looks at the state afterwards
        }
        if (!(content instanceof Waiter<?> head)) {
            line.raiseServiceIndex(index + 1L);
            return AGAIN;
        }
        if (!allows(wordVolatile(), head.weight())) {
            return hasToWait(head) ? null : AGAIN;
        }
        if (takesForItself(head)) {
            return null;
        }
        if (!segment.casCell(cell, head, Turn.GRANTING)) {
            return AGAIN;
        }
        if (!tryTake(head.weight())) {
            segment.setCellVolatile(cell, head);
            return AGAIN; // look at the state again: a release may have left it to this thread
        }
        settle(segment, index, head);
        return head;
    }

    /** Settles that the head, whose cell is GRANTING, has what it asked for; telling it is left to the caller. */
    final void settle(Segment segment, long index, Waiter<?> head) {
        Line line = line();
        rule.granted(head);
        line.setServiceIndex(index + 1L); // nobody else moves it: all stop at GRANTING
        segment.setCellVolatile(line.cellOf(index), Mark.RESUMED);
    }

    @Override
    final boolean abort(Waiter<?> waiter) {
        Segment segment = waiter.segment();
        if (segment == null) {
            return false;
        }
        int cell = waiter.cell();
        while (!segment.casCell(cell, waiter, Mark.CANCELLED)) {
            Object content = segment.cellVolatile(cell);
            if (content != waiter && content != Turn.GRANTING) {
                return false; // served, about to be, or a second abort of the same future
            }
            Thread.yield(); // GRANTING is over in a few steps, unless its thread was preempted
        }
        segment.cellCancelled();
        if (isFirst(waiter)) {
            serve(); // otherwise the thread that serves those before it passes over it
        }
        return true;
    }

    @Override
    final Object blocker() {
        return blocker;
    }

    /** Whether the state of {@code word} lets a request for {@code weight} through. */
    final boolean allows(long word, int weight) {
        return rule.allows(stateOf(word), weight);
    }

    final long wordVolatile() {
        return word;
    }

    /** The rule's part of the word. */
    final long stateVolatile() {
        return stateOf(wordVolatile());
    }

    /** The rule's part of a word that was read. */
    static long stateOf(long word) {
        return word & RULE;
    }

    /** Whether the first in line may be passed by. */
    final boolean isOpen(long word) {
        return word >= 0L && word >>> 48 < tuning().bypasses();
    }

    /** Takes {@code weight} from an open word for a request that passes those that wait, and counts it. */
    final boolean casPassing(long seen, int weight) {
        return casWord(seen, seen + rule.change(weight) + BYPASS);
    }

    /** Takes {@code weight} for a request that passes nobody; opens the queue again. */
    final boolean casUnpassed(long seen, int weight) {
        return casWord(seen, stateOf(seen) + rule.change(weight));
    }

    /** Takes {@code weight} for the head of the queue if the state allows it; opens the queue again. */
    final boolean tryTake(int weight) {
        for (;;) {
            long seen = wordVolatile();
            if (!allows(seen, weight)) {
                return false;
            }
            if (casUnpassed(seen, weight)) {
                return true;
            }
        }
    }

    /** Replaces the word if it is {@code seen} and nobody has had to wait: the usual way of an uncontended lock. */
    final boolean casUncontended(long seen, long replacement) {
        return lineVolatile() == null && casWord(seen, replacement);
    }

    /** Lets no request pass until the first in line is served. */
    final void setClosedRelease() {
        long unused = (long) WORD.getAndBitwiseOrRelease(this, CLOSED);
    }

    /** Replaces the state if it is {@code expected}. */
    final boolean casState(long expected, long replacement) {
        for (;;) {
            long seen = wordVolatile();
            if (stateOf(seen) != expected) {
                return false;
            }
            if (casWord(seen, (seen & ~RULE) | replacement)) {
                return true;
            }
        }
    }

    /** Replaces the whole word; for queues in which nobody is ever passed by. */
    final long getAndSetState(long replacement) {
        return stateOf((long) WORD.getAndSet(this, replacement));
    }

    /** Adds to the state, and returns what it was; the rule sees to it that this stays within its part of the word. */
    final long getAndAddState(long change) {
        return stateOf((long) WORD.getAndAdd(this, change));
    }

    /**
     * Replaces the state; for a thread that holds it alone. A store is enough: a request that passes others takes the
     * state. Only a head may close the queue meanwhile; if that is overwritten, it closes the queue the next time.
     */
    final void setState(long replacement) {
        setState(owner, replacement);
    }

    /** As {@link #setState(long)}, for a lock that {@code next} then owns, if anything does. No call comes between. */
    final void setState(@Nullable Object next, long replacement) {
        long changed = (wordVolatile() & ~RULE) | replacement;
        owner = next;
        word = changed;
    }

    private boolean casWord(long expected, long replacement) {
        return WORD.compareAndSet(this, expected, replacement);
    }

    // VarHandle mechanics
    private static final VarHandle WORD = ConstantBootstraps.fieldVarHandle(MethodHandles.lookup(), "word",
            VarHandle.class, GrantQueue.class, long.class);
}
