package dev.baton;

import java.time.Duration;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.Condition;

import org.jspecify.annotations.Nullable;

/**
 * Barrier that a fixed number of threads pass together, again and again, with the interface of
 * {@link java.util.concurrent.CyclicBarrier}: change the import and nothing else. Beside it: {@link #awaitAsync()}.
 * <p>
 * <b>All or none.</b> The threads that meet are a generation. When the last one arrives it runs the barrier action, if
 * there is one; then all go on and the next generation begins. If any of them leaves before (interrupt, timeout), if
 * the action throws, or on {@link #reset()}, the generation is broken: all others of it leave with
 * {@link BrokenBarrierException}. A broken barrier stays broken until it is reset.
 * <p>
 * <b>Timeout, interrupt.</b> Cost constant time, besides what it takes to wake those who wait. One that comes after
 * the last thread arrived breaks nothing: the wait ends normally and the interrupt is re-asserted.
 * <p>
 * <b>Memory effects.</b> Actions before {@code await} happen before the barrier action, and that before actions after
 * a normal return from {@code await} in the other threads of the generation.
 */
public class CyclicBarrier {
    /*
     * State
     *   A lock guards all; a thread waits on the condition until its generation is no longer OPEN.
     *     OPEN ──last arrived, action done──► TRIPPED      and a new generation is current
     *     OPEN ──abort, failure, reset──────► BROKEN       current until the reset
     *   The action runs with the lock held: who aborts meanwhile gets the lock, and so the outcome, afterwards.
     *   Arrivals without a thread form a list. When their generation has ended they move to the list of what is due,
     *   and their futures complete when the lock is free, so that code which depends on them may do as it likes.
     * Memory
     *   What an arrival needs is allocated before it counts. A wait for which the condition has no memory takes its
     *   arrival back. A thread that wakes, breaks or resets allocates nothing after its first step.
     * Abort
     *   One whose future is cancelled leaves its list only by a mark, as the whole list goes with it.
     * Verified by
     *   CyclicBarrierTest, CyclicBarrierAsyncTest, MutantsTest, LatchScenarios (model).
     */
    private enum Outcome {
        OPEN, TRIPPED, BROKEN
    }

    private static final class Generation {
        int arrived;
        Outcome outcome = Outcome.OPEN;
        /** The latest arrival without a thread. */
        @Nullable
        Arrival latest;
    }

    /** Arrival without a thread. Guarded by the lock until it is due. */
    private final class Arrival implements RequestFuture.Abortable, Runnable {
        final RequestFuture<Integer> future = new RequestFuture<>(this);
        private final Generation generation;
        private final int missing;
        /** The one before it in the list of its generation; then, in the list of what is due, the one after it. */
        @Nullable
        Arrival neighbour;
        boolean left;
        boolean tripped;

        Arrival(Generation generation, int missing) {
            this.generation = generation;
            this.missing = missing;
            this.neighbour = generation.latest;
        }

        @Override
        public boolean abortFromOutside() {
            lock.lock();
            try {
                if (generation.outcome != Outcome.OPEN) {
                    return false;
                }
                left = true;
                breakUp();
                return true;
            } finally {
                unlock();
            }
        }

        /** Completes the future, once the outcome is known. */
        @Override
        public void run() {
            if (tripped) {
                future.serve(missing);
            } else {
                future.fail(breakage());
            }
        }

        /** What a broken generation fails with; where there is no memory to say so, with that. */
        private static Throwable breakage() {
            try {
                return new BrokenBarrierException();
            } catch (OutOfMemoryError full) {
                return full;
            }
        }
    }

    /** Where futures complete whose dependents might keep the caller. */
    private static final Executor ASIDE = task -> Thread.ofVirtual().start(task);

    private final ReentrantLock lock;
    private final Condition decided;
    private final int parties;
    private final @Nullable Runnable action;
    private Generation current = new Generation();
    /** Arrivals whose futures are to be completed when the lock is free, first arrived first. */
    private @Nullable Arrival due;

    /**
     * Creates a barrier without an action.
     *
     * @param parties how many arrivals make a generation
     * @throws IllegalArgumentException if {@code parties} is less than one
     */
    public CyclicBarrier(int parties) {
        this(parties, null);
    }

    /**
     * Creates a barrier.
     *
     * @param parties       how many arrivals make a generation
     * @param barrierAction run by the last thread that arrives, before any goes on; null for none
     * @throws IllegalArgumentException if {@code parties} is less than one
     */
    public CyclicBarrier(int parties, @Nullable Runnable barrierAction) {
        this(parties, barrierAction, new ReentrantLock());
    }

    /** A barrier whose state this lock guards; for tests that choose its segments. */
    CyclicBarrier(int parties, @Nullable Runnable barrierAction, ReentrantLock lock) {
        if (parties <= 0) {
            throw new IllegalArgumentException("parties: " + parties);
        }
        this.parties = parties;
        this.action = barrierAction;
        this.lock = lock;
        this.decided = lock.newCondition();
    }

    /** {@return the number of threads that pass together} */
    public int getParties() {
        return parties;
    }

    /**
     * Waits until all parties have arrived.
     *
     * @return how many were still missing when this thread arrived: 0 for the last
     * @throws InterruptedException   if the thread is interrupted, before or while it waits; the barrier is then
     *                                broken
     * @throws BrokenBarrierException if the barrier is broken, or is broken or reset while the thread waits
     */
    public int await() throws InterruptedException, BrokenBarrierException {
        try {
            return await(false, 0L);
        } catch (TimeoutException impossible) {
            throw new AssertionError(impossible);
        }
    }

    /**
     * Waits until all parties have arrived, but no longer than {@code timeout}; not at all if that is zero or less.
     *
     * @param timeout the longest to wait
     * @param unit    the unit of {@code timeout}
     * @return how many were still missing when this thread arrived: 0 for the last
     * @throws InterruptedException   if the thread is interrupted, before or while it waits; the barrier is then
     *                                broken
     * @throws TimeoutException       if the time runs out; the barrier is then broken
     * @throws BrokenBarrierException if the barrier is broken, or is broken or reset while the thread waits
     */
    public int await(long timeout, TimeUnit unit)
            throws InterruptedException, BrokenBarrierException, TimeoutException {
        return await(true, unit.toNanos(timeout));
    }

    /**
     * Waits until all parties have arrived, but no longer than {@code timeout}; not at all if that is zero or less.
     *
     * @param timeout the longest to wait
     * @return how many were still missing when this thread arrived: 0 for the last
     * @throws InterruptedException   if the thread is interrupted, before or while it waits; the barrier is then
     *                                broken
     * @throws TimeoutException       if the time runs out; the barrier is then broken
     * @throws BrokenBarrierException if the barrier is broken, or is broken or reset while the thread waits
     */
    public int await(Duration timeout) throws InterruptedException, BrokenBarrierException, TimeoutException {
        return await(true, TimeUnit.NANOSECONDS.convert(timeout));
    }

    private int await(boolean timed, long nanos)
            throws InterruptedException, BrokenBarrierException, TimeoutException {
        lock.lock();
        try {
            Generation mine = current;
            if (mine.outcome == Outcome.BROKEN) {
                throw new BrokenBarrierException();
            }
            if (Thread.interrupted()) {
                breakUp();
                throw new InterruptedException();
            }
            int missing = parties - mine.arrived - 1;
            if (missing == 0) {
                trip(new Generation());
                return 0;
            }
            mine.arrived++;
            awaitOutcome(mine, timed, nanos);
            if (mine.outcome == Outcome.BROKEN) {
                throw new BrokenBarrierException();
            }
            return missing;
        } finally {
            unlock();
        }
    }

    /**
     * Arrives without a thread that waits. The last to arrive runs the action, if there is one, before this returns.
     *
     * @return a future of how many were still missing, which completes with the generation: normally, or with
     *         {@link BrokenBarrierException} if that is broken, or with what the action threw if this was the last.
     *         Cancelling it, or completing it in any other way, before that breaks the barrier
     */
    public CompletableFuture<Integer> awaitAsync() {
        lock.lock();
        try {
            Generation mine = current;
            if (mine.outcome == Outcome.BROKEN) {
                return CompletableFuture.failedFuture(new BrokenBarrierException());
            }
            int missing = parties - mine.arrived - 1;
            if (missing == 0) {
                return tripAsync(new Generation(), CompletableFuture.completedFuture(0));
            }
            Arrival arrival = new Arrival(mine, missing);
            mine.arrived++;
            mine.latest = arrival;
            return arrival.future;
        } finally {
            unlock();
        }
    }

    private CompletableFuture<Integer> tripAsync(Generation next, CompletableFuture<Integer> passed) {
        try {
            trip(next);
            return passed;
        } catch (Throwable failure) {
            return CompletableFuture.failedFuture(failure);
        }
    }

    private void awaitOutcome(Generation mine, boolean timed, long nanos)
            throws InterruptedException, TimeoutException {
        long remaining = nanos;
        while (mine.outcome == Outcome.OPEN) {
            try {
                if (!timed) {
                    decided.await();
                } else if (remaining > 0L) {
                    remaining = decided.awaitNanos(remaining);
                } else {
                    breakUp();
                    throw new TimeoutException();
                }
            } catch (InterruptedException interrupt) {
                if (mine.outcome == Outcome.OPEN) {
                    breakUp();
                    throw interrupt;
                }
                Thread.currentThread().interrupt(); // too late to break anything
            } catch (OutOfMemoryError full) {
                if (mine.outcome == Outcome.OPEN) {
                    mine.arrived--; // as if it had never come
                    throw full;
                }
            }
        }
    }

    /** Ends the current generation, of which this is the last arrival, and begins the next. */
    private void trip(Generation next) {
        current.arrived++;
        if (action != null) {
            boolean done = false;
            try {
                action.run();
                done = true;
            } finally {
                if (!done) {
                    breakUp();
                }
            }
        }
        begin(Outcome.TRIPPED, next);
    }

    private void breakUp() {
        current.outcome = Outcome.BROKEN;
        current.arrived = 0;
        settleFutures();
        decided.signalAll();
    }

    /** Begins a generation, the one before having ended so. */
    private void begin(Outcome ended, Generation next) {
        current.outcome = ended;
        settleFutures();
        current = next;
        decided.signalAll();
    }

    /** Takes the arrivals without a thread of the current generation, whose outcome is known, over to what is due. */
    private void settleFutures() {
        Arrival later = due;
        Arrival arrival = current.latest;
        current.latest = null;
        while (arrival != null) {
            Arrival before = arrival.neighbour;
            if (!arrival.left) {
                arrival.tripped = current.outcome == Outcome.TRIPPED;
                arrival.neighbour = later;
                later = arrival;
            }
            arrival = before;
        }
        due = later;
    }

    /** Unlocks and, unless an action calls this, does what is due; only the last on the caller's thread, as it may block. */
    private void unlock() {
        Arrival completion = null;
        if (lock.getHoldCount() == 1) {
            completion = due;
            due = null;
        }
        lock.unlock();
        while (completion != null) {
            Arrival next = completion.neighbour;
            if (next == null) {
                CompletionDepth.run(completion, ASIDE);
            } else {
                runAside(completion);
            }
            completion = next;
        }
    }

    /** Completes a future on a thread of its own or, if there can be none, here. */
    private static void runAside(Arrival completion) {
        try {
            ASIDE.execute(completion);
        } catch (RuntimeException | Error noThread) {
            completion.run();
        }
    }

    /** {@return whether the barrier is broken: a party left before all had arrived, or the action failed} */
    public boolean isBroken() {
        lock.lock();
        try {
            return current.outcome == Outcome.BROKEN;
        } finally {
            unlock();
        }
    }

    /** Breaks the current generation, if anyone waits, and begins a new one. */
    public void reset() {
        lock.lock();
        try {
            begin(Outcome.BROKEN, new Generation());
        } finally {
            unlock();
        }
    }

    /** {@return the number of parties that wait at the barrier now} */
    public int getNumberWaiting() {
        lock.lock();
        try {
            return current.arrived;
        } finally {
            unlock();
        }
    }

    /** The barrier's identity and, in brackets, its state. */
    @Override
    public String toString() {
        lock.lock();
        try {
            return super.toString() + "[" + current.arrived + " of " + parties + " arrived"
                    + (current.outcome == Outcome.BROKEN ? ", broken]" : "]");
        } finally {
            unlock();
        }
    }
}
