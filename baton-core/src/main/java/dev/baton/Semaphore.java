package dev.baton;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.time.Duration;
import java.util.Collection;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Counting semaphore with the interface of {@link java.util.concurrent.Semaphore}: change the import and nothing
 * else. Beside it: {@link #acquireAsync()}, permits that come back by themselves ({@link #permit()},
 * {@link #withPermitAsync}), and a limit on the permits as an option ({@link #withLimit}).
 * <p>
 * <b>Fairness.</b> A fair semaphore is first-in, first-out; a request for many permits is not overtaken by one for
 * few. Another one (the default) lets requests that arrive pass those that wait, which saves a context switch a
 * hand-over, but with a bound: the first in line is passed by at most 16384 times, or until its thread was woken about
 * 64 times in vain, whichever comes first; then it gets its permits directly and nobody passes meanwhile. One release
 * may serve several requests. The untimed {@link #tryAcquire()} takes permits that are available, on a fair semaphore
 * too, as the JDK's does; but what a release brings goes to the first in line before it is available, so on a fair
 * semaphore only permits can be taken that the first in line cannot use now because it needs more, and that within the
 * same bound. {@code tryAcquire(0, unit)} takes nothing while someone waits.
 * <p>
 * <b>Timeout, interrupt, cancel.</b> Abort the request in constant time, whatever the number of others that wait. An
 * aborted request holds no permits and lets those behind it through at once. A request that was served first keeps its
 * permits: the method returns normally and re-asserts the interrupt, or the future completes normally.
 * <p>
 * <b>Memory effects.</b> Actions before a release happen before actions after an acquire that it let through.
 * <p>
 * <b>Progress.</b> Lock-free, save that a request in the few steps between claiming its place and standing in it
 * holds up those behind it.
 * <p>
 * <b>Cost.</b> Without contention one compare-and-set to acquire and one to release, no allocation.
 */
public class Semaphore extends PermitSource implements Serializable {
    private static final long serialVersionUID = 1L;

    /** Whether the semaphore is fair. */
    private final boolean fair;
    /** The most permits there may be. */
    private final int limit;
    /** Where the first request that a release serves goes on. */
    private final HandOff handOff;
    private transient GrantQueue queue; // not final because of deserialization

    /**
     * Creates a semaphore.
     *
     * @param permits the initial permits; may be negative, in which case releases must come before any acquire
     */
    public Semaphore(int permits) {
        this(permits, false);
    }

    /**
     * Creates a semaphore.
     *
     * @param permits the initial permits; may be negative, in which case releases must come before any acquire
     * @param fair    whether requests are served first-in, first-out
     */
    public Semaphore(int permits, boolean fair) {
        this(permits, fair, Integer.MAX_VALUE, Tuning.DEFAULT);
    }

    /**
     * Creates a semaphore.
     *
     * @param permits the initial permits; may be negative, in which case releases must come before any acquire
     * @param fair    whether requests are served first-in, first-out
     * @param handOff where the first request that a release serves goes on; others that it serves are woken
     * @throws IllegalArgumentException if the semaphore is not fair and {@code handOff} is not {@link HandOff#DISPATCH}
     */
    public Semaphore(int permits, boolean fair, HandOff handOff) {
        this(permits, fair, Integer.MAX_VALUE, handOff, Tuning.DEFAULT);
    }

    Semaphore(int permits, boolean fair, int limit, Tuning tuning) {
        this(permits, fair, limit, HandOff.DISPATCH, tuning);
    }

    @SuppressWarnings("this-escape") // the queue keeps the reference for later and calls nothing now
    Semaphore(int permits, boolean fair, int limit, HandOff handOff, Tuning tuning) {
        this.fair = fair;
        this.limit = limit;
        this.handOff = handOff.checkFair(fair);
        this.queue = GrantQueue.of(Permits.RULE, Permits.state(permits), this, fair, handOff, tuning);
    }

    /**
     * Creates a fair semaphore that never has more permits than it starts with.
     *
     * @param permits how many there are, and the most there may be
     * @return the semaphore
     * @throws IllegalArgumentException if {@code permits} is negative
     */
    public static Semaphore withLimit(int permits) {
        return withLimit(permits, true, HandOff.DISPATCH);
    }

    /**
     * Creates a semaphore that never has more permits than it starts with: a release beyond that throws
     * {@link IllegalStateException} and changes nothing.
     *
     * @param permits how many there are, and the most there may be
     * @param fair    whether requests are served first-in, first-out
     * @param handOff where the first request that a release serves goes on; others that it serves are woken
     * @return the semaphore
     * @throws IllegalArgumentException if {@code permits} is negative, or if the semaphore is not fair and
     *                                  {@code handOff} is not {@link HandOff#DISPATCH}
     */
    public static Semaphore withLimit(int permits, boolean fair, HandOff handOff) {
        if (permits < 0) {
            throw new IllegalArgumentException("negative limit: " + permits);
        }
        return new Semaphore(permits, fair, permits, handOff, Tuning.DEFAULT);
    }

    /**
     * Acquires a permit, waiting until one is available.
     *
     * @throws InterruptedException if the thread is interrupted
     */
    public void acquire() throws InterruptedException {
        acquireInterruptibly(1);
    }

    /** Acquires a permit, waiting until one is available; an interrupt is kept for later. */
    public void acquireUninterruptibly() {
        acquireAnyway(1);
    }

    /**
     * Acquires a permit if one is available now, even if others wait that it does not suffice for.
     *
     * @return whether it was acquired
     */
    public boolean tryAcquire() {
        return acquireLeftover(1);
    }

    /**
     * Acquires a permit, waiting no longer than {@code timeout}.
     *
     * @param timeout the longest to wait; zero or less not to wait at all
     * @param unit the unit of {@code timeout}
     * @return whether the permit was acquired
     * @throws InterruptedException if the thread is interrupted
     */
    public boolean tryAcquire(long timeout, TimeUnit unit) throws InterruptedException {
        return acquireWithin(1, unit.toNanos(timeout));
    }

    /**
     * Acquires a permit, waiting no longer than {@code timeout}.
     *
     * @param timeout the longest to wait; zero or less not to wait at all
     * @return whether the permit was acquired
     * @throws InterruptedException if the thread is interrupted
     */
    public boolean tryAcquire(Duration timeout) throws InterruptedException {
        return tryAcquire(TimeUnit.NANOSECONDS.convert(timeout), TimeUnit.NANOSECONDS);
    }

    /**
     * Requests a permit without blocking.
     *
     * @return a future that completes when the permit is acquired; completing it from outside (cancel, orTimeout)
     *         aborts the request, or does nothing if the permit was acquired first
     */
    public CompletableFuture<Void> acquireAsync() {
        return requestVoid(1);
    }

    /** Releases a permit. */
    public void release() {
        giveBack(1);
    }

    /**
     * Acquires permits, waiting until all are available.
     *
     * @param permits how many permits
     * @throws InterruptedException     if the thread is interrupted
     * @throws IllegalArgumentException if {@code permits} is negative, or more than the limit
     */
    public void acquire(int permits) throws InterruptedException {
        checkAttainable(permits);
        acquireInterruptibly(permits);
    }

    /**
     * Acquires permits, waiting until all are available; an interrupt is kept for later.
     *
     * @param permits how many permits
     * @throws IllegalArgumentException if {@code permits} is negative, or more than the limit
     */
    public void acquireUninterruptibly(int permits) {
        checkAttainable(permits);
        acquireAnyway(permits);
    }

    /**
     * Acquires permits if all are available now, even if others wait that they do not suffice for.
     *
     * @param permits how many permits
     * @return whether they were acquired
     * @throws IllegalArgumentException if {@code permits} is negative
     */
    public boolean tryAcquire(int permits) {
        checkCount(permits);
        return acquireLeftover(permits);
    }

    /**
     * Acquires permits, waiting no longer than {@code timeout}.
     *
     * @param permits how many permits
     * @param timeout the longest to wait; zero or less not to wait at all
     * @param unit the unit of {@code timeout}
     * @return whether the permits were acquired
     * @throws InterruptedException     if the thread is interrupted
     * @throws IllegalArgumentException if {@code permits} is negative
     */
    public boolean tryAcquire(int permits, long timeout, TimeUnit unit) throws InterruptedException {
        checkCount(permits);
        return acquireWithin(permits, unit.toNanos(timeout));
    }

    /**
     * As {@link #tryAcquire(int, long, TimeUnit)}.
     *
     * @param permits how many permits
     * @param timeout the longest to wait; zero or less not to wait at all
     * @return whether the permits were acquired
     * @throws InterruptedException     if the thread is interrupted
     * @throws IllegalArgumentException if {@code permits} is negative
     */
    public boolean tryAcquire(int permits, Duration timeout) throws InterruptedException {
        return tryAcquire(permits, TimeUnit.NANOSECONDS.convert(timeout), TimeUnit.NANOSECONDS);
    }

    /**
     * Requests permits without blocking.
     *
     * @param permits how many permits
     * @return a future that completes when all permits are acquired; completing it from outside (cancel, orTimeout)
     *         aborts the request, or does nothing if the permits were acquired first
     * @throws IllegalArgumentException if {@code permits} is negative, or more than the limit
     */
    public CompletableFuture<Void> acquireAsync(int permits) {
        checkAttainable(permits);
        return requestVoid(permits);
    }

    /**
     * Releases permits, serving requests in order for as long as the permits suffice.
     *
     * @param permits how many permits
     * @throws IllegalArgumentException if {@code permits} is negative
     * @throws IllegalStateException    if this would exceed the limit of a semaphore that has one
     */
    public void release(int permits) {
        checkCount(permits);
        giveBack(permits);
    }

    /** {@return the permits available now} */
    public int availablePermits() {
        return Permits.of(queue.wordVolatile());
    }

    /**
     * Takes all permits that are available now, or, if their number is negative, brings it back to zero.
     *
     * @return the number before
     */
    public int drainPermits() {
        return Permits.drain(queue);
    }

    /**
     * Reduces the available permits without waiting; the number may become negative.
     *
     * @param reduction by how many permits
     * @throws IllegalArgumentException if {@code reduction} is negative
     */
    protected void reducePermits(int reduction) {
        checkCount(reduction);
        Permits.reduce(queue, reduction);
    }

    /** {@return whether this semaphore is fair} */
    public boolean isFair() {
        return fair;
    }

    /** {@return whether any request, of a thread or a future, waits now} */
    public final boolean hasQueuedThreads() {
        return queue.hasQueuedThreads();
    }

    /**
     * {@return the number of requests, of threads and futures, that wait now; an estimate while others come and go}
     */
    public final int getQueueLength() {
        return queue.getQueueLength();
    }

    /** {@return the threads that wait now, first in line first; an estimate while others come and go} */
    protected Collection<Thread> getQueuedThreads() {
        return queue.getQueuedThreads();
    }

    @Override
    public String toString() {
        int waiters = getQueueLength();
        return super.toString() + "[Permits = " + availablePermits()
                + (waiters == 0 ? "]" : ", waiters = " + waiters + "]");
    }

    /**
     * Writes the permits that are available; the requests that wait are not written.
     *
     * @param stream to write to
     * @throws IOException if the stream fails
     */
    private void writeObject(ObjectOutputStream stream) throws IOException {
        stream.defaultWriteObject();
        stream.writeInt(availablePermits());
    }

    /**
     * Reads the semaphore back with nobody waiting.
     *
     * @param stream to read from
     * @throws IOException if the stream fails
     * @throws ClassNotFoundException if a class is missing
     */
    private void readObject(ObjectInputStream stream) throws IOException, ClassNotFoundException {
        stream.defaultReadObject();
        queue = GrantQueue.of(Permits.RULE, Permits.state(stream.readInt()), this, fair, handOff, Tuning.DEFAULT);
    }

    @Override
    final void acquireInterruptibly(int permits) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        if (!takeOnArrival(permits)) {
            ThreadWaiter.acquireInterruptibly(queue, permits);
        }
    }

    @Override
    final boolean takeOnArrival(int permits) {
        return takeQuickly(permits) || queue.takeOnArrival(permits);
    }

    @Override
    final boolean takeQuickly(int permits) {
        long seen = queue.wordVolatile();
        return Permits.of(seen) >= permits && queue.casUncontended(seen, seen - permits);
    }

    @Override
    final void giveBack(int permits) {
        if (permits <= limit && queue.passOn(Permits.NONE, permits)) {
            return;
        }
        boolean added = Permits.add(queue, permits, limit);
        queue.released();
        if (!added) {
            throw new Error("Maximum permit count exceeded");
        }
    }

    @Override
    final GrantQueue queue() {
        return queue;
    }

    @Override
    final int limit() {
        return limit;
    }
}
