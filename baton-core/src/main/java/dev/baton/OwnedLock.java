package dev.baton;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;

/** The forms of locking that wait and may be aborted, alike for every lock with an {@link Ownership}. */
abstract class OwnedLock implements Lock {
    /** For subclasses, also those of other packages when they are deserialized. */
    protected OwnedLock() {}

    abstract Ownership ownership();

    /** Takes a hold for the current thread if it may have one without waiting. */
    abstract boolean lockOnArrival();

    /** What a request in line asks for. */
    int weight() {
        return 1;
    }

    /** Counts a hold of the current thread, if its request in line was {@code served}. */
    boolean counted(boolean served) {
        return served;
    }

    /**
     * Locks, waiting as long as it takes. Adds a hold if the thread has the lock.
     *
     * @throws InterruptedException if the thread is interrupted, before or while it waits
     */
    @Override
    public void lockInterruptibly() throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        if (!lockOnArrival()) {
            ThreadWaiter.acquireInterruptibly(ownership().queue(), weight());
            counted(true);
        }
    }

    /**
     * Locks, waiting no longer than {@code timeout}; does not wait at all if that is zero or less. Adds a hold if
     * the thread has the lock. A fair lock is not taken ahead of others that wait.
     *
     * @return whether the lock was acquired
     * @throws InterruptedException if the thread is interrupted, before or while it waits
     */
    @Override
    public boolean tryLock(long timeout, TimeUnit unit) throws InterruptedException {
        long nanos = unit.toNanos(timeout);
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        return lockOnArrival() || counted(ThreadWaiter.acquireWithin(ownership().queue(), weight(), nanos));
    }

    /**
     * As {@link #tryLock(long, TimeUnit)}.
     *
     * @param timeout the longest to wait; zero or less not to wait at all
     * @return whether the lock was acquired
     * @throws InterruptedException if the thread is interrupted, before or while it waits
     */
    public boolean tryLock(Duration timeout) throws InterruptedException {
        return tryLock(TimeUnit.NANOSECONDS.convert(timeout), TimeUnit.NANOSECONDS);
    }

    /**
     * Requests the lock without blocking, for an owner that is not a thread.
     *
     * @return a future that completes with the token to unlock with; completing it from outside (cancel, orTimeout)
     *         aborts the request, or does nothing if the lock was acquired first
     */
    public CompletableFuture<LockToken> lockAsync() {
        return ownership().request(weight());
    }
}
