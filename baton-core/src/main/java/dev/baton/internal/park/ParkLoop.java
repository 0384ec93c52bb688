package dev.baton.internal.park;

import java.util.concurrent.locks.LockSupport;

/**
 * The one way in which a thread waits for a request of its own: it looks a few times, then parks until it is served,
 * out of time or interrupted. A subclass says what a look is, how a request is aborted, and what has to be announced
 * before the thread sleeps. It has no state of its own: one object serves all requests of its kind.
 *
 * @param <R> the requests
 */
public abstract class ParkLoop<R> {
    /*
     * Overview
     *   Repeatedly, until a look finds the request served:
     *     interrupted, or out of time   abort, unless the service comes first
     *     looks left                    look again
     *     not announced yet             announce that the thread is about to sleep, and look once more
     *     otherwise                     park
     *
     * Invariants
     *   - The thread parks only after a look that came after its announcement, if the subclass needs one. The server
     *     makes its change, then asks for the announcement. One of the two sees the other: no wake-up is lost.
     *   - An abort that loses to a service is reported as SERVED.
     *   - An interrupt is never swallowed. If it ends the wait, the caller gets INTERRUPTED. Otherwise the thread's
     *     interrupt status is set again.
     *
     * Memory
     *   A virtual thread needs memory to park. Where there is none, an abortable wait is aborted and fails; any other
     *   wait goes on by yielding.
     */

    /** How a wait ended. */
    public enum Outcome {
        /** The request was served. */
        SERVED,
        /** The time was over first; the request is aborted. */
        TIMED_OUT,
        /** An interrupt came first; the request is aborted and the interrupt status clear. */
        INTERRUPTED
    }

    /** A timed wait shorter than this is not worth spinning for. */
    private static final long IMPATIENT_NANOS = 1_000L;
    /** A timed wait this short is over by the time that its request stands in line. */
    private static final long INSTANT_NANOS = 10L;

    /** For subclasses. */
    protected ParkLoop() {}

    /**
     * Looks whether the request is served; a request that has to take its turn itself tries to.
     *
     * @param request the current thread's
     * @return whether it is served
     */
    protected abstract boolean isServed(R request);

    /**
     * Takes the request back unless it was served first.
     *
     * @param request the current thread's
     * @return whether it was taken back; if not, the service is there or a few steps away
     */
    protected abstract boolean abort(R request);

    /**
     * How often the thread looks before it announces and parks.
     *
     * @param request the current thread's
     * @param wakeUps how often the thread was woken and not served
     * @return the number of looks
     */
    protected abstract int looks(R request, int wakeUps);

    /**
     * Notes what came of the looks.
     *
     * @param request the current thread's
     * @param paid whether the request was served meanwhile
     */
    protected void looked(R request, boolean paid) {}

    /**
     * Announces that the thread is about to sleep, where its server asks for that.
     *
     * @param request the current thread's
     * @param wakeUps how often the thread was woken and not served
     * @return whether this was news, so that the thread has to look once more
     */
    protected boolean announce(R request, int wakeUps) {
        return false;
    }

    /**
     * Counts a wake-up of the thread.
     *
     * @param request the current thread's
     * @param wakeUps how often the thread was woken before and not served
     * @return the new count; 1 where only the fact matters
     */
    protected int wokenUp(R request, int wakeUps) {
        return 1;
    }

    /**
     * Parks the thread without a limit of time.
     *
     * @param blocker what a thread dump shows it to wait for
     */
    protected void park(Object blocker) {
        LockSupport.park(blocker);
    }

    /**
     * Called when the wait is over.
     *
     * @param request the current thread's
     * @param outcome how it ended
     * @param slept whether the thread has parked
     */
    protected void ended(R request, Outcome outcome, boolean slept) {}

    /**
     * Waits for as long as it takes.
     *
     * @param request the current thread's
     * @param blocker what a thread dump and a flight recording show it to wait for
     * @param interruptible whether an interrupt aborts the request
     * @return how the wait ended
     */
    public final Outcome await(R request, Object blocker, boolean interruptible) {
        return await(request, blocker, interruptible, Limit.NONE, 0L, true);
    }

    /**
     * Waits no longer than {@code nanos}; an interrupt aborts the request, too.
     *
     * @param request the current thread's
     * @param blocker what a thread dump and a flight recording show it to wait for
     * @param nanos the longest to wait; zero or less aborts at once unless the request is served
     * @return how the wait ended
     */
    public final Outcome awaitNanos(R request, Object blocker, long nanos) {
        return awaitNanos(request, blocker, nanos, true);
    }

    /**
     * Waits no longer than {@code nanos}.
     *
     * @param request the current thread's
     * @param blocker what a thread dump and a flight recording show it to wait for
     * @param nanos the longest to wait; zero or less aborts at once unless the request is served
     * @param interruptible whether an interrupt aborts the request, too
     * @return how the wait ended
     */
    public final Outcome awaitNanos(R request, Object blocker, long nanos, boolean interruptible) {
        if (nanos <= INSTANT_NANOS) {
            return await(request, blocker, interruptible, Limit.AT_ONCE, 0L, false);
        }
        long deadline = System.nanoTime() + nanos;
        return await(request, blocker, interruptible, Limit.NANO_TIME, deadline, nanos > IMPATIENT_NANOS);
    }

    /**
     * Waits until a deadline; an interrupt aborts the request, too.
     *
     * @param request the current thread's
     * @param blocker what a thread dump and a flight recording show it to wait for
     * @param limit the clock of the deadline
     * @param deadline when to give up
     * @return how the wait ended
     */
    public final Outcome awaitUntil(R request, Object blocker, Limit limit, long deadline) {
        return await(request, blocker, true, limit, deadline, true);
    }

    private Outcome await(R request, Object blocker, boolean interruptible, Limit limit, long deadline,
            boolean patient) {
        boolean interrupted = false;
        boolean abortable = interruptible || limit != Limit.NONE;
        boolean mayLook = patient;
        int wakeUps = 0;
        WaitRecord record = null;
        Outcome outcome = Outcome.SERVED;
        while (!isServed(request) && !(mayLook && isServedSoon(request, wakeUps))) {
            mayLook = false;
            interrupted |= Thread.interrupted();
            long remaining = 0L;
            if (abortable) {
                boolean tired = interruptible && interrupted;
                remaining = tired ? 0L : limit.remaining(deadline);
                if (remaining <= 0L) {
                    if (abort(request)) {
                        outcome = tired ? Outcome.INTERRUPTED : Outcome.TIMED_OUT;
                        break;
                    }
                    abortable = false; // the abort lost: the service is there, or about to come
                    continue;
                }
            }
            try { // the first time each step loads and links classes, for which there may be no room on the stack
                if (announce(request, wakeUps)) {
                    continue;
                }
                if (record == null) {
                    record = WaitRecord.begin(blocker);
                }
                if (abortable && limit != Limit.NONE) {
                    limit.park(blocker, deadline, remaining);
                } else {
                    park(blocker);
                }
            } catch (RuntimeException | Error failed) { // a virtual thread needs memory to park, and both need stack
                if (abortable && abort(request)) {
                    ended(request, Outcome.TIMED_OUT, true);
                    throw failed;
                }
                Thread.yield();
            }
            wakeUps = wokenUp(request, wakeUps);
            mayLook = true;
        }
        if (record != null) {
            record.end(blocker, outcome);
        }
        ended(request, outcome, wakeUps > 0);
        if (interrupted && outcome != Outcome.INTERRUPTED) {
            Thread.currentThread().interrupt();
        }
        return outcome;
    }

    private boolean isServedSoon(R request, int wakeUps) {
        int looks = looks(request, wakeUps);
        for (int left = looks; left > 0; left--) {
            Thread.onSpinWait();
            if (isServed(request)) {
                looked(request, true);
                return true;
            }
        }
        if (looks > 0) {
            looked(request, false);
        }
        return false;
    }
}
