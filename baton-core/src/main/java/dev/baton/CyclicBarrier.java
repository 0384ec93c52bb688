package dev.baton;

import dev.baton.internal.park.StackRoom;
import java.time.Duration;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.Condition;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

/**
 * Barrier that a fixed number of threads pass together, again and again, with the interface of
 * {@link java.util.concurrent.CyclicBarrier}: change the import and nothing else. Beside it: {@link #awaitAsync()}.
 * <p>
 * <b>All or none.</b> The threads that meet are a generation. The last thread to arrive runs the barrier action, if
 * there is one. Then all go on, and the next generation begins. The generation is broken if one of its threads leaves
 * before (interrupt, timeout, no memory), if the action throws, or on {@link #reset()}. All others of a broken
 * generation leave with {@link BrokenBarrierException}. A broken barrier stays broken until it is reset.
 * <p>
 * <b>Fairness.</b> None is promised for arrivals at the same moment: each takes the barrier's lock, which may be barged
 * for. The threads of a generation are woken in the order of their arrival.
 * <p>
 * <b>Timeout, interrupt, cancel.</b> Each costs constant time, besides what it takes to wake the others. An interrupt
 * after the last thread has arrived breaks nothing: the wait ends normally, and the interrupt is re-asserted.
 * <p>
 * <b>Memory effects.</b> Actions before {@code await} happen before the barrier action, and that before actions after
 * a normal return from {@code await} in the other threads of the generation.
 * <p>
 * <b>Progress.</b> The thread that runs the barrier action holds the lock meanwhile: every other arrival waits for it.
 * <p>
 * <b>Cost.</b> An arrival takes the lock, and once more when it wakes; it allocates its request.
 */
public class CyclicBarrier {
    /*
     * State
     *   A lock guards all; a thread waits on the condition until its generation is no longer OPEN.
     *     OPEN ──last arrived, action done──► TRIPPED      and a new generation is current
     *     OPEN ──abort, failure, reset──────► BROKEN       current until the reset
     *   The action runs with the lock held. A thread that aborts meanwhile gets the lock, and so the outcome,
     *   afterwards. Arrivals without a thread form a list. When their generation has ended they are due: their futures
     *   complete when the lock is free, so that code which depends on them may do as it likes.
     *
     * Abort
     *   Whatever ends a wait while its generation is OPEN breaks that generation. An arrival whose future is cancelled
     *   stays in the list, marked.
     *
     * Memory
     *   What an arrival needs is allocated before it counts. A thread that wakes, breaks or resets allocates nothing
     *   after its first step.
     *
     * Verified by
     *   CyclicBarrierTest, CyclicBarrierAsyncTest, AllocationFailureTest, MutantsTest, LatchScenarios (model).
     */
    private static final long FOREVER = Long.MAX_VALUE;

    private enum Outcome {
        OPEN, TRIPPED, BROKEN
    }

    private static final class Generation {
        int arrived;
        Outcome outcome = Outcome.OPEN;
        /** Arrivals without a thread, the latest first. */
        @Nullable
        Arrival latest;
    }

    /** Arrival without a thread. Guarded by the lock until it is due. */
    private final class Arrival implements RequestFuture.Abortable, Runnable {
        final RequestFuture<Integer> future = new RequestFuture<>(this);
        private final Generation generation;
        private final Integer missing;
        /** The arrival before it in its generation; once due, the next to be completed. */
        @Nullable
        Arrival next;
        boolean left;

        Arrival(Generation generation, int missing) {
            this.generation = generation;
            this.missing = missing;
            this.next = generation.latest;
        }

        @Override
        public boolean abortFromOutside() {
            lock();
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
            if (generation.outcome == Outcome.TRIPPED) {
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
            return await(FOREVER);
        } catch (TimeoutException impossible) {
            throw new AssertionError(impossible);
        }
    }

    /**
     * As {@link #await()}, but waits no longer than {@code timeout}; not at all if that is zero or less.
     *
     * @param timeout the longest to wait
     * @param unit    the unit of {@code timeout}
     * @return how many were still missing when this thread arrived: 0 for the last
     * @throws InterruptedException   as {@link #await()}
     * @throws TimeoutException       if the time runs out; the barrier is then broken
     * @throws BrokenBarrierException as {@link #await()}
     */
    public int await(long timeout, TimeUnit unit)
            throws InterruptedException, BrokenBarrierException, TimeoutException {
        return await(unit.toNanos(timeout));
    }

    /**
     * As {@link #await(long, TimeUnit)}.
     *
     * @param timeout the longest to wait
     * @return how many were still missing when this thread arrived: 0 for the last
     * @throws InterruptedException   as {@link #await()}
     * @throws TimeoutException       if the time runs out; the barrier is then broken
     * @throws BrokenBarrierException as {@link #await()}
     */
    public int await(Duration timeout) throws InterruptedException, BrokenBarrierException, TimeoutException {
        return await(TimeUnit.NANOSECONDS.convert(timeout));
    }

    private int await(long nanos) throws InterruptedException, BrokenBarrierException, TimeoutException {
        lock();
        try {
            Generation mine = current;
            if (mine.outcome == Outcome.OPEN) {
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
                awaitOutcome(mine, nanos);
                if (mine.outcome == Outcome.TRIPPED) {
                    return missing;
                }
            }
            throw new BrokenBarrierException();
        } finally {
            unlock();
        }
    }

    private void awaitOutcome(Generation mine, long nanos) throws InterruptedException, TimeoutException {
        long remaining = nanos;
        while (mine.outcome == Outcome.OPEN) {
            try {
                if (nanos == FOREVER) {
                    decided.await();
                } else if (remaining > 0L) {
                    remaining = decided.awaitNanos(remaining);
                } else {
                    throw new TimeoutException();
                }
            } catch (InterruptedException | TimeoutException | Error abort) {
                if (mine.outcome == Outcome.OPEN) {
                    breakUp();
                    throw abort;
                }
                Thread.currentThread().interrupt(); // too late to break anything
            }
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
        lock();
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

    /** Ends the current generation, of which this is the last arrival, and begins the next. */
    private void trip(Generation next) {
        current.arrived++;
        boolean done = false;
        try {
            if (action != null) {
                action.run();
            }
            done = true;
        } finally {
            if (!done) {
                breakUp();
            }
        }
        end(Outcome.TRIPPED);
        current = next;
    }

    private void breakUp() {
        current.arrived = 0;
        end(Outcome.BROKEN);
    }

    /** Decides the outcome of the current generation: its threads are woken, and its futures are due. */
    private void end(Outcome outcome) {
        current.outcome = outcome;
        Arrival arrival = current.latest;
        current.latest = null;
        while (arrival != null) {
            Arrival before = arrival.next;
            if (!arrival.left) {
                arrival.next = due;
                due = arrival;
            }
            arrival = before;
        }
        decided.signalAll();
    }

    /** Locks, with room on the stack for all that is done before the lock is free again. */
    private void lock() {
        StackRoom.requireAround(2);
        lock.lock();
    }

    /**
     * Unlocks and, unless an action calls this, completes what is due. Code that depends on a future may block, so only
     * the last is completed on the caller's thread.
     */
    private void unlock() {
        Arrival arrival = null;
        if (lock.getHoldCount() == 1) {
            arrival = due;
            due = null;
        }
        lock.unlock();
        while (arrival != null) {
            Arrival next = arrival.next;
            if (next == null) {
                CompletionDepth.run(arrival, CompletionDepth.ASIDE);
            } else {
                CompletionDepth.runOn(CompletionDepth.ASIDE, arrival);
            }
            arrival = next;
        }
    }

    /** {@return whether the barrier is broken: a party left before all had arrived, or the action failed} */
    public boolean isBroken() {
        return read(() -> current.outcome == Outcome.BROKEN);
    }

    /** Breaks the current generation, if any party waits, and begins a new one. */
    public void reset() {
        lock();
        try {
            Generation next = new Generation();
            breakUp();
            current = next;
        } finally {
            unlock();
        }
    }

    /** {@return the number of parties that wait at the barrier now} */
    public int getNumberWaiting() {
        return read(() -> current.arrived);
    }

    /** The barrier's identity and, in brackets, its state. */
    @Override
    public String toString() {
        return read(() -> super.toString() + "[" + current.arrived + " of " + parties + " arrived"
                + (current.outcome == Outcome.BROKEN ? ", broken]" : "]"));
    }

    private <T> T read(Supplier<T> state) {
        lock();
        try {
            return state.get();
        } finally {
            unlock();
        }
    }
}
