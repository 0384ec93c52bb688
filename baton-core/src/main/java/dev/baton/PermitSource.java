package dev.baton;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import org.jspecify.annotations.Nullable;

/** The forms of a {@link Semaphore} with futures, and those in which permits come back by themselves. */
abstract class PermitSource extends PermitReturn {
    /** For subclasses, also those of other packages when they are deserialized. */
    protected PermitSource() {}

    abstract void acquireInterruptibly(int permits) throws InterruptedException;

    /** Takes permits that are free if nobody has had to wait for one: the usual way. */
    abstract boolean takeQuickly(int permits);

    /** Takes permits for a request that arrives. */
    abstract boolean takeOnArrival(int permits);

    /** The permits and the requests that wait for them. */
    abstract GrantQueue queue();

    /** The most permits there may be. */
    abstract int limit();

    static void checkCount(int permits) {
        if (permits < 0) {
            throw new IllegalArgumentException("negative permits: " + permits);
        }
    }

    /** Throws if {@code permits} can never be acquired. */
    final void checkAttainable(int permits) {
        checkAttainable(permits, limit());
    }

    /** Throws if {@code permits} can never be acquired where there are {@code limit} at most. */
    static void checkAttainable(int permits, int limit) {
        checkCount(permits);
        if (permits > limit) {
            throw new IllegalArgumentException(
                    "a request for " + permits + " permits would wait for ever: the limit is " + limit);
        }
    }

    /** Acquires permits, however long that takes; an interrupt is kept for later. */
    final void acquireAnyway(int permits) {
        if (!takeOnArrival(permits)) {
            ThreadWaiter.acquireUninterruptibly(queue(), permits, null);
        }
    }

    /** Acquires permits within {@code nanos}; false if the time was over. */
    final boolean acquireWithin(int permits, long nanos) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        if (nanos <= 0L) {
            return takesInTurn(permits);
        }
        return takeOnArrival(permits) || ThreadWaiter.acquireWithin(queue(), permits, nanos);
    }

    /** Takes permits that are there now, if nobody waits. */
    final boolean takesInTurn(int permits) {
        return queue().takeInTurn(permits);
    }

    /** Takes permits that are there now, even if others wait that they do not suffice for. */
    final boolean acquireLeftover(int permits) {
        return takeQuickly(permits) || queue().takeLeftover(permits);
    }

    final CompletableFuture<Void> requestVoid(int permits) {
        return takeOnArrival(permits)
                ? completed(permits, null)
                : new FutureWaiter<Object, Void>(permits, granted -> null).enter(queue());
    }

    /** Requests permits for {@code token}, with which the future completes. */
    final <R> CompletableFuture<R> request(int permits, R token) {
        return takeOnArrival(permits)
                ? completed(permits, token)
                : new FutureWaiter<Object, R>(permits, token).enter(queue());
    }

    /** A future that shows permits which were taken. */
    private <R> CompletableFuture<R> completed(int permits, @Nullable R token) {
        try {
            return CompletableFuture.completedFuture(token);
        } catch (OutOfMemoryError full) {
            giveBack(permits);
            throw full;
        }
    }

    /**
     * Acquires a permit that goes back when it is closed, waiting until one is available.
     *
     * @return the permit
     * @throws InterruptedException if the thread is interrupted
     */
    public Permit permit() throws InterruptedException {
        return permit(1);
    }

    /**
     * Acquires permits that go back together when they are closed, waiting until all are available.
     *
     * @param permits how many permits
     * @return the permits
     * @throws InterruptedException     if the thread is interrupted
     * @throws IllegalArgumentException if {@code permits} is negative, or more than there can ever be
     */
    public Permit permit(int permits) throws InterruptedException {
        checkAttainable(permits);
        Permit permit = new Permit(this, permits);
        acquireInterruptibly(permits);
        return permit;
    }

    /**
     * As {@link #permit()}, waiting no longer than {@code timeout}.
     *
     * @param timeout the longest to wait; zero or less not to wait at all
     * @param unit the unit of {@code timeout}
     * @return the permit, never null: a section cannot run without it by mistake
     * @throws InterruptedException if the thread is interrupted
     * @throws TimeoutException     if the time ran out; nothing is held
     */
    public Permit permit(long timeout, TimeUnit unit) throws InterruptedException, TimeoutException {
        return permitWithin(1, unit.toNanos(timeout));
    }

    /**
     * As {@link #permit()}, waiting no longer than {@code timeout}.
     *
     * @param timeout the longest to wait; zero or less not to wait at all
     * @return the permit, never null
     * @throws InterruptedException if the thread is interrupted
     * @throws TimeoutException     if the time ran out; nothing is held
     */
    public Permit permit(Duration timeout) throws InterruptedException, TimeoutException {
        return permit(1, timeout);
    }

    /**
     * As {@link #permit(int)}, waiting no longer than {@code timeout}.
     *
     * @param permits how many permits
     * @param timeout the longest to wait; zero or less not to wait at all
     * @return the permits, never null
     * @throws InterruptedException     if the thread is interrupted
     * @throws TimeoutException         if the time ran out; nothing is held
     * @throws IllegalArgumentException if {@code permits} is negative, or more than there can ever be
     */
    public Permit permit(int permits, Duration timeout) throws InterruptedException, TimeoutException {
        return permitWithin(permits, TimeUnit.NANOSECONDS.convert(timeout));
    }

    private Permit permitWithin(int permits, long nanos) throws InterruptedException, TimeoutException {
        checkAttainable(permits);
        Permit permit = new Permit(this, permits);
        if (!acquireWithin(permits, nanos)) {
            throw new TimeoutException("no permit in time: " + this);
        }
        return permit;
    }

    /**
     * Acquires a permit that goes back when it is closed, if one is available now.
     *
     * @return the permit, or null
     */
    public @Nullable Permit tryPermit() {
        Permit permit = new Permit(this, 1);
        return acquireLeftover(1) ? permit : null;
    }

    /**
     * Requests a permit without blocking.
     *
     * @return a future of the permit; completing it from outside (cancel, orTimeout) aborts the request, or does
     *         nothing if the permit was acquired first
     */
    public CompletableFuture<Permit> permitAsync() {
        return permitAsync(1);
    }

    /**
     * Requests permits without blocking.
     *
     * @param permits how many permits
     * @return a future of the permits; completing it from outside (cancel, orTimeout) aborts the request, or does
     *         nothing if the permits were acquired first
     * @throws IllegalArgumentException if {@code permits} is negative, or more than there can ever be
     */
    public CompletableFuture<Permit> permitAsync(int permits) {
        checkAttainable(permits);
        return request(permits, new Permit(this, permits));
    }

    /**
     * Runs {@code section} with a permit, waiting for it as long as it takes. An interrupt is kept for the section.
     *
     * @param section what to run with the permit
     */
    public void withPermit(Runnable section) {
        Objects.requireNonNull(section, "section");
        acquireAnyway(1);
        try {
            section.run();
        } finally {
            giveBack(1);
        }
    }

    /**
     * Runs {@code section} with a permit, waiting for it as long as it takes. An interrupt is kept for the section.
     *
     * @param <R> type of what the section returns
     * @param section what to run with the permit
     * @return its result
     * @throws Exception if the section throws it
     */
    public <R extends @Nullable Object> R withPermit(Callable<R> section) throws Exception {
        Objects.requireNonNull(section, "section");
        acquireAnyway(1);
        try {
            return section.call();
        } finally {
            giveBack(1);
        }
    }

    /**
     * Runs {@code section} with a permit, waiting no longer than {@code timeout} for it.
     *
     * @param <R> type of what the section returns
     * @param section what to run with the permit
     * @param timeout the longest to wait for the permit; zero or less not to wait at all
     * @return its result
     * @throws InterruptedException if interrupted before the section began
     * @throws TimeoutException     if the time ran out before the section began
     * @throws Exception            if the section throws it
     */
    public <R extends @Nullable Object> R withPermit(Callable<R> section, Duration timeout) throws Exception {
        Objects.requireNonNull(section, "section");
        if (!acquireWithin(1, TimeUnit.NANOSECONDS.convert(timeout))) {
            throw new TimeoutException("no permit in time: " + this);
        }
        try {
            return section.call();
        } finally {
            giveBack(1);
        }
    }

    /**
     * Runs {@code section} with a permit on {@code executor}, without blocking the caller.
     * <p>
     * The permit comes back exactly once: after the section, however it ends; if the executor rejects it, or throws; if
     * the future is completed from outside (cancel, orTimeout) before the section has begun. An executor that takes the
     * section and drops it without a word, as {@code shutdownNow} does, keeps the permit until then.
     *
     * @param <R> type of what the section returns
     * @param section what to run with the permit
     * @param executor where the section runs; it gets the section when the permit is there
     * @return a future of its result, or of what the section or the executor threw. Completing it from outside takes
     *         the section back, or does nothing if the section has begun
     */
    public <R extends @Nullable Object> CompletableFuture<R> withPermitAsync(Callable<R> section, Executor executor) {
        Objects.requireNonNull(section, "section");
        return new AsyncSection<Permit, R>(permit -> section.call(), executor).after(permitAsync());
    }
}
