package dev.baton;

import dev.baton.internal.park.SpinPolicy;
import dev.baton.internal.park.StackRoom;
import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

/**
 * Meeting point for a fixed number of parties: each arrival waits until all have arrived, then all go on and the
 * barrier is ready for the next round. Unlike {@link java.util.concurrent.CyclicBarrier} it cannot break: an abort ends
 * only the wait of the party that aborts.
 * <p>
 * <b>The rule.</b> Every call of an await method counts as exactly one arrival, however it ends. An exception means
 * "arrived, but did not wait for the others"; the others are not affected, and the aborted party must not arrive
 * again for the same round. An interrupt that is pending on entry aborts the wait, not the arrival. The arrival that
 * completes a round does not wait, so it never fails.
 * <p>
 * <b>Fairness.</b> Arrivals are assigned to rounds in their order; those beyond the number of parties belong to the
 * next round, so more threads than parties may use one barrier. All of a round are released together, first come
 * first.
 * <p>
 * <b>Timeout, interrupt, cancel.</b> A timeout, an interrupt or the completion of an {@link #awaitAsync} future from
 * outside takes constant time. An abort that comes after the round was complete is too late: the call succeeds, and
 * an interrupt stays asserted.
 * <p>
 * <b>Arrival index.</b> As with {@code CyclicBarrier}: {@code getParties() - 1} for the first to arrive in a round and
 * zero for the last.
 * <p>
 * <b>Memory effects.</b> What a party did before it arrived happens before the successful return of every
 * arrival of the same round.
 * <p>
 * <b>Progress.</b> Lock-free: nobody waits for a thread that is about to start the next round.
 * <p>
 * <b>Cost.</b> One compare-and-set for an arrival, one step for each party at the end of a round, and one queue
 * allocated for each round.
 */
public final class Barrier {
    /*
     * Overview
     *
     *      current ──► Round 7 [arrived = 2 of 3 | its own queue: Waiter Waiter]
     *
     *   The arrival that fills a round puts a new one in place and resumes parties - 1 requests of the full one. An
     *   arrival that finds a round full puts the new one in place itself if need be, and arrives there.
     *
     * Source
     *   Koval, Khalanskiy, Alistarh: "CQS" (PLDI 2023), section 4.1. Differs from the paper in:
     *   - reusable, by one counter and one queue for each round, so that a fast party of the next round cannot get
     *     a resume meant for a slow one of this round;
     *   - aborts are served: SIMPLE cancellation lets each aborted request absorb the one resume meant for it.
     *
     * State
     *   current: the round that arrivals try first. Round.arrived: the arrivals in it, at most `parties`.
     *
     * Invariants
     *   - A round gets exactly `parties` arrivals and, once full, exactly parties - 1 resumes.
     *   - current moves from a full round to a fresh one.
     * Non-invariants
     *   - a full round may still be current: the last arrival, or the next thread that comes, replaces it.
     *
     * Linearization
     *   An arrival, at its CAS of `arrived` of the round that it is in.
     *
     * Memory
     *   Request and next round are allocated before that CAS. A segment for the request may still be missing after it,
     *   with more parties than a segment has cells: the arrival is then taken back, or finds the round complete.
     *
     * Abort
     *   Nothing is deregistered: the arrival counts. The cell is CANCELLED and the resume that meets it fails, which
     *   is ignored.
     *
     * Memory modes
     *   field    read      write      why that is enough
     *   arrived  volatile  CAS        the last arrival must see what came before each other one
     *   current  opaque    CAS        all parts of a round are final, and a full one that is seen late sends on.
     *            volatile             getNumberArrived reads both so: in one order with volatile accesses.
     *   Proof: Barrier.
     *
     * Retention
     *   A full round is unreachable from the barrier; its waiters keep it until they leave.
     *
     * Verified by
     *   BarrierTest, BarrierAbortTest, BarrierStressTest, BarrierLincheckTest, BarrierMutantsTest.
     */
    private final int parties;
    private final Tuning tuning;
    /** Of all rounds together. */
    private final SpinPolicy spinning;
    @SuppressWarnings("UnusedVariable") // through its VarHandle
    private Round current;

    /**
     * Creates a barrier.
     *
     * @param parties the number of arrivals that complete a round
     * @throws IllegalArgumentException if {@code parties} is not positive
     */
    public Barrier(int parties) {
        this(parties, tuningFor(parties));
    }

    Barrier(int parties, Tuning tuning) {
        if (parties <= 0) {
            throw new IllegalArgumentException("parties must be positive: " + parties);
        }
        this.parties = parties;
        this.tuning = tuning;
        this.spinning = new SpinPolicy(tuning.spins(), false);
        this.current = new Round();
    }

    /**
     * Arrives and waits for the other parties.
     *
     * @return the arrival index
     * @throws InterruptedException if interrupted before the round was complete; the arrival counts
     */
    public int await() throws InterruptedException {
        ThreadWaiter<Boolean> waiter = new ThreadWaiter<>();
        int index = arrive(waiter, null);
        if (index > 0) {
            waiter.await();
        }
        return index;
    }

    /**
     * Arrives and waits for the other parties, but not longer than the time given.
     *
     * @param timeout the longest to wait; zero or less does not wait
     * @param unit the unit of {@code timeout}
     * @return the arrival index
     * @throws InterruptedException if interrupted before the round was complete; the arrival counts
     * @throws TimeoutException     if the time ran out before the round was complete; the arrival counts
     */
    public int await(long timeout, TimeUnit unit) throws InterruptedException, TimeoutException {
        long nanos = unit.toNanos(timeout);
        ThreadWaiter<Boolean> waiter = new ThreadWaiter<>();
        int index = arrive(waiter, null);
        if (index > 0 && waiter.await(nanos) == null) {
            throw new TimeoutException();
        }
        return index;
    }

    /**
     * As {@link #await(long, TimeUnit)}.
     *
     * @param timeout the longest to wait; zero or less does not wait
     * @return the arrival index
     * @throws InterruptedException if interrupted before the round was complete; the arrival counts
     * @throws TimeoutException     if the time ran out before the round was complete; the arrival counts
     */
    public int await(Duration timeout) throws InterruptedException, TimeoutException {
        return await(TimeUnit.NANOSECONDS.convert(timeout), TimeUnit.NANOSECONDS);
    }

    /**
     * Arrives and waits for the other parties; an interrupt is kept for later.
     *
     * @return the arrival index
     */
    public int awaitUninterruptibly() {
        ThreadWaiter<Boolean> waiter = new ThreadWaiter<>();
        int index = arrive(waiter, null);
        if (index > 0) {
            waiter.awaitUninterruptibly();
        }
        return index;
    }

    /**
     * Arrives at once, without waiting.
     *
     * @return a future of the arrival index that completes with the round; cancelling it, or completing it in any
     *         other way, ends the wait, but the arrival counts
     */
    public CompletableFuture<Integer> awaitAsync() {
        Place place = new Place();
        FutureWaiter<Boolean, Integer> waiter = new FutureWaiter<>(place);
        if (arrive(waiter, place) == 0) {
            waiter.setValue(Boolean.TRUE);
            waiter.signal();
        }
        return waiter.future();
    }

    /** {@return the number of arrivals that complete a round} */
    public int getParties() {
        return parties;
    }

    /** {@return arrivals in the current round so far, those aborted after their arrival included} */
    public int getNumberArrived() {
        int arrived = currentVolatile().arrivedVolatile();
        return arrived >= parties ? 0 : arrived; // full: the next round has begun, though nobody is in it
    }

    /** {@return the number of requests, of threads and futures, waiting in the current round; an estimate} */
    public int getQueueLength() {
        return currentVolatile().getQueueLength();
    }

    /** {@return whether any request, of a thread or a future, is waiting in the current round} */
    public boolean hasQueuedThreads() {
        return currentVolatile().hasQueuedThreads();
    }

    @Override
    public String toString() {
        return super.toString() + "[Parties = " + parties + ", Arrived = " + getNumberArrived() + ", Waiting = "
                + getQueueLength() + "]";
    }

    /** Segments no longer than the waiters of one round, because each round has its own. */
    private static Tuning tuningFor(int parties) {
        int powerOfTwo = parties <= 2 ? 1 : Integer.highestOneBit(parties - 2) << 1;
        boolean shorter = powerOfTwo > 0 && powerOfTwo < Tuning.DEFAULT.segmentSize();
        return shorter ? new Tuning(powerOfTwo, Tuning.DEFAULT.spins()) : Tuning.DEFAULT;
    }

    /** For tests of the structure. */
    WaitQueue queue() {
        return currentVolatile();
    }

    /**
     * Counts one arrival. Whatever that may need it allocates first, so an arrival that fails does not count. The last
     * of a round releases the others; any other one has its request in the queue of its round.
     *
     * @param waiter the request, not used by the last
     * @param place  told the arrival index before the arrival counts, if there is one
     * @return the arrival index
     */
    private int arrive(Waiter<Boolean> waiter, @Nullable Place place) {
        StackRoom.require();
        for (;;) {
            Round round = currentOpaque();
            int earlier = round.arrivedVolatile();
            int index = parties - 1 - earlier;
            if (index < 0) {
                replace(round, new Round());
                continue;
            }
            Round next = index == 0 ? new Round() : null;
            if (place != null) {
                place.index = index;
            }
            if (round.casArrived(earlier, earlier + 1)) {
                if (next == null) {
                    enter(round, waiter);
                } else {
                    replace(round, next);
                    round.resume(parties - 1, Boolean.TRUE);
                }
                return index;
            }
        }
    }

    /** Puts {@code next} in the place of a full round unless another thread has. */
    private void replace(Round full, Round next) {
        if (currentOpaque() == full) {
            casCurrent(full, next);
        }
    }

    /** Lets a request that has arrived wait. If there is no memory for that, the arrival is taken back. */
    private void enter(Round round, Waiter<Boolean> waiter) {
        try {
            round.suspend(waiter);
        } catch (OutOfMemoryError full) {
            if (round.takeBack()) {
                throw full;
            }
            waiter.setValue(Boolean.TRUE); // the round is complete, and nobody has to wait
            if (waiter instanceof FutureWaiter<Boolean, ?> future) {
                future.signal();
            }
        }
    }

    /** The arrival index that a future completes with. */
    private static final class Place implements Function<Boolean, Integer> {
        Integer index = 0;

        @Override
        public Integer apply(Boolean complete) {
            return index;
        }
    }

    /** One use of the barrier: its arrivals and those of them that wait. */
    private final class Round extends CancellableQueueSynchronizer<Boolean> {
        @SuppressWarnings("UnusedVariable") // through its VarHandle
        int arrived;

        Round() {
            super(Resumption.ASYNC, Cancellation.SIMPLE, tuning);
        }

        int arrivedVolatile() {
            return (int) ARRIVED.getVolatile(this);
        }

        boolean casArrived(int expected, int replacement) {
            return ARRIVED.compareAndSet(this, expected, replacement);
        }

        /** Takes an arrival back; false if the round is complete. */
        boolean takeBack() {
            for (;;) {
                int seen = arrivedVolatile();
                if (seen == parties || casArrived(seen, seen - 1)) {
                    return seen != parties;
                }
            }
        }

        @Override
        protected Object blocker() {
            return Barrier.this;
        }

        /** The rounds learn together how long to spin. */
        @Override
        SpinPolicy newSpinPolicy() {
            return spinning;
        }
    }

    // VarHandle mechanics
    private static final VarHandle CURRENT = ConstantBootstraps.fieldVarHandle(MethodHandles.lookup(), "current",
            VarHandle.class, Barrier.class, Round.class);
    private static final VarHandle ARRIVED = ConstantBootstraps.fieldVarHandle(MethodHandles.lookup(), "arrived",
            VarHandle.class, Round.class, int.class);

    private Round currentVolatile() {
        return (Round) CURRENT.getVolatile(this);
    }

    private Round currentOpaque() {
        return (Round) CURRENT.getOpaque(this);
    }

    private void casCurrent(Round expected, Round replacement) {
        boolean unused = CURRENT.compareAndSet(this, expected, replacement);
    }
}
