package dev.baton;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * A flag to wait for. {@link #manualReset()}: once set, all waiting threads go on, and so do all that come later, until it is
 * reset. {@link #autoReset()}: each set lets one request go on, the first that waits or, if none does, the next that comes.
 * <p>
 * <b>Fairness.</b> Requests that wait for an auto-reset event are served first-in, first-out. A manual-reset event serves all
 * that wait at once.
 * <p>
 * <b>Timeout, interrupt, cancel.</b> A wait that was aborted has not seen the event: a set of an auto-reset event goes to
 * another request. An abort that comes after the set is too late: the wait succeeds, and an interrupt stays asserted.
 * <p>
 * <b>Memory effects.</b> What happens before {@link #set()} happens before the return from a wait that it let go on.
 * <p>
 * <b>Progress.</b> Lock-free, apart from the waiting.
 * <p>
 * <b>Cost.</b> Constant for all operations, apart from the wake-ups of a manual-reset event; an abort takes constant time.
 */
public abstract sealed class Event permits ManualResetEvent, AutoResetEvent {
    Event() {}

    /**
     * Creates an event that stays set until it is reset.
     *
     * @return the event, not set
     */
    public static Event manualReset() {
        return new ManualResetEvent();
    }

    /**
     * Creates an event that is reset by the request that it lets go on.
     *
     * @return the event, not set
     */
    public static Event autoReset() {
        return new AutoResetEvent(Channel.conflated());
    }

    /** Sets the event. */
    public abstract void set();

    /**
     * Resets the event.
     *
     * @return whether it was set
     */
    public abstract boolean reset();

    /** {@return whether the event is set now} */
    public abstract boolean isSet();

    /**
     * Waits for the event.
     *
     * @throws InterruptedException if interrupted on entry or while waiting
     */
    public abstract void await() throws InterruptedException;

    /** Waits for the event; an interrupt is kept for later. */
    public abstract void awaitUninterruptibly();

    /**
     * Goes on if the event is set. Never waits.
     *
     * @return whether it was set; an auto-reset event is reset by that
     */
    public abstract boolean tryAwait();

    /**
     * Waits for the event, not longer than the time given.
     *
     * @param timeout the longest to wait; zero or less does not wait
     * @param unit    the unit of {@code timeout}
     * @return false if the time ran out
     * @throws InterruptedException if interrupted on entry or while waiting
     */
    public abstract boolean await(long timeout, TimeUnit unit) throws InterruptedException;

    /**
     * As {@link #await(long, TimeUnit)}.
     *
     * @param timeout the longest to wait; zero or less does not wait
     * @return false if the time ran out
     * @throws InterruptedException if interrupted on entry or while waiting
     */
    public final boolean await(Duration timeout) throws InterruptedException {
        return await(TimeUnit.NANOSECONDS.convert(timeout), TimeUnit.NANOSECONDS);
    }

    /**
     * Waits for the event without a thread.
     *
     * @return a future that completes when the event is set. Cancelling it, or completing it in any other way, withdraws the
     *         request unless it was served
     */
    public abstract CompletableFuture<Void> awaitAsync();

    @Override
    public String toString() {
        return super.toString() + "[" + (isSet() ? "set" : "not set") + "]";
    }
}
