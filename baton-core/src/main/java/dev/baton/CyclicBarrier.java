package dev.baton;

import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.Condition;

import org.jspecify.annotations.Nullable;

/**
 * Barrier that a fixed number of threads pass together, again and again, with the interface of
 * {@link java.util.concurrent.CyclicBarrier}: change the import and nothing else.
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
     * Verified by
     *   CyclicBarrierTest.
     */
    private enum Outcome {
        OPEN, TRIPPED, BROKEN
    }

    private static final class Generation {
        int arrived;
        Outcome outcome = Outcome.OPEN;
    }

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition decided = lock.newCondition();
    private final int parties;
    private final @Nullable Runnable action;
    private Generation current = new Generation();

    /**
     * Creates a barrier without an action.
     *
     * @throws IllegalArgumentException if {@code parties} is less than one
     */
    public CyclicBarrier(int parties) {
        this(parties, null);
    }

    /**
     * Creates a barrier.
     *
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

    /** Number of threads that pass together. */
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
            lock.unlock();
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
    }

    /** Begins a generation, the one before having ended so. */
    private void begin(Outcome ended) {
        current.outcome = ended;
        current = new Generation();
        decided.signalAll();
    }

    /** Whether the barrier is broken: someone left before all had arrived, or the action failed. */
    public boolean isBroken() {
        lock.lock();
        try {
            return current.outcome == Outcome.BROKEN;
        } finally {
            lock.unlock();
        }
    }

    /** Breaks the current generation, if anyone waits, and begins a new one. */
    public void reset() {
        lock.lock();
        try {
            begin(Outcome.BROKEN);
        } finally {
            lock.unlock();
        }
    }

    /** Number of threads that wait at the barrier now. */
    public int getNumberWaiting() {
        lock.lock();
        try {
            return current.arrived;
        } finally {
            lock.unlock();
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
            lock.unlock();
        }
    }
}
