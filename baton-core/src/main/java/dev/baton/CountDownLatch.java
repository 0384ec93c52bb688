package dev.baton;

import dev.baton.internal.park.StackRoom;
import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Gate that opens once a number of {@link #countDown} calls have been made, and stays open. The API of
 * {@link java.util.concurrent.CountDownLatch}, with waits that abort in constant time and an asynchronous form.
 * <p>
 * <b>Fairness.</b> All requests that wait are released together, first come first.
 * <p>
 * <b>Timeout, interrupt, cancel.</b> A timeout, an interrupt or the completion of an {@link #awaitAsync} future from
 * outside takes that one request out of the queue in constant time and changes nothing else. An abort that comes
 * after the latch opened is too late: the wait succeeds, and an interrupt stays asserted.
 * <p>
 * <b>Memory effects.</b> What a thread did before {@link #countDown} happens before the return from every wait that
 * ends because the count reached zero.
 * <p>
 * <b>Progress.</b> {@code countDown} is wait-free until the last; the last does one step for each request that waits
 * at that time.
 * <p>
 * <b>Cost.</b> {@code countDown} is one fetch-and-add. The last one costs nothing for requests that were aborted before
 * it, however many. A latch is two words and an empty queue; it has a line of cells from the
 * first wait on.
 */
public class CountDownLatch {
    /*
     * Overview
     *
     *      countDown ──► count: 3 2 1 0 -1 …            waiters: [DONE | number of requests not aborted]
     *                          │                             ▲ await adds 1, an abort takes 1 away
     *                          └─ the one that makes it 0 sets DONE and resumes as many as it found there
     *
     * Source
     *   Koval, Khalanskiy, Alistarh: "CQS" (PLDI 2023), section 4.2. Differs from the paper in:
     *   - both words are 64 bits, so that counting down beyond zero never wraps;
     *   - only the countDown that reaches zero opens the latch, so DONE is set by a fetch-and-or, not a CAS loop;
     *   - there is no line of cells before the first request.
     *
     * State
     *   count: remaining calls; at or below zero the latch is open, or about to be.
     *   queue: its line of cells is made when the first request is about to register.
     *   waiters: requests that the opening resumes, and DONE.
     *
     * Invariants
     *   - DONE is set by the countDown that took count from 1 to 0; requests counted then get one resume each.
     *   - No request registers after DONE, so every resume is for a request counted before DONE.
     * Non-invariants
     *   - After DONE the lower bits of waiters mean nothing: late comers have added themselves.
     *   - count at zero does not imply DONE: the thread that opens may be between the two.
     *
     * Linearization
     *   countDown at its fetch-and-add; an await that does not wait at its read of count or of DONE.
     *
     * Abort
     *   SMART: before DONE the abort takes the request out of waiters and its cell is skipped; after it a resume is
     *   on its way to the cell, which refuses it, and nothing has to be given back.
     *
     * Memory
     *   The opening needs no memory: the line that it resumes in is there, or comes with a wait. A wait allocates its
     *   request and the line before it registers. If the line then has no memory for a segment, the request
     *   deregisters; a resume that is under way to it is left over and harms nobody.
     *
     * Memory modes
     *   field    read      write            why that is enough
     *   count    volatile  getAndAdd        await's read of zero must see what came before each countDown; tryAwait and
     *                                       getCount are in one order with volatile accesses
     *   waiters  –         getAndAdd,       the order of await's increment and the opening's or decides who resumes;
     *                      getAndBitwiseOr  updates of one word are totally ordered. await acquires what the opening
     *                                       releases. An opening that does not see the line yet meets it when it makes
     *                                       one. Proof: CountDownLatch
     *
     * Retention
     *   The queue's: nothing of an aborted request is kept.
     *
     * Verified by
     *   CountDownLatchTest (contract, with the JDK's class), CountDownLatchAbortTest, CountDownLatchStressTest,
     *   CountDownLatchLincheckTest, CountDownLatchMutantsTest, AllocationFailureTest, scenarios in baton-proof.
     */
    private static final long DONE = 1L << 62;
    private static final long FOREVER = Long.MAX_VALUE;

    private final Waiters queue;
    @SuppressWarnings("UnusedVariable") // through its VarHandle
    private long count;
    private long waiters;

    /**
     * Creates a latch.
     *
     * @param count the number of {@link #countDown} calls that open it
     * @throws IllegalArgumentException if {@code count} is negative
     */
    public CountDownLatch(int count) {
        this(count, Tuning.DEFAULT);
    }

    CountDownLatch(int count, Tuning tuning) {
        if (count < 0) {
            throw new IllegalArgumentException("count < 0");
        }
        this.queue = new Waiters(tuning);
        this.count = count;
    }

    /**
     * Waits until the count is zero.
     *
     * @throws InterruptedException if interrupted on entry or while waiting
     */
    public void await() throws InterruptedException {
        await(FOREVER);
    }

    /**
     * As {@link #await()}, but waits not longer than the time given.
     *
     * @param timeout the longest to wait; zero or less does not wait
     * @param unit the unit of {@code timeout}
     * @return true if the count reached zero, false if the time ran out first
     * @throws InterruptedException if interrupted on entry or while waiting
     */
    public boolean await(long timeout, TimeUnit unit) throws InterruptedException {
        return await(unit.toNanos(timeout));
    }

    /**
     * As {@link #await(long, TimeUnit)}.
     *
     * @param timeout the longest to wait; zero or less does not wait
     * @return true if the count reached zero, false if the time ran out first
     * @throws InterruptedException if interrupted on entry or while waiting
     */
    public boolean await(Duration timeout) throws InterruptedException {
        return await(TimeUnit.NANOSECONDS.convert(timeout));
    }

    private boolean await(long nanos) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        if (tryAwait() || nanos <= 0L) {
            return tryAwait();
        }
        ThreadWaiter<Boolean> waiter = new ThreadWaiter<>();
        return !enqueue(waiter) || (nanos == FOREVER ? waiter.await() : waiter.await(nanos)) != null;
    }

    /** Waits until the count is zero; an interrupt is kept for later. */
    public void awaitUninterruptibly() {
        if (!tryAwait()) {
            ThreadWaiter<Boolean> waiter = new ThreadWaiter<>();
            if (enqueue(waiter)) {
                waiter.awaitUninterruptibly();
            }
        }
    }

    /** {@return whether the count is zero, so that a wait would not wait} */
    public boolean tryAwait() {
        return countVolatile() <= 0L;
    }

    /**
     * A future that completes when the count is zero. Cancelling it, or completing it in any other way, withdraws the
     * request.
     *
     * @return the future
     */
    public CompletableFuture<Void> awaitAsync() {
        if (!tryAwait()) {
            FutureWaiter<Boolean, Void> waiter = new FutureWaiter<>(opened -> null);
            if (enqueue(waiter)) {
                return waiter.future();
            }
        }
        return CompletableFuture.completedFuture(null);
    }

    /** Decrements the count unless it is zero; the call that makes it zero releases all requests that wait. */
    public void countDown() {
        if (countVolatile() == 1L) {
            StackRoom.require();
        }
        if (getAndDecrementCount() == 1L) {
            release((int) getAndSetDone());
        }
    }

    /** {@return the calls that are still missing, never negative} */
    public long getCount() {
        return Math.max(0L, countVolatile());
    }

    /** {@return the number of requests, of threads and futures, waiting now; an estimate while others come and go} */
    public int getQueueLength() {
        return queue.getQueueLength();
    }

    /** {@return whether any request, of a thread or a future, is waiting now} */
    public boolean hasQueuedThreads() {
        return queue.hasQueuedThreads();
    }

    /** The count, as the JDK's class shows it, and the number of requests that wait if there are any. */
    @Override
    public String toString() {
        int waiting = getQueueLength();
        return super.toString() + "[Count = " + getCount() + (waiting > 0 ? ", Waiting = " + waiting : "") + "]";
    }

    /** For tests of the structure. */
    WaitQueue queue() {
        return queue;
    }

    /** Requests that opening the latch now would resume. */
    long registered() {
        return waiters & ~DONE;
    }

    /** Resumes the requests that were registered when the latch opened. */
    void release(int registered) {
        queue.resume(registered, Boolean.TRUE);
    }

    /** Takes an aborted request out of the count; false if the latch has opened and a resume is on its way to it. */
    boolean deregister() {
        return (getAndAddWaiters(-1L) & DONE) == 0L;
    }

    /** Lets a request wait; false if the latch is open. A request for which there is no memory is not registered. */
    private boolean enqueue(Waiter<Boolean> waiter) {
        StackRoom.require();
        queue.lineOrNew(); // while that may still fail
        if ((getAndAddWaiters(1L) & DONE) != 0L) {
            return false;
        }
        try {
            queue.lineOrNew().leaveCancelledBehind(); // so that the opening need not
            queue.suspend(waiter);
        } catch (Throwable failure) {
            deregister();
            throw failure;
        }
        return true;
    }

    /** Requests that wait for the latch to open. */
    private final class Waiters extends CancellableQueueSynchronizer<Boolean> {
        Waiters(Tuning tuning) {
            super(Resumption.ASYNC, Cancellation.SMART, tuning);
        }

        @Override
        protected boolean onCancellation() {
            return deregister();
        }

        @Override
        protected void onRefused(Boolean opened) {
            // nothing was handed over that could get lost
        }

        @Override
        protected Object blocker() {
            return CountDownLatch.this;
        }
    }

    // VarHandle mechanics
    private static final VarHandle COUNT = ConstantBootstraps.fieldVarHandle(MethodHandles.lookup(), "count",
            VarHandle.class, CountDownLatch.class, long.class);
    private static final VarHandle WAITERS = ConstantBootstraps.fieldVarHandle(MethodHandles.lookup(), "waiters",
            VarHandle.class, CountDownLatch.class, long.class);

    private long countVolatile() {
        return (long) COUNT.getVolatile(this);
    }

    private long getAndDecrementCount() {
        return (long) COUNT.getAndAdd(this, -1L);
    }

    private long getAndAddWaiters(long delta) {
        return (long) WAITERS.getAndAddAcquire(this, delta);
    }

    private long getAndSetDone() {
        return (long) WAITERS.getAndBitwiseOrRelease(this, DONE);
    }
}
