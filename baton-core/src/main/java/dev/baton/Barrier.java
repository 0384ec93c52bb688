package dev.baton;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Meeting point for a fixed number of parties: each arrival waits until all have arrived, then all go on and the
 * barrier is ready for the next round. Unlike {@link java.util.concurrent.CyclicBarrier} it cannot break: an abort ends
 * only the wait of the one who aborts.
 * <p>
 * <b>The rule.</b> Every call of an arrive method counts as exactly one arrival, however it ends. An exception means
 * "arrived, but did not wait for the others"; the others are not affected, and the aborted party must not arrive
 * again for the same round. An interrupt that is pending on entry aborts the wait, not the arrival. The arrival that
 * completes a round does not wait, so it never fails.
 * <p>
 * <b>Fairness.</b> Arrivals are assigned to rounds in their order; those beyond the number of parties belong to the
 * next round, so more threads than parties may use one barrier. All of a round are released together, first come
 * first.
 * <p>
 * <b>Aborts.</b> A timeout, an interrupt or the completion of an {@link #arriveAsync} future from outside takes
 * constant time. One that comes after the round was complete is too late: the call succeeds, and an interrupt stays
 * asserted.
 * <p>
 * <b>Arrival index.</b> As with {@code CyclicBarrier}: {@code getParties() - 1} for the first to arrive in a round and
 * zero for the last.
 * <p>
 * <b>Memory effects.</b> What a party did before it arrived happens before the successful return of every
 * arrival of the same round.
 * <p>
 * <b>Progress.</b> Lock-free: nobody waits for a thread that is about to start the next round.
 * <p>
 * <b>Cost.</b> One fetch-and-add for an arrival, one step for each party at the end of a round, and one queue
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
     *   current: the round that arrivals try first. Round.arrived: arrivals tried in it; the first `parties` are in.
     *
     * Invariants
     *   - A round gets exactly `parties` arrivals and, once full, exactly parties - 1 resumes.
     *   - current moves from a full round to a fresh one.
     * Non-invariants
     *   - arrived may exceed parties by the threads that came too late.
     *
     * Linearization
     *   An arrival, at its fetch-and-add on the round that it is in.
     *
     * Abort
     *   Nothing is deregistered: the arrival counts. The cell is CANCELLED and the resume that meets it fails, which
     *   is ignored.
     *
     * Memory modes
     *   field    read      write      why that is enough
     *   arrived  volatile  getAndAdd  the last arrival must see what came before each other one
     *   current  opaque    CAS        all parts of a round are final, and a full one that is seen late sends on.
     *            volatile             getNumberArrived reads both so: in one order with volatile accesses. Proof: Barrier
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
    private final SpinBudget spinning;
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
        this.spinning = new SpinBudget(tuning.spins());
        this.current = new Round();
    }

    /**
     * Arrives and waits for the other parties.
     *
     * @return the arrival index
     * @throws InterruptedException if interrupted before the round was complete; the arrival counts
     */
    public int arrive() throws InterruptedException {
        Arrival arrival = enter();
        if (arrival.index > 0) {
            arrival.suspendedThread().await();
        }
        return arrival.index;
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
    public int arrive(long timeout, TimeUnit unit) throws InterruptedException, TimeoutException {
        long nanos = unit.toNanos(timeout);
        Arrival arrival = enter();
        if (arrival.index > 0 && arrival.suspendedThread().await(nanos) == null) {
            throw new TimeoutException();
        }
        return arrival.index;
    }

    /**
     * Arrives and waits for the other parties; an interrupt is kept for later.
     *
     * @return the arrival index
     */
    public int arriveUninterruptibly() {
        Arrival arrival = enter();
        if (arrival.index > 0) {
            arrival.suspendedThread().awaitUninterruptibly();
        }
        return arrival.index;
    }

    /**
     * Arrives at once, without waiting.
     *
     * @return a future of the arrival index that completes with the round; cancelling it, or completing it in any
     *         other way, ends the wait, but the arrival counts
     */
    public CompletableFuture<Integer> arriveAsync() {
        Arrival arrival = enter();
        if (arrival.index == 0) {
            return CompletableFuture.completedFuture(0);
        }
        FutureWaiter<Boolean, Integer> waiter = new FutureWaiter<>(complete -> arrival.index);
        arrival.round.enqueue(waiter);
        return waiter.future();
    }

    /** {@return the number of arrivals that complete a round} */
    public int getParties() {
        return parties;
    }

    /** {@return arrivals in the current round so far, those aborted after their arrival included} */
    public int getNumberArrived() {
        long arrived = currentVolatile().arrivedVolatile();
        return arrived >= parties ? 0 : (int) arrived; // full: the next round has begun, though nobody is in it
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
    WaitQueue<?> queue() {
        return currentVolatile();
    }

    /** Counts one arrival. The last of a round releases the others; any other one has to suspend in its round. */
    private Arrival enter() {
        for (;;) {
            Round round = currentOpaque();
            long earlier = round.getAndIncrementArrived();
            if (earlier < parties) {
                int index = (int) (parties - 1 - earlier);
                if (index == 0) {
                    replace(round);
                    round.release();
                }
                return new Arrival(round, index);
            }
            replace(round);
        }
    }

    /** Puts a fresh round in the place of a full one unless somebody has. */
    private void replace(Round full) {
        if (currentOpaque() == full) {
            casCurrent(full, new Round());
        }
    }

    /** Place of one arrival. */
    private record Arrival(Round round, int index) {
        ThreadWaiter<Boolean> suspendedThread() {
            ThreadWaiter<Boolean> waiter = new ThreadWaiter<>();
            round.enqueue(waiter);
            return waiter;
        }
    }

    /** One use of the barrier: its arrivals and those of them that wait. */
    private final class Round extends CancellableQueueSynchronizer<Boolean> {
        @SuppressWarnings("UnusedVariable") // through its VarHandle
        long arrived;

        Round() {
            super(Resumption.ASYNC, Cancellation.SIMPLE, tuning);
        }

        void enqueue(Waiter<Boolean> waiter) {
            suspend(waiter);
        }

        void release() {
            resume(parties - 1, Boolean.TRUE);
        }

        long arrivedVolatile() {
            return (long) ARRIVED.getVolatile(this);
        }

        long getAndIncrementArrived() {
            return (long) ARRIVED.getAndAdd(this, 1L);
        }

        @Override
        protected Object blocker() {
            return Barrier.this;
        }

        /** The rounds learn together how long to spin. */
        @Override
        SpinBudget newSpinBudget() {
            return spinning;
        }
    }

    // VarHandle mechanics
    private static final VarHandle CURRENT;
    private static final VarHandle ARRIVED;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            CURRENT = lookup.findVarHandle(Barrier.class, "current", Round.class);
            ARRIVED = lookup.findVarHandle(Round.class, "arrived", long.class);
        } catch (ReflectiveOperationException failure) {
            throw new ExceptionInInitializerError(failure);
        }
    }

    private Round currentVolatile() {
        return (Round) CURRENT.getVolatile(this);
    }

    private Round currentOpaque() {
        return (Round) CURRENT.getOpaque(this);
    }

    private boolean casCurrent(Round expected, Round replacement) {
        return CURRENT.compareAndSet(this, expected, replacement);
    }
}
