package dev.baton;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * So many permits in a period of time, handed out first-in, first-out.
 *
 * <pre>{@code
 * RateLimiter limiter = RateLimiter.of(100, Duration.ofSeconds(1));
 * limiter.acquire();
 * callTheService();
 * }</pre>
 *
 * <b>Rate.</b> Permits arise evenly over the period. Those that nobody takes are kept, up to the burst, which by default is
 * one; so in any time {@code t} at most {@code burst + permits * t / period} are handed out. A limiter starts full.
 * <p>
 * <b>Fairness.</b> First-in, first-out; a request for many is not overtaken by a request for few.
 * <p>
 * <b>Timeout, interrupt, cancel.</b> Abort a request in constant time. It has taken nothing: the requests behind it move
 * up, and each gets the permits that it would have had without it.
 * <p>
 * <b>Memory effects.</b> None are promised between those that acquire.
 * <p>
 * <b>Progress.</b> No thread of its own. While a request waits, one timer of the JDK, that of
 * {@link CompletableFuture#orTimeout}, brings the permits that have arisen; otherwise nothing runs. How precise a wait is
 * depends on that timer.
 * <p>
 * <b>Cost.</b> An acquire that does not wait reads the clock and takes a lock for a few steps.
 */
public final class RateLimiter {
    /*
     * Overview
     *   A fair semaphore with a limit, the burst, holds the permits that nobody has taken; requests wait in its line, which
     *   gives FIFO, weights, futures and aborts in constant time. Permits that have arisen since the last look are added
     *   by each acquire, and by the timer while anybody waits.
     *
     * State, guarded by lock
     *   begin, issued: when the present period began, and how many of its permits have been added.
     *   waiting: requests that wait, or are about to.   timerSet: whether the timer will look.
     *
     * Invariants
     *   - A request counts itself in `waiting` and sees to the timer before it enters the line, so none sleeps without one.
     *   - Permits are added outside the lock: adding completes futures of users.
     *   - Adding stops at the burst, exactly, because the semaphore has that limit.
     *
     * Verified by
     *   RateLimiterTest, with a clock of its own.
     */

    /** Time as a limiter sees it; for tests that want to turn the hands themselves. */
    public interface Clock {
        /** {@return the time in nanoseconds, as {@link System#nanoTime}} */
        long nanoTime();

        /**
         * Runs a task later, not on the calling thread's stack.
         *
         * @param nanos how much later
         * @param task what to run
         */
        void runAfter(long nanos, Runnable task);
    }

    private static final Clock SYSTEM = new Clock() {
        @Override
        public long nanoTime() {
            return System.nanoTime();
        }

        @Override
        public void runAfter(long nanos, Runnable task) {
            CompletableFuture.delayedExecutor(nanos, TimeUnit.NANOSECONDS, CompletionDepth.ASIDE).execute(task);
        }
    };

    private final int permits;
    private final long period;
    private final int burst;
    private final Clock clock;
    private final Semaphore tokens;
    private final ReentrantLock lock = new ReentrantLock();
    private long begin;
    private long issued;
    private int waiting;
    private boolean timerSet;

    private RateLimiter(int permits, Duration period, int burst, Clock clock) {
        if (permits <= 0) {
            throw new IllegalArgumentException("the permits must be positive: " + permits);
        }
        if (burst <= 0) {
            throw new IllegalArgumentException("the burst must be positive: " + burst);
        }
        this.permits = permits;
        this.period = TimeUnit.NANOSECONDS.convert(period);
        if (this.period <= 0L || this.period == Long.MAX_VALUE) {
            throw new IllegalArgumentException("the period must be positive, and less than 292 years: " + period);
        }
        this.burst = burst;
        this.clock = Objects.requireNonNull(clock, "clock");
        this.tokens = Semaphore.withLimit(burst);
        this.begin = clock.nanoTime();
    }

    /**
     * Creates a limiter without bursts.
     *
     * @param permits how many permits arise in a period
     * @param period the period
     * @return the limiter
     * @throws IllegalArgumentException if {@code permits} or {@code period} is not positive
     */
    public static RateLimiter of(int permits, Duration period) {
        return of(permits, period, 1);
    }

    /**
     * Creates a limiter.
     *
     * @param permits how many permits arise in a period
     * @param period the period
     * @param burst how many permits are kept for later, and the most that one request may ask for
     * @return the limiter
     * @throws IllegalArgumentException if {@code permits}, {@code period} or {@code burst} is not positive
     */
    public static RateLimiter of(int permits, Duration period, int burst) {
        return of(permits, period, burst, SYSTEM);
    }

    /**
     * Creates a limiter with a clock.
     *
     * @param permits how many permits arise in a period
     * @param period the period
     * @param burst how many permits are kept for later, and the most that one request may ask for
     * @param clock the time
     * @return the limiter
     * @throws IllegalArgumentException if {@code permits}, {@code period} or {@code burst} is not positive
     */
    public static RateLimiter of(int permits, Duration period, int burst, Clock clock) {
        return new RateLimiter(permits, period, burst, clock);
    }

    /**
     * Acquires a permit, waiting until it is its turn and one has arisen.
     *
     * @throws InterruptedException if the thread is interrupted
     */
    public void acquire() throws InterruptedException {
        acquire(1);
    }

    /**
     * Acquires permits, waiting until it is their turn and all have arisen.
     *
     * @param wanted how many
     * @throws InterruptedException     if the thread is interrupted
     * @throws IllegalArgumentException if {@code wanted} is negative, or more than the burst
     */
    public void acquire(int wanted) throws InterruptedException {
        tokens.checkAttainable(wanted);
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        if (!takesInTurn(wanted)) {
            beginToWait();
            try {
                tokens.acquire(wanted);
            } finally {
                endToWait();
            }
        }
    }

    /**
     * Acquires a permit if one is there now and nobody waits.
     *
     * @return whether it was acquired
     */
    public boolean tryAcquire() {
        return takesInTurn(1);
    }

    /**
     * Acquires a permit, waiting no longer than {@code timeout}.
     *
     * @param timeout the longest to wait; zero or less not to wait at all
     * @return whether it was acquired
     * @throws InterruptedException if the thread is interrupted
     */
    public boolean tryAcquire(Duration timeout) throws InterruptedException {
        return tryAcquire(1, timeout);
    }

    /**
     * Acquires permits, waiting no longer than {@code timeout}.
     *
     * @param wanted how many
     * @param timeout the longest to wait; zero or less not to wait at all
     * @return whether they were acquired
     * @throws InterruptedException     if the thread is interrupted
     * @throws IllegalArgumentException if {@code wanted} is negative, or more than the burst
     */
    public boolean tryAcquire(int wanted, Duration timeout) throws InterruptedException {
        tokens.checkAttainable(wanted);
        long nanos = TimeUnit.NANOSECONDS.convert(timeout);
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        if (takesInTurn(wanted)) {
            return true;
        }
        if (nanos <= 0L) {
            return false;
        }
        beginToWait();
        try {
            return tokens.tryAcquire(wanted, nanos, TimeUnit.NANOSECONDS);
        } finally {
            endToWait();
        }
    }

    /**
     * Requests a permit without blocking.
     *
     * @return a future that completes when the permit is acquired; completing it from outside (cancel, orTimeout) aborts
     *         the request, or does nothing if the permit was acquired first
     */
    public CompletableFuture<Void> acquireAsync() {
        return acquireAsync(1);
    }

    /**
     * Requests permits without blocking.
     *
     * @param wanted how many
     * @return a future that completes when all are acquired; completing it from outside (cancel, orTimeout) aborts the
     *         request, or does nothing if they were acquired first
     * @throws IllegalArgumentException if {@code wanted} is negative, or more than the burst
     */
    public CompletableFuture<Void> acquireAsync(int wanted) {
        tokens.checkAttainable(wanted);
        add(arisen());
        beginToWait();
        try {
            CompletableFuture<Void> request = tokens.acquireAsync(wanted);
            CompletableFuture<?> unused = request.whenComplete((nothing, failure) -> endToWait());
            return request;
        } catch (OutOfMemoryError full) {
            endToWait();
            throw full;
        }
    }

    private boolean takesInTurn(int wanted) {
        add(arisen());
        return tokens.takesInTurn(wanted);
    }

    /** Counts a request that is about to wait, and sees to the timer. */
    private void beginToWait() {
        boolean sets;
        lock.lock();
        try {
            waiting++;
            sets = !timerSet;
            timerSet = true;
        } finally {
            lock.unlock();
        }
        if (sets) {
            setTimer();
        }
    }

    private void endToWait() {
        lock.lock();
        try {
            waiting--;
        } finally {
            lock.unlock();
        }
    }

    private void setTimer() {
        boolean set = false;
        try {
            clock.runAfter(nanosToNext(), this::look);
            set = true;
        } finally {
            if (!set) {
                stopTimer();
            }
        }
    }

    /** What the timer does: brings what has arisen, and goes on while anybody waits. */
    private void look() {
        add(arisen());
        boolean goesOn;
        lock.lock();
        try {
            goesOn = waiting > 0;
            timerSet = goesOn;
        } finally {
            lock.unlock();
        }
        if (goesOn) {
            setTimer();
        }
    }

    private void stopTimer() {
        lock.lock();
        try {
            timerSet = false;
        } finally {
            lock.unlock();
        }
    }

    /** The permits that have arisen since the last call. */
    private long arisen() {
        lock.lock();
        try {
            long elapsed = clock.nanoTime() - begin;
            long periods = elapsed / period;
            long within = (long) ((double) (elapsed - periods * period) * permits / period);
            long whole = Math.min(periods, Integer.MAX_VALUE) * permits; // beyond that the burst is full many times over
            long more = Math.max(0L, whole + within - issued);
            begin += periods * period;
            issued = Math.max(issued - whole, within);
            return more;
        } finally {
            lock.unlock();
        }
    }

    /** Adds permits as far as the burst allows, after those that wait have taken theirs. */
    private void add(long arisen) {
        long left = arisen;
        while (left > 0L) {
            int some = (int) Math.min(left, burst - tokens.availablePermits());
            if (some <= 0) {
                return;
            }
            try {
                tokens.release(some);
                left -= some;
            } catch (IllegalStateException raced) {
                Thread.onSpinWait(); // another thread has added meanwhile
            }
        }
    }

    /** How long until the next permit arises. */
    private long nanosToNext() {
        lock.lock();
        try {
            long elapsed = clock.nanoTime() - begin;
            long next = (long) Math.ceil((double) (issued + 1L) * period / permits);
            return Math.max(1L, next - elapsed);
        } finally {
            lock.unlock();
        }
    }

    /** {@return the permits that could be acquired now} */
    public int availablePermits() {
        add(arisen());
        return tokens.availablePermits();
    }

    /** {@return the number of requests, of threads and futures, that wait now; an estimate while others come and go} */
    public int getQueueLength() {
        return tokens.getQueueLength();
    }

    /** What thread dumps show as waited for. */
    Object waitedFor() {
        return tokens;
    }

    @Override
    public String toString() {
        return super.toString() + "[" + permits + " in " + Duration.ofNanos(period) + ", burst = " + burst
                + ", available = " + tokens.availablePermits() + ", waiting = " + getQueueLength() + "]";
    }
}
