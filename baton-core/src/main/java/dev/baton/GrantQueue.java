package dev.baton;

import dev.baton.internal.line.Segment;
import dev.baton.internal.park.Combining;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;

import org.jspecify.annotations.Nullable;

/**
 * Queue whose first request is served as soon as the state allows it. Requests have weights, so
 * only the first in line may be considered: one that asks for much is not overtaken by one that asks for little.
 * <p>
 * A fair queue is first-in, first-out. In a barging one a request that arrives may be let through ahead of those that
 * wait, but the first in line is passed by only so often ({@link Tuning#bypasses}); then the queue is closed to
 * others until that one is served.
 */
abstract class GrantQueue extends StateQueue implements Combining.Line {
    /*
     * Overview
     *
     *           serviceIndex                          entryIndex
     *                │                                     │
     *      RESUMED │ Waiter(5) │ Waiter(1) │ CANCELLED │ null │ ...          state: 3 permits
     *
     *   Whoever changes something that could let the first request through, the state (a release), the queue (an
     *   entry) or its order (an abort), then calls grant(), which serves the head for as long as the state allows.
     *   In a fair queue a release first tries passOn(): what the head asks for just that, it gets, and the state stays.
     *
     *   In a barging queue grant() hands over to the head only if that is a future, or if the queue is closed.
     *   Otherwise it wakes the head's thread, which then competes with requests that arrive: a release costs no
     *   context switch. Two things close the queue: the head was passed by Tuning.bypasses times, or its thread woke
     *   LOST_RACES times to find the state taken again.
     *
     * Source
     *   Own. The cells, segments and O(1) removal are those of CancellableQueueSynchronizer. That framework hands
     *   values to cells blindly, one fetch-and-add a value, and so cannot ask what the head needs; see
     *   docs/adr/0002. For barging with a bound see docs/adr/0040.
     *
     * State (of a cell)
     *
     *      null ──enter──► Waiter ──grant──► GRANTING ──state allowed──► RESUMED
     *                        ▲ └──abort──► CANCELLED │
     *                        └─────────────refused───┘
     *
     *   GRANTING is the right to take from the state on behalf of the head; only its holder may, and in a barging queue
     *   the head itself, if it will have the state alone (takeAsHead). In a fair queue whoever wants what the head leaves must hold it too. Its holder may
     *   move the service index by a plain step, because everybody else stops there.
     *
     *   A request that carries a section may also be served by the present holder of the lock, who runs the section and
     *   keeps the lock:   Waiter ──claimSection──► RUNNING ──finishSection──► RESUMED
     *
     * Invariants
     *   - only the cell at serviceIndex can become GRANTING and then RESUMED: all before it are RESUMED or CANCELLED, or about
     *     to be by the hand of one who was served, holds the state alone, and lets nobody else take it before (takeAsHead);
     *   - the state is changed for a request in the queue exactly if its cell becomes RESUMED, unless that is passed on;
     *   - nobody who enters a barging queue awake needs to be woken: it looks at the state itself, until it announces to park;
     *   - no lost wake-up: each side writes what it changed (state, cell), then reads what the other changed. One
     *     that finds the cell null or GRANTING may leave, because the one who made it so looks at the state after.
     *     A thread that competes announces that it is about to park, then looks at the state once more; a release
     *     changes the state, then looks for the announcement;
     *   - attention spares a release that look: it is set, after the fact, by whoever makes a head that may sleep (the
     *     entry of one, an abort, a service) or, being first, announces to park, and cleared by whoever, looking after that,
     *     wakes the head or finds it awake. Who finds it set need not set it: the next to clear it looks later.
     *     One that announces before it is first leaves it to the one who makes it first;
     *   - while CLOSED, the state is taken only for the head, so the head is passed by no more;
     *   - whoever serves, releases or aborts allocates nothing; an entry that finds no memory has changed nothing.
     * Non-invariants
     *   Bypasses may count for a head that has just been served or aborted: the next one is then passed by less.
     *
     * Linearization
     *   A request is served when tryTake succeeds under GRANTING, or when passOn looked at the state; it is aborted at the CAS Waiter → CANCELLED.
     *
     * Abort
     *   Cannot succeed while GRANTING; it waits for the few steps until the cell is RESUMED or a Waiter again. So an
     *   abort never leaves anything taken behind. After it, grant() lets those through who stood behind.
     *
     * Memory modes
     *   Cells, indices, state and attention volatile: the wake-up argument above is a store-load on both sides. For
     *   the state see StateQueue.
     *   owner hooks: see granted().
     *
     * Verified by
     *   MutexTest, MutexLincheckTest, SemaphoreTest, SemaphoreAbortTest, SemaphoreStressTest, SemaphoreLincheckTest,
     *   ReentrantLockTest, ReentrantReadWriteLockTest, LockStressTest, BargingBoundTest, ReentrantLockLincheckTest,
     *   BargingSemaphoreLincheckTest, ProofTest.
     */

    /** What a served request receives. */
    enum Grant {
        GRANTED
    }

    private enum Turn {
        GRANTING, RUNNING
    }

    private enum Step {
        /** There is another head to look at. */
        AGAIN
    }

    /** Times that a head's thread may wake in vain before it closes the queue. */
    static final int LOST_RACES = 64;
    /** The longest that a thread without a place in line waits before it looks again. */
    private static final long LONGEST_PAUSE_NANOS = 1_000_000L;

    private final boolean barging;
    private final HandOff handOff;
    private final boolean exclusive;
    /** Of a barging queue: whether a release has to look at the head. */
    private volatile boolean attention;

    /**
     * Creates an empty queue.
     *
     * @param barging   whether requests that arrive may pass those that wait, within bounds
     * @param exclusive whether a request that may pass others holds the state alone once it has it
     * @param handOff   where the first thread that a release serves goes on
     */
    GrantQueue(long initialState, boolean barging, boolean exclusive, HandOff handOff, Tuning tuning) {
        super(initialState, tuning);
        this.barging = barging;
        this.handOff = handOff;
        this.exclusive = exclusive;
    }

    @Override
    final SpinBudget newSpinBudget() {
        SpinBudget spinning = super.newSpinBudget();
        if (handOff == HandOff.COMBINE && Combining.isAvailable()) {
            spinning.allowOnCarriers(Processors.count() - 1); // the service does not need the spinner's carrier
        } else if (exclusive && handOff == HandOff.DISPATCH) {
            spinning.allowOnCarriers(0);
        }
        return spinning;
    }

    /** Whether a request that arrives may pass the present head at all; asked only of barging queues. */
    boolean mayPassHead(int weight) {
        return true;
    }

    /** Whether the head gets what is there by hand-over even while the queue is open to barging. */
    boolean isHandedOver(long state, int weight) {
        return false;
    }

    /** Called for a waiter that has just been let through, before it is told: the place to note an owner. */
    void granted(Waiter<Grant> waiter) {}

    /** Called when a request is about to enter. */
    void entered() {}

    final boolean isBarging() {
        return barging;
    }

    /**
     * Lets an arriving request through if the state allows it and no one waits, or, in a barging queue, if the
     * head may be passed.
     */
    final boolean takeOnArrival(int weight) {
        for (;;) {
            long seen = wordVolatile();
            if (!allows(stateOf(seen), weight)) {
                return false;
            }
            if (!mayHaveWaiters()) {
                if (casUnpassed(seen, weight)) {
                    return true; // whoever waits now came after we looked
                }
            } else if (barging && isOpen(seen) && mayPassHead(weight)) {
                if (casPassing(seen, weight)) {
                    return true;
                }
            } else if (hasWaiters()) {
                return false;
            }
        }
    }

    /**
     * Lets a request through that will not wait, if the state allows it and no one waits. A no is exact: at some moment
     * the state did not allow it, or someone stood in line whom the state did not allow. While a request is just coming
     * or being served, that is not known, and this waits for the few steps until it is.
     */
    final boolean takeInTurn(int weight) {
        for (int spins = 0; !takeOnArrival(weight); spins++) {
            if (!allows(stateVolatile(), weight) || headMustWait()) {
                return false;
            }
            pause(spins);
        }
        return true;
    }

    private boolean headMustWait() {
        Line line = lineVolatile();
        if (line == null) {
            return false; // a release came meanwhile, and nobody has ever waited
        }
        Segment segment = line.service().getOpaque();
        long index = line.serviceIndexVolatile();
        return segment.id == line.idOf(index) && segment.cellVolatile(line.cellOf(index)) instanceof Waiter<?> head
                && !allows(stateVolatile(), head.weight())
                && segment.cellVolatile(line.cellOf(index)) == head; // it was in line when we looked at the state
    }

    /** Waits a little for a thread that is within a few steps of being done. */
    private static void pause(int spins) {
        if (spins < 64) {
            Thread.onSpinWait();
        } else {
            Thread.yield();
        }
    }

    /**
     * Lets a request through that will not wait: it may have what the first in line, asked before, cannot use now.
     * Each time counts as a bypass, so even in this way nobody is passed by for ever.
     */
    final boolean takeLeftover(int weight) {
        for (int spins = 0;; spins++) {
            long seen = wordVolatile();
            if (!allows(stateOf(seen), weight)) {
                return false;
            }
            if (!mayHaveWaiters()) {
                if (casUnpassed(seen, weight)) {
                    return true;
                }
            } else if (barging && isOpen(seen)) {
                if (casPassing(seen, weight)) {
                    return true;
                }
            } else if (hasWaiters()) {
                if (!isOpen(seen)) {
                    return false;
                }
                if (takeBesideHead(weight)) {
                    return true;
                }
                pause(spins);
            }
        }
    }

    /**
     * Takes what the head cannot use, in its turn: whoever holds that knows who is first, and that it stays. False if
     * there is none, or it could be served, or its turn is another's; then things have changed or are about to.
     */
    private boolean takeBesideHead(int weight) {
        Line line = line();
        grant();
        Segment segment = line.service().getOpaque();
        long index = line.serviceIndexVolatile();
        int cell = line.cellOf(index);
        if (segment.id != line.idOf(index) || !(segment.cellVolatile(cell) instanceof Waiter<?> head)
                || !segment.casCell(cell, head, Turn.GRANTING)) {
            return false;
        }
        long seen = wordVolatile();
        boolean taken = isOpen(seen) && allows(stateOf(seen), weight) && !allows(stateOf(seen), head.weight())
                && casPassing(seen, weight);
        segment.setCellVolatile(cell, head);
        grant(); // someone may have left the head to us
        return taken;
    }

    /** Adds a request, served at once if it is first in line and the state allows. */
    final void enter(Waiter<Grant> waiter) {
        entered();
        waiter.setValue(Grant.GRANTED); // not when served: that would cost its thread a cache miss
        lineOrNew().claimCell(waiter, this);
        Objects.requireNonNull(waiter.segment()).setCellVolatile(waiter.cell(), waiter);
        if (barging && waiter.takesItsTurn()) {
            return; // nothing has changed for those before it
        }
        callAttention();
        if (allows(stateVolatile(), waiter.weight())) {
            grant(); // or else, if it is the head, it has to wait, and if not, nothing has changed for the head
        }
    }

    /**
     * Adds a request of the current thread that must be served in the end, or, while there is no memory for it, takes its
     * chance outside the line.
     *
     * @param known the request, if there is one already
     * @return null if the state was taken outside the line; the request otherwise, which the caller then awaits
     */
    final @Nullable ThreadWaiter<Grant> enterOrTake(int weight, @Nullable ThreadWaiter<Grant> known) {
        for (long nanos = 1_000L;; nanos = Math.min(nanos * 2L, LONGEST_PAUSE_NANOS)) {
            try {
                ThreadWaiter<Grant> waiter = known == null ? new ThreadWaiter<>(weight) : known;
                enter(waiter);
                return waiter;
            } catch (OutOfMemoryError full) {
                pauseOutside(nanos);
            }
            if (takeOnArrival(weight)) {
                return null;
            }
        }
    }

    /** Lets some time pass, by the means that are left without memory. */
    static void pauseOutside(long nanos) {
        try {
            LockSupport.parkNanos(nanos); // an interrupt that is set ends this at once; then it is a loop that yields
        } catch (OutOfMemoryError full) {
            Thread.onSpinWait();
        }
        Thread.yield();
    }

    /** Makes the next release look at the head. */
    private void callAttention() {
        if (barging && !attention) {
            setAttention();
        }
    }

    private void setAttention() {
        attention = true;
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
    @Override
    public final boolean mayHaveWaiters() {
        Line line = lineVolatile();
        return line != null && line.mayHaveWaiters();
    }

    @Override
    public final long entries() {
        return entryIndexVolatile();
    }

    /**
     * To be called after a release, and as the last thing it does: {@link #grant}, unless it is known that the head is
     * awake and competes. The first thread served may take the current one's place; others are woken.
     */
    final void released() {
        if ((!barging || attention) && mayHaveWaiters() && !(barging && wakeHead())) {
            grant(handOff, null);
        }
    }

    /**
     * Gives what the caller is about to free to the first in line, if that asks for just as much. It is never free in
     * between, so the state stays as it is and nobody else has a say. Otherwise nothing happens, and the caller frees it.
     *
     * @param whileTaken the state as it has to be
     * @param weight     how much the caller gives
     */
    final boolean passOn(long whileTaken, int weight) {
        return !barging && mayHaveWaiters() && passOnToHead(whileTaken, weight);
    }

    private boolean passOnToHead(long whileTaken, int weight) {
        Line line = line();
        Segment segment = line.service().getOpaque(); // before the index, or it could lie past the cell
        long index = line.serviceIndexVolatile();
        int cell = line.cellOf(index);
        if (segment.id != line.idOf(index) || !(segment.cellVolatile(cell) instanceof Waiter<?> content)
                || content.weight() != weight || wordVolatile() != whileTaken
                || !segment.casCell(cell, content, Turn.GRANTING)) { // it was in line when we looked at the state
            return false;
        }
        @SuppressWarnings("unchecked") // only such waiters enter this queue
        Waiter<Grant> head = (Waiter<Grant>) content;
        serve(segment, index, head);
        if (exclusive) {
            tellAlone(head);
        } else {
            grant(handOff, head); // a release meanwhile may have left the next one to us
        }
        return true;
    }

    @Override
    final boolean asksForSleepers() {
        return handOff.staysHere();
    }

    @Override
    final void aboutToPark(ThreadWaiter<Grant> waiter) {
        if (isFirst(waiter)) {
            callAttention(); // otherwise whoever makes it first does
        }
    }

    /** Serves requests from the head for as long as the state allows. */
    final void grant() {
        if (mayHaveWaiters() && !(barging && wakeHead())) {
            grant(HandOff.DISPATCH, null);
        }
    }

    /**
     * Serves requests from the head, after {@code first}, which is served, for as long as the state allows; then tells
     * futures, and lets the first thread go on as {@code afterwards} says. Other threads are woken at once.
     */
    private void grant(HandOff afterwards, @Nullable Waiter<Grant> first) {
        Waiter<?> futures = null;
        ThreadWaiter<?> next = null;
        for (Object step = first == null ? grantHead() : first; step != null; step = grantHead()) {
            if (step instanceof FutureWaiter<?, ?> future) {
                futures = Completions.add(futures, future);
            } else if (step instanceof ThreadWaiter<?> thread) {
                if (next == null && afterwards.staysHere()) {
                    next = thread;
                } else {
                    thread.signal();
                }
            }
        }
        Completions.tell(futures);
        if (next != null) {
            handOver(next);
        }
    }

    /** Tells the only request that a release has served. */
    private void tellAlone(Waiter<Grant> served) {
        if (served instanceof ThreadWaiter<Grant> thread) {
            if (handOff.staysHere()) {
                handOver(thread);
            } else {
                thread.signal();
            }
        } else {
            Completions.tell(served);
        }
    }

    private void handOver(ThreadWaiter<?> next) {
        Combining.handOver(next.thread(), next.maySleep(), handOff == HandOff.INLINE, this);
    }

    /** Short way of {@link #grant} for the common case: the head is a thread and shall compete. */
    private boolean wakeHead() {
        Line line = line();
        attention = false; // before the look: who becomes the head, or announces to park, after it sets it again
        Segment segment = line.service().getOpaque();
        long index = line.serviceIndexVolatile();
        if (segment.id == line.idOf(index)
                && segment.cellVolatile(line.cellOf(index)) instanceof ThreadWaiter<?> head) {
            long seen = wordVolatile();
            boolean allowed = allows(stateOf(seen), head.weight());
            if (allowed && isOpen(seen) && !isHandedOver(stateOf(seen), head.weight())) {
                head.wakeToCompete();
                return true;
            }
            setAttention();
            return !allowed && !allows(stateVolatile(), head.weight()); // a release in between has left the look to us
        }
        setAttention();
        return false;
    }

    /** What the request first in line asks for, or {@code unknown} if there is none or it is just coming or going. */
    final int headWeight(int unknown) {
        Line line = line();
        Segment segment = line.service().getOpaque();
        long index = line.serviceIndexVolatile();
        return segment.id == line.idOf(index) && segment.cellVolatile(line.cellOf(index)) instanceof Waiter<?> head
                ? head.weight()
                : unknown;
    }

    @Override
    final boolean competes() {
        return barging;
    }

    @Override
    final void compete(ThreadWaiter<Grant> waiter, int lostRaces) {
        boolean first = isFirst(waiter);
        if (lostRaces >= LOST_RACES && isOpen(wordVolatile()) && first) {
            setClosedRelease(); // being awake, it needs nobody's attention
        }
        if (!first) {
            return; // whoever serves or aborts those before it sees to it
        }
        if (exclusive && !allows(change(waiter.weight()), waiter.weight())) {
            takeAsHead(waiter);
        } else {
            takeInOwnTurn(waiter);
        }
    }

    /** Takes for the calling thread, which is first in line, under its own turn, and lets the next one see what is left. */
    private void takeInOwnTurn(ThreadWaiter<Grant> waiter) {
        Line line = line();
        Segment segment = Objects.requireNonNull(waiter.segment());
        int cell = waiter.cell();
        while (allows(stateVolatile(), waiter.weight()) && segment.casCell(cell, waiter, Turn.GRANTING)) {
            if (tryTake(waiter.weight())) {
                long next = line.indexOf(segment, cell) + 1L;
                granted(waiter);
                line.setServiceIndex(next);
                segment.setCellVolatile(cell, Mark.RESUMED);
                if (line.entryIndexVolatile() > next) {
                    callAttention(); // there is another head
                    if (allows(stateVolatile(), headWeight(0))) {
                        grant();
                    }
                }
                return;
            }
            segment.setCellVolatile(cell, waiter); // and look again: a release may have left the head to us
        }
    }

    /**
     * Takes the state for the calling thread, which is first in line, and only then settles its cell: who races for the
     * state has no time for more than one step. Only for a request that has the state alone. Nobody can then
     * take it for the same request at the same time: a GRANTING that another holds meanwhile ends without success.
     */
    private void takeAsHead(ThreadWaiter<Grant> waiter) {
        Line line = line();
        if (!tryTake(waiter.weight())) {
            return;
        }
        granted(waiter);
        Segment segment = Objects.requireNonNull(waiter.segment());
        long next = line.indexOf(segment, waiter.cell()) + 1L;
        line.setServiceIndex(next); // nobody else moves it: all stop at a waiter
        for (int spins = 0; !segment.casCell(waiter.cell(), waiter, Mark.RESUMED); spins++) {
            pause(spins);
        }
        if (line.entryIndexVolatile() > next) {
            callAttention(); // there is another head
        }
    }

    /**
     * One step at the head: serves it, wakes it to compete, or passes over it.
     *
     * @return the request served, which is not told yet; AGAIN if the head has changed; null if nothing can be done now
     */
    private @Nullable Object grantHead() {
        Line line = line();
        Segment start = line.service().getOpaque(); // before the index, or it could lie past the cell
        long index = line.serviceIndexVolatile();
        if (index >= line.entryIndexVolatile()) {
            return null;
        }
        Segment segment = segmentOfHead(start, index);
        if (segment == null) {
            return Step.AGAIN;
        }
        int cell = line.cellOf(index);
        Object content = segment.cellVolatile(cell);
        if (content == null || content == Turn.GRANTING) {
            return null; // whoever is at it looks at the state afterwards
        }
        if (!(content instanceof Waiter<?>)) {
            line.raiseServiceIndex(index + 1L);
            return Step.AGAIN;
        }
        @SuppressWarnings("unchecked") // only such waiters enter this queue
        Waiter<Grant> waiter = (Waiter<Grant>) content;
        int weight = waiter.weight();
        long seen = wordVolatile();
        if (!allows(stateOf(seen), weight)) {
            return null;
        }
        if (barging && isOpen(seen) && waiter instanceof ThreadWaiter<Grant> thread
                && !isHandedOver(stateOf(seen), weight)) {
            thread.wakeToCompete();
            return null;
        }
        if (!segment.casCell(cell, waiter, Turn.GRANTING)) {
            return Step.AGAIN;
        }
        if (!tryTake(weight)) {
            segment.setCellVolatile(cell, waiter);
            return Step.AGAIN; // look at the state again: someone may have left it to us
        }
        serve(segment, index, waiter);
        return waiter;
    }

    /** Settles that the head, whose cell is GRANTING, has what it asked for; telling it is left to the caller. */
    private void serve(Segment segment, long index, Waiter<Grant> head) {
        Line line = line();
        granted(head);
        line.setServiceIndex(index + 1L); // nobody else moves it: all stop at GRANTING
        segment.setCellVolatile(line.cellOf(index), Mark.RESUMED);
        callAttention(); // there is another head
    }

    /**
     * Takes the head's section over from its owner; for the holder of a lock, who runs it. From then on the request
     * cannot be aborted.
     *
     * @return the request, or null if there is none or it wants the lock itself
     */
    final @Nullable Waiter<Grant> claimSection() {
        Line line = lineVolatile();
        if (line == null) {
            return null;
        }
        for (;;) {
            Segment start = line.service().getOpaque(); // before the index, or it could lie past the cell
            long index = line.serviceIndexVolatile();
            if (index >= line.entryIndexVolatile()) {
                return null;
            }
            Segment segment = segmentOfHead(start, index);
            if (segment == null) {
                continue;
            }
            Object content = segment.cellVolatile(line.cellOf(index));
            if (content == null || content == Turn.GRANTING) {
                return null;
            }
            if (content instanceof Waiter<?>) {
                @SuppressWarnings("unchecked") // only such waiters enter this queue
                Waiter<Grant> waiter = (Waiter<Grant>) content;
                if (waiter.section() == null) {
                    return null;
                }
                if (!segment.casCell(line.cellOf(index), waiter, Turn.RUNNING)) {
                    continue;
                }
                line.raiseServiceIndex(index + 1);
                return waiter;
            }
            line.raiseServiceIndex(index + 1L);
        }
    }

    /** Serves a request whose section has run; telling its owner is left to the caller. */
    final void finishSection(Waiter<Grant> claimed) {
        Objects.requireNonNull(claimed.segment()).setCellVolatile(claimed.cell(), Mark.RESUMED);
    }

    /** The segment of the cell at the head, or null if that one was aborted, and passed over now. */
    private @Nullable Segment segmentOfHead(Segment start, long index) {
        Line line = line();
        Segment segment = line.service().moveTo(start, line.idOf(index));
        segment.forgetPrev();
        if (segment.id == line.idOf(index)) {
            return segment;
        }
        line.raiseServiceIndex(line.firstIndexOf(segment));
        return null;
    }

    @Override
    final boolean abort(Waiter<Grant> waiter) {
        Segment segment = waiter.segment();
        if (segment == null) {
            return false;
        }
        int cell = waiter.cell();
        for (int spins = 0; !segment.casCell(cell, waiter, Mark.CANCELLED); spins++) {
            Object content = segment.cellVolatile(cell);
            if (content != waiter && content != Turn.GRANTING) {
                return false; // served, about to be, or a second abort of the same future
            }
            pause(spins);
        }
        segment.cellCancelled();
        callAttention();
        if (isFirst(waiter)) {
            grant(); // or else whoever serves those before it passes over it
        }
        return true;
    }
}
