package dev.baton;

import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;

/**
 * Mutual exclusion without an owner: whoever has it may hand it on, and any thread may unlock it. Not reentrant: a
 * thread that locks twice waits for itself.
 *
 * <pre>{@code
 * int next = mutex.withLock(() -> ++counter);
 * mutex.lockAsync().orTimeout(1, SECONDS).thenRun(this::update).thenRun(mutex::unlock);
 * }</pre>
 *
 * <b>Fairness.</b> First-in, first-out; {@link #tryLock()} succeeds only if no one waits.
 * <p>
 * <b>Timeout, interrupt, cancel.</b> Abort the request in constant time. A request that got the lock first has it: the
 * method returns normally and re-asserts the interrupt, or the future completes normally.
 * <p>
 * <b>Memory effects.</b> Actions before an unlock happen before actions after the lock it lets through.
 * <p>
 * <b>Progress.</b> Lock-free, save that a request in the few steps between claiming its place and standing in it
 * holds up those behind it.
 * <p>
 * <b>Cost.</b> Without contention one atomic operation to lock and one to unlock, no allocation.
 */
public final class Mutex {
    /*
     * State
     *   The queue's state word: 1 unlocked, 0 locked. It is exact: there is no moment at which the lock is promised but
     *   held by nobody, so that a wrong unlock is always found out and changes nothing.
     */
    private static final int UNLOCKED = 1;

    private final PermitQueue queue;

    /** Creates an unlocked mutex. */
    public Mutex() {
        this(Tuning.DEFAULT);
    }

    Mutex(Tuning tuning) {
        queue = new PermitQueue(this, UNLOCKED, tuning);
    }

    /** Locks, waiting as long as it takes; an interrupt is kept for later. */
    public void lock() {
        if (!tryLock()) {
            enter().awaitUninterruptibly();
        }
    }

    /**
     * Locks, waiting as long as it takes.
     *
     * @throws InterruptedException if the thread is interrupted
     */
    public void lockInterruptibly() throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        if (!tryLock()) {
            enter().await();
        }
    }

    /** Locks if the mutex is unlocked now and no one waits. */
    public boolean tryLock() {
        return queue.takeUnlessOthersWait(1);
    }

    /**
     * Locks, waiting no longer than {@code timeout}.
     *
     * @return whether the lock was acquired
     * @throws InterruptedException if the thread is interrupted
     */
    public boolean tryLock(long timeout, TimeUnit unit) throws InterruptedException {
        long nanos = unit.toNanos(timeout);
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        return tryLock() || (nanos > 0L && enter().await(nanos) != null);
    }

    /**
     * Requests the lock without blocking.
     *
     * @return a future that completes when the lock is acquired; completing it from outside (cancel, orTimeout) aborts
     *         the request, or does nothing if the lock was acquired first
     */
    public CompletableFuture<Void> lockAsync() {
        if (tryLock()) {
            return CompletableFuture.completedFuture(null);
        }
        FutureWaiter<GrantQueue.Grant, Void> waiter = new FutureWaiter<>(granted -> null);
        queue.enter(waiter);
        return waiter.future();
    }

    /**
     * Unlocks, handing the lock to the first request that waits.
     *
     * @throws IllegalMonitorStateException if the mutex is not locked; nothing is changed
     */
    public void unlock() {
        if (!queue.casState(0, UNLOCKED)) {
            throw new IllegalMonitorStateException("unlock of an unlocked mutex");
        }
        queue.grant();
    }

    /** Runs {@code section} with the lock held. */
    public void withLock(Runnable section) {
        Objects.requireNonNull(section);
        lock();
        try {
            section.run();
        } finally {
            unlock();
        }
    }

    /**
     * Runs {@code section} with the lock held.
     *
     * @return its result
     * @throws Exception if the section throws it
     */
    public <R extends @Nullable Object> R withLock(Callable<R> section) throws Exception {
        Objects.requireNonNull(section);
        lock();
        try {
            return section.call();
        } finally {
            unlock();
        }
    }

    /** Whether the mutex is locked now. */
    public boolean isLocked() {
        return queue.stateVolatile() != UNLOCKED;
    }

    /** Whether any request, of a thread or a future, waits now. */
    public boolean hasQueuedThreads() {
        return queue.hasQueuedThreads();
    }

    /** Number of requests, of threads and futures, that wait now; an estimate while others come and go. */
    public int getQueueLength() {
        return queue.getQueueLength();
    }

    @Override
    public String toString() {
        int waiters = getQueueLength();
        return super.toString() + (isLocked() ? "[Locked" : "[Unlocked")
                + (waiters == 0 ? "]" : ", waiters = " + waiters + "]");
    }

    private ThreadWaiter<GrantQueue.Grant> enter() {
        ThreadWaiter<GrantQueue.Grant> waiter = new ThreadWaiter<>();
        queue.enter(waiter);
        return waiter;
    }

    /** For tests of the structure. */
    WaitQueue<?> queue() {
        return queue;
    }
}
