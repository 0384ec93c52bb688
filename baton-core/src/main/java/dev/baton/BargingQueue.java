package dev.baton;

import dev.baton.internal.line.Segment;
import dev.baton.internal.park.ParkLoop;
import dev.baton.internal.park.StackRoom;
import java.util.Objects;

/**
 * Grant queue in which a request that arrives may pass those that wait, within a bound: the first in line is passed by
 * at most {@link Tuning#bypasses} times, then the queue is closed to others until that one is served.
 */
final class BargingQueue extends GrantQueue {
    /*
     * Overview
     *   A release frees what it gives and wakes the head's thread, which then takes for itself, against requests that
     *   arrive: a release costs no context switch. Only a future, which has no thread, is served by others.
     *   Two things close the queue: the head was passed by Tuning.bypasses times, or its thread woke LOST_RACES times
     *   to find the state taken again. See docs/adr/0040.
     *
     * Invariants (beside those of GrantQueue)
     *   - the cell of a thread's request is changed by that thread alone. So the thread needs one CAS, of the word, to
     *     take its turn, and settles its cell afterwards;
     *   - a thread in line is awake and looks at the state itself, or has announced that it parks and looked once more;
     *   - attention spares a release the look at the head. It is set, after the fact, by a thread that makes a head
     *     that may sleep, and by a head that announces to park. A releaser clears it before it looks. A thread that
     *     finds it set need not set it: the releaser that clears it looks later;
     *   - while the queue is closed, the state is taken only for the head, so the head is passed by no more.
     *
     * Memory modes
     *   attention: volatile, for the wake-up argument of GrantQueue.
     *
     * Verified by
     *   See GrantQueue; BargingBoundTest, BargingSemaphoreLincheckTest.
     */

    /** Times that a head's thread may wake in vain before it closes the queue. */
    static final int LOST_RACES = 64;
    /** A thread that has lost so many races looks as often as the tuning says before it parks again. */
    private static final int MOST_DOUBLINGS = 7;

    /** Whether a release has to look at the head. */
    private volatile boolean attention;

    BargingQueue(Rule rule, long initialState, Object blocker, Tuning tuning) {
        super(rule, initialState, blocker, tuning);
    }

    /** A thread waits by taking for itself as soon as it is first and the state allows it. */
    private static final class Competition extends ParkLoop<ThreadWaiter<?>> {
        static final Competition LOOP = new Competition();

        @Override
        protected boolean isServed(ThreadWaiter<?> waiter) {
            return queueOf(waiter).takesTurn(waiter);
        }

        @Override
        protected boolean abort(ThreadWaiter<?> waiter) {
            return waiter.abort();
        }

        @Override
        protected int looks(ThreadWaiter<?> waiter, int wakeUps) {
            BargingQueue queue = queueOf(waiter);
            int looks = (1 << Math.min(wakeUps, MOST_DOUBLINGS)) - 1;
            return looks > 0 && queue.isFirst(waiter) ? Math.min(looks, queue.tuning().spins()) : 0;
        }

        @Override
        protected boolean announce(ThreadWaiter<?> waiter, int wakeUps) {
            return waiter.announceParking() && queueOf(waiter).parks(waiter, wakeUps);
        }

        @Override
        protected int wokenUp(ThreadWaiter<?> waiter, int wakeUps) {
            return waiter.takesItsTurn() ? wakeUps + 1 : wakeUps; // without a release's call, it woke for no reason
        }

        @Override
        protected void ended(ThreadWaiter<?> waiter, Outcome outcome, boolean slept) {
            waiter.leave();
        }

        private static BargingQueue queueOf(ThreadWaiter<?> waiter) {
            return (BargingQueue) Objects.requireNonNull(waiter.queue());
        }
    }

    @Override
    ParkLoop<ThreadWaiter<?>> parkLoop() {
        return Competition.LOOP;
    }

    /** Takes for the current thread's request if that is first in line and the state allows it. */
    private boolean takesTurn(ThreadWaiter<?> waiter) {
        if (!isFirst(waiter) || !tryTake(waiter.weight())) {
            return false;
        }
        Line line = line();
        Segment segment = Objects.requireNonNull(waiter.segment());
        line.serveFrom(segment);
        long next = line.indexOf(segment, waiter.cell()) + 1L;
        settle(segment, next - 1L, waiter); // nobody else moves the index: all stop at a waiter
        if (line.entryIndexVolatile() > next) {
            callAttention(); // there is another head
            if (allows(wordVolatile(), LEAST)) {
                serve();
            }
        }
        return true;
    }

    /**
     * Makes a release look at the first in line, which has announced to park; a head that lost too often closes the
     * queue.
     */
    private boolean parks(ThreadWaiter<?> waiter, int lostRaces) {
        if (isFirst(waiter)) { // otherwise the thread that makes it first calls
            if (lostRaces >= LOST_RACES && isOpen(wordVolatile())) {
                setClosedRelease();
            }
            callAttention();
        }
        return true;
    }

    /** Makes the next release look at the head. */
    private void callAttention() {
        if (!attention) {
            setAttention();
        }
    }

    private void setAttention() {
        attention = true;
    }

    @Override
    boolean mayPassHead(long seen, int weight) {
        return isOpen(seen) && rule.mayPass(weight, this);
    }

    /** What the first in line asks for; as much as a writer if there is none, or it is just coming or going. */
    int headWeight() {
        Waiter<?> head = line().head();
        return head == null ? LEAST + 1 : head.weight();
    }

    @Override
    void entered(Waiter<?> waiter) {
        if (!waiter.takesItsTurn()) {
            callAttention();
            if (allows(wordVolatile(), waiter.weight())) {
                serve();
            }
        }
    }

    @Override
    boolean takesForItself(Waiter<?> head) {
        if (head instanceof ThreadWaiter<?> thread) {
            thread.wakeToCompete();
            return true;
        }
        return false;
    }

    @Override
    boolean hasToWait(Waiter<?> head) {
        setAttention();
        return !allows(wordVolatile(), head.weight()); // a release in between has left the look to this thread
    }

    @Override
    boolean takeInTurn(int weight) {
        return takeLeftover(weight);
    }

    @Override
    boolean takeLeftover(int weight) {
        for (;;) {
            long seen = wordVolatile();
            if (!allows(seen, weight)) {
                return false;
            }
            if (!mayHaveWaiters() ? casUnpassed(seen, weight) : isOpen(seen) && casPassing(seen, weight)) {
                return true;
            }
            if (!isOpen(seen) && hasWaiters()) {
                return false;
            }
        }
    }

    @Override
    boolean passOn(long whileTaken, int weight) {
        return false;
    }

    @Override
    void released() {
        if (attention && mayHaveWaiters()) {
            StackRoom.require();
            attention = false; // before the look: a thread that becomes the head, or announces, after it sets it again
            serve();
        }
    }
}
