package dev.baton;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CompletableFuture;
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
     *   Futures of a generation that has ended complete when the lock is free, so that code which depends on them may
     *   do as it likes.
     * Verified by
     *   CyclicBarrierTest, CyclicBarrierAsyncTest, MutantsTest.
     */
    private enum Outcome {
        OPEN, TRIPPED, BROKEN
    }

    private static final class Generation {
        int arrived;
        Outcome outcome = Outcome.OPEN;
        /** Arrivals without a thread, with their index. */
        final Map<RequestFuture<Integer>, Integer> futures = new LinkedHashMap<>(0);
    }

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition decided = lock.newCondition();
    private final int parties;
    private final @Nullable Runnable action;
    private Generation current = new Generation();
    /** What to do when the lock is free. */
    private List<Runnable> due = new ArrayList<>(0);

    /**
     * Creates a barrier without an action.
     *
     * @param parties how many threads pass together
     * @throws IllegalArgumentException if {@code parties} is less than one
     */
    public CyclicBarrier(int parties) {
        this(parties, null);
    }

    /**
     * Creates a barrier.
     *
     * @param parties how many threads pass together
     * @param barrierAction run by the last thread that arrives, before any goes on; null for none
     * @throws IllegalArgumentException if {@code parties} is less than one
     */
    public CyclicBarrier(int parties, @Nullable Runnable barrierAction) {
        if (parties <= 0) {
            throw new IllegalArgumentException("parties: " + parties);
        }
        this.parties = parties;
        this.action = barrierAction;
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
     * @param timeout the longest to wait; zero or less not to wait at all
     * @param unit the unit of {@code timeout}
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
            mine.arrived++;
            int missing = parties - mine.arrived;
            if (missing == 0) {
                trip();
                return 0;
            }
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
            mine.arrived++;
            int missing = parties - mine.arrived;
            if (missing == 0) {
                return tripAsync();
            }
            return joined(mine, missing);
        } finally {
            unlock();
        }
    }

    private CompletableFuture<Integer> tripAsync() {
        try {
            trip();
            return CompletableFuture.completedFuture(0);
        } catch (Throwable failure) {
            return CompletableFuture.failedFuture(failure);
        }
    }

    private CompletableFuture<Integer> joined(Generation mine, int missing) {
        class Leaving implements RequestFuture.Abortable {
            private final RequestFuture<Integer> future = new RequestFuture<>(this);

            @Override
            public boolean abortFromOutside() {
                lock.lock();
                try {
                    if (mine.futures.remove(future) == null) {
                        return false; // the generation has ended
                    }
                    breakUp();
                    return true;
                } finally {
                    unlock();
                }
            }
        }

        RequestFuture<Integer> future = new Leaving().future;
        mine.futures.put(future, missing);
        return future;
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
            }
        }
    }

    /** Ends the current generation, all of whom have arrived. */
    private void trip() {
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
        begin(Outcome.TRIPPED);
    }

    private void breakUp() {
        current.outcome = Outcome.BROKEN;
        current.arrived = 0;
        decided.signalAll();
        settleFutures();
    }

    /** Begins a generation, the one before having ended so. */
    private void begin(Outcome ended) {
        current.outcome = ended;
        settleFutures();
        current = new Generation();
        decided.signalAll();
    }

    /** Takes the futures of the current generation, whose outcome is known, over to what is due. */
    private void settleFutures() {
        boolean tripped = current.outcome == Outcome.TRIPPED;
        current.futures.forEach((future, missing) -> due.add(
                tripped ? () -> future.serve(missing) : () -> future.fail(new BrokenBarrierException())));
        current.futures.clear();
    }

    /** Unlocks and, unless an action calls this, does what is due; only the last on the caller's thread, as it may block. */
    private void unlock() {
        List<Runnable> completions = List.of();
        if (lock.getHoldCount() == 1 && !due.isEmpty()) {
            completions = due;
            due = new ArrayList<>(0);
        }
        lock.unlock();
        for (int i = 0; i < completions.size() - 1; i++) {
            Thread.ofVirtual().start(completions.get(i));
        }
        if (!completions.isEmpty()) {
            CompletionDepth.run(completions.getLast(), task -> Thread.ofVirtual().start(task));
        }
    }

    /** {@return whether the barrier is broken: someone left before all had arrived, or the action failed} */
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
            begin(Outcome.BROKEN);
        } finally {
            unlock();
        }
    }

    /** {@return the number of threads that wait at the barrier now} */
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
