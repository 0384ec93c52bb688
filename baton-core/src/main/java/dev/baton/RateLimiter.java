package dev.baton;

import dev.baton.internal.park.StackRoom;
import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
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
 * <b>Rate.</b> Permits arise evenly over the period. While no request waits, as many are kept as the burst says, by default
 * one; a limiter starts full. While requests wait, each permit that arises is kept for them. So in any time {@code t} no
 * more fall due than {@code burst + permits * t / period}, rounded up, and none is lost. A permit that is due is handed out
 * as soon as the timer and the threads come to it: after a pause of the machine several at once.
 * <p>
 * <b>Fairness.</b> First-in, first-out; a request for many is not overtaken by a request for few.
 * <p>
 * <b>Timeout, interrupt, cancel.</b> Abort a request in constant time. It has taken nothing: the requests behind it move
 * up, and each gets the permits that it would have had without it.
 * <p>
 * <b>Memory effects.</b> None are promised between those that acquire.
 * <p>
 * <b>Progress.</b> Lock-free, as {@link Semaphore}, and without a thread of its own. While a request waits, one timer of the
 * JDK, that of {@link CompletableFuture#orTimeout}, looks when a permit has arisen; otherwise nothing runs. How precise a
 * wait is depends on that timer.
 * <p>
 * <b>Cost.</b> An acquire that does not wait reads the clock and does a compare-and-set.
 */
public final class RateLimiter {
    /*
     * Overview
     *   A fair queue whose rule is the time (Rate): nobody adds permits, they are there when their time has come. The
     *   queue gives FIFO, weights, futures and aborts in constant time. An arrival looks for itself; for requests that
     *   wait a timer looks.
     *
     * State
     *   waits: the requests that wait, or are about to, times two; odd while a timer is set.
     *
     * Invariants
     *   - A request counts itself and sees to the timer before it enters the line; the timer is given up by a CAS of the
     *     word that shows no request. So none sleeps without a timer.
     *   - A timer is set for the first permit after a time that was read before the last look at the line.
     *
     * Memory modes
     *   waits: plain to read, acquire to change. The argument about the timer is about one word, and what a request does
     *   after it has counted itself must not come before. A stale value costs one more round.
     *
     * Verified by
     *   RateLimiterTest, with a clock of its own; RateScenarios.
     */

    /** Time as a limiter sees it; for tests that want to turn the hands themselves. */
    public interface Clock {
        /** {@return the time in nanoseconds, as {@link System#nanoTime}; it must not throw} */
        long nanoTime();

        /**
         * Runs a task later, not on the calling thread's stack. What this throws, the request that needed the timer
         * throws; others that wait then depend on the next request.
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

    /** One request, in the word. */
    private static final int REQUEST = 2;
    /** A timer is set, in the word. */
    private static final int TIMER = 1;

    private final Rate rate;
    private final Clock clock;
    private final GrantQueue queue;
    private int waits;

    @SuppressWarnings("this-escape") // the queue keeps the reference for later and calls nothing now
    RateLimiter(int permits, Duration period, int burst, Clock clock, Tuning tuning) {
        this.clock = Objects.requireNonNull(clock, "clock");
        this.rate = new Rate(permits, period, burst, clock);
        this.queue = GrantQueue.of(rate, 0L, this, true, HandOff.DISPATCH, tuning);
    }

    /**
     * Creates a limiter without bursts.
     *
     * @param permits how many permits arise in a period
     * @param period the period
     * @return the limiter
     * @throws IllegalArgumentException if {@code permits} or {@code period} is not positive, or if more than one
     *                                  permit a nanosecond would arise
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
     * @throws IllegalArgumentException if {@code permits}, {@code period} or {@code burst} is not positive, or if more
     *                                  than one permit a nanosecond would arise
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
     * @throws IllegalArgumentException if {@code permits}, {@code period} or {@code burst} is not positive, or if more
     *                                  than one permit a nanosecond would arise
     */
    public static RateLimiter of(int permits, Duration period, int burst, Clock clock) {
        return new RateLimiter(permits, period, burst, clock, Tuning.DEFAULT);
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
        checkAttainable(wanted);
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        if (!takesInTurn(wanted)) {
            beginToWait();
            try {
                ThreadWaiter.acquireInterruptibly(queue, wanted);
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
        checkAttainable(wanted);
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
            return ThreadWaiter.acquireWithin(queue, wanted, nanos);
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
        checkAttainable(wanted);
        CompletableFuture<Void> taken = CompletableFuture.completedFuture(null); // before: a permit must not be lost
        if (takesInTurn(wanted)) {
            return taken;
        }
        FutureWaiter<Object, Void> request = new FutureWaiter<>(wanted, granted -> null);
        CompletableFuture<?> unused = request.future().whenComplete((nothing, failure) -> endToWait());
        beginToWait();
        boolean entered = false;
        try {
            CompletableFuture<Void> future = request.enter(queue);
            entered = true;
            return future;
        } finally {
            if (!entered) {
                endToWait();
            }
        }
    }

    private void checkAttainable(int wanted) {
        PermitSource.checkAttainable(wanted, rate.burst());
    }

    /** Takes permits that have arisen, if nobody waits. What the burst does not hold is forfeited first. */
    private boolean takesInTurn(int wanted) {
        while (!queue.hasWaiters()) { // what has arisen while they wait is theirs
            long state = queue.stateVolatile();
            long left = rate.forfeited(state);
            if (left == state || queue.casState(state, left)) {
                break;
            }
        }
        return queue.takeInTurn(wanted);
    }

    /** Counts a request that is about to wait, and sees to the timer. */
    private void beginToWait() {
        StackRoom.requireAround(2);
        long now = rate.now();
        int seen;
        int found = waits;
        do {
            seen = found;
            found = exchangeWaitsAcquire(seen, (seen + REQUEST) | TIMER);
        } while (found != seen);
        if ((seen & TIMER) == 0) {
            boolean set = false;
            try {
                setTimer(REQUEST, now);
                set = true;
            } finally {
                if (!set) {
                    endToWait();
                }
            }
        }
    }

    private void endToWait() {
        int unused = getAndAddWaitsAcquire(-REQUEST);
    }

    /** What the timer does: lets through what is due, and goes on while anybody waits. */
    private void look() {
        long now = rate.now();
        try {
            queue.serve();
        } finally {
            if (!casWaitsAcquire(TIMER, 0)) {
                setTimer(0, now);
            }
        }
    }

    /**
     * Sets the timer for the next permit after {@code now}. Where memory is short, it is tried again while requests
     * depend on it.
     *
     * @param own what the word counts of the caller
     */
    private void setTimer(int own, long now) {
        for (;;) {
            try {
                clock.runAfter(Math.max(1L, rate.nanosToNext(now) - (rate.now() - now)), this::look);
                return;
            } catch (OutOfMemoryError full) {
                if (casWaitsAcquire(own | TIMER, own)) {
                    throw full;
                }
                Thread.yield();
            } catch (Throwable failure) {
                int unused = getAndAddWaitsAcquire(-TIMER);
                throw failure;
            }
        }
    }

    /** {@return the permits that could be acquired now} */
    public int availablePermits() {
        return rate.available(queue.stateVolatile());
    }

    /** {@return the number of requests, of threads and futures, that wait now; an estimate while others come and go} */
    public int getQueueLength() {
        return queue.getQueueLength();
    }

    @Override
    public String toString() {
        return super.toString() + "[" + rate + ", available = " + availablePermits() + ", waiting = " + getQueueLength()
                + "]";
    }

    private boolean casWaitsAcquire(int expected, int replacement) {
        return exchangeWaitsAcquire(expected, replacement) == expected;
    }

    private int exchangeWaitsAcquire(int expected, int replacement) {
        return (int) WAITS.compareAndExchangeAcquire(this, expected, replacement);
    }

    private int getAndAddWaitsAcquire(int change) {
        return (int) WAITS.getAndAddAcquire(this, change);
    }

    // VarHandle mechanics
    private static final VarHandle WAITS = ConstantBootstraps.fieldVarHandle(MethodHandles.lookup(), "waits",
            VarHandle.class, RateLimiter.class, int.class);
}
