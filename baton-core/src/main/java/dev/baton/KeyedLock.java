package dev.baton;

import dev.baton.KeyedNode.Entry;
import dev.baton.KeyedNode.Sole;
import dev.baton.internal.park.StackRoom;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;

/**
 * One fair, reentrant lock for each key. Equal keys exclude each other, unlike keys never do.
 *
 * <pre>{@code
 * KeyedLock<Account> locks = new KeyedLock<>();
 * locks.withLock(account, () -> book(account));
 * }</pre>
 *
 * <b>Keys.</b> A lock exists while somebody holds it or waits for it: keys that nobody uses cost nothing. Keys need
 * {@code equals} and {@code hashCode} that do not change, and must not be null.
 * <p>
 * <b>Fairness; timeout, interrupt, cancel; memory effects.</b> Those of a fair {@link ReentrantLock}, for each key.
 * <p>
 * <b>Progress.</b> Lock-free, save what is said of {@link ReentrantLock}; keys share nothing but the memory that they lie in.
 * <p>
 * <b>Cost.</b> One look-up, one small object and one compare-and-set to lock a key that nobody uses; one look-up and one
 * compare-and-set to unlock it. A key gets a lock of its own when a second hold of it is wanted, or when another key that
 * is in use falls into the same of 256 bins.
 *
 * @param <K> the keys
 */
public final class KeyedLock<K> {
    private final KeyedEntries<K, ReentrantLock> entries;

    /** Creates a lock for each key, all of them free. */
    public KeyedLock() {
        this(KeyedEntries.BINS, Tuning.DEFAULT);
    }

    KeyedLock(int bins, Tuning tuning) {
        entries = new KeyedEntries<>(bins, owner -> ReentrantLock.heldBy(owner, tuning));
    }

    /** What a token needs to unlock its key. */
    private final class Hold implements Runnable {
        private final K key;
        private final LockToken token = new LockToken(this);
        /** Where the hold is, if it was not had alone at first; set before anybody else has the token. */
        private @Nullable Entry<K, ReentrantLock> entry;

        Hold(K key) {
            this.key = key;
        }

        @Override
        public void run() {
            if (entry == null && entries.leavesAlone(key, token)) {
                return;
            }
            Entry<K, ReentrantLock> used = entry == null ? entryOf(key) : entry;
            if (used != null) {
                try {
                    used.primitive.unlockToken();
                } finally {
                    entries.leave(used); // also if there was no room on the stack for a wake-up
                }
            }
        }
    }

    /**
     * Locks a key, waiting as long as it takes; an interrupt is kept for later. Adds a hold if the thread has the lock.
     *
     * @param key what to lock
     */
    public void lock(K key) {
        Entry<K, ReentrantLock> entry = entries.enter(key, Thread.currentThread());
        if (entry == null) {
            return;
        }
        boolean locked = false;
        try {
            entry.primitive.lock();
            locked = true;
        } finally {
            leaveUnless(locked, entry);
        }
    }

    /**
     * Locks a key, waiting as long as it takes. Adds a hold if the thread has the lock.
     *
     * @param key what to lock
     * @throws InterruptedException if the thread is interrupted, before or while it waits
     */
    public void lockInterruptibly(K key) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        Entry<K, ReentrantLock> entry = entries.enter(key, Thread.currentThread());
        if (entry == null) {
            return;
        }
        boolean locked = false;
        try {
            entry.primitive.lockInterruptibly();
            locked = true;
        } finally {
            leaveUnless(locked, entry);
        }
    }

    /**
     * Locks a key if nobody else has it and nobody waits for it, or if the thread has it.
     *
     * @param key what to lock
     * @return whether it was locked
     */
    public boolean tryLock(K key) {
        Thread current = Thread.currentThread();
        if (isAnothers(key, current)) {
            return false;
        }
        Entry<K, ReentrantLock> entry = entries.enter(key, current);
        if (entry == null) {
            return true;
        }
        boolean locked = false;
        try {
            locked = entry.primitive.tryLock();
        } finally {
            leaveUnless(locked, entry);
        }
        return locked;
    }

    /**
     * Locks a key, waiting no longer than {@code timeout}.
     *
     * @param key what to lock
     * @param timeout the longest to wait; zero or less not to wait at all
     * @param unit the unit of {@code timeout}
     * @return whether it was locked
     * @throws InterruptedException if the thread is interrupted, before or while it waits
     */
    public boolean tryLock(K key, long timeout, TimeUnit unit) throws InterruptedException {
        long nanos = unit.toNanos(timeout);
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        Thread current = Thread.currentThread();
        if (nanos <= 0L && isAnothers(key, current)) {
            return false;
        }
        Entry<K, ReentrantLock> entry = entries.enter(key, current);
        if (entry == null) {
            return true;
        }
        boolean locked = false;
        try {
            locked = entry.primitive.tryLock(nanos, TimeUnit.NANOSECONDS);
        } finally {
            leaveUnless(locked, entry);
        }
        return locked;
    }

    /**
     * As {@link #tryLock(Object, long, TimeUnit)}.
     *
     * @param key what to lock
     * @param timeout the longest to wait; zero or less not to wait at all
     * @return whether it was locked
     * @throws InterruptedException if the thread is interrupted, before or while it waits
     */
    public boolean tryLock(K key, Duration timeout) throws InterruptedException {
        return tryLock(key, TimeUnit.NANOSECONDS.convert(timeout), TimeUnit.NANOSECONDS);
    }

    /** Whether another owner has the key alone. */
    private boolean isAnothers(K key, Thread current) {
        return entries.find(key) instanceof Sole<K, ?> sole && sole.owner != current;
    }

    private @Nullable Entry<K, ReentrantLock> entryOf(K key) {
        return entries.find(key) instanceof Entry<K, ReentrantLock> entry ? entry : null;
    }

    private void leaveUnless(boolean locked, Entry<K, ReentrantLock> entry) {
        if (!locked) {
            entries.leave(entry);
        }
    }

    /**
     * Gives back a hold of a key; the last one unlocks it.
     *
     * @param key what to unlock
     * @throws IllegalMonitorStateException if the current thread does not hold the lock of the key; nothing is changed
     */
    public void unlock(K key) {
        Thread current = Thread.currentThread();
        if (entries.leavesAlone(key, current)) {
            return;
        }
        switch (entries.find(key)) {
            case null -> throw new IllegalMonitorStateException("nobody has locked " + key);
            case Sole<K, ReentrantLock> sole -> throw new IllegalMonitorStateException(
                    "thread " + Ownership.nameOf(current) + " does not own " + key + ", which is "
                            + Ownership.describe(sole.owner));
            case Entry<K, ReentrantLock> entry -> {
                StackRoom.require();
                try {
                    entry.primitive.unlock();
                } catch (StackOverflowError noWakeUp) {
                    entries.leave(entry); // it is unlocked: there was room for that
                    throw noWakeUp;
                }
                entries.leave(entry);
            }
        }
    }

    /**
     * Requests the lock of a key without blocking, for an owner that is not a thread.
     *
     * @param key what to lock
     * @return a future of the token to unlock with; completing it from outside (cancel, orTimeout) aborts the request, or
     *         does nothing if the lock was acquired first
     */
    public CompletableFuture<LockToken> lockAsync(K key) {
        Hold hold = new Hold(key);
        Entry<K, ReentrantLock> entry = entries.enter(key, hold.token);
        CompletableFuture<LockToken> request;
        Runnable leave;
        try {
            if (entry == null) {
                return CompletableFuture.completedFuture(hold.token);
            }
            hold.entry = entry;
            leave = () -> entries.leave(entry); // before the request: where there is no memory for it, there is none in line
            request = entry.primitive.lockAsync(hold.token);
        } catch (Throwable failure) {
            if (entry == null) {
                hold.token.close();
            } else {
                entries.leave(entry);
            }
            throw failure;
        }
        return KeyedSemaphore.leavingUnless(hold.token, request, leave);
    }

    /**
     * Runs {@code section} with the lock of a key held, waiting for it as long as it takes.
     *
     * @param key what to lock
     * @param section what to run
     */
    public void withLock(K key, Runnable section) {
        Objects.requireNonNull(section, "section");
        lock(key);
        try {
            section.run();
        } finally {
            unlock(key);
        }
    }

    /**
     * Runs {@code section} with the lock of a key held, waiting for it as long as it takes.
     *
     * @param <R> type of what the section returns
     * @param key what to lock
     * @param section what to run
     * @return its result
     * @throws Exception if the section throws it
     */
    public <R extends @Nullable Object> R withLock(K key, Callable<R> section) throws Exception {
        Objects.requireNonNull(section, "section");
        lock(key);
        try {
            return section.call();
        } finally {
            unlock(key);
        }
    }

    /**
     * Runs {@code section} with the lock of a key held on {@code executor}, without blocking the caller. The lock is
     * unlocked exactly once, as {@link Semaphore#withPermitAsync} says of a permit.
     *
     * @param <R> type of what the section returns
     * @param key what to lock
     * @param section what to run
     * @param executor where the section runs; it gets the section when the lock is there
     * @return a future of its result, or of what the section or the executor threw. Completing it from outside takes the
     *         section back, or does nothing if the section has begun
     */
    public <R extends @Nullable Object> CompletableFuture<R> withLockAsync(K key, Callable<R> section,
            Executor executor) {
        Objects.requireNonNull(section, "section");
        return new AsyncSection<LockToken, R>(token -> section.call(), executor).after(lockAsync(key));
    }

    /**
     * Whether any thread, or token, holds the lock of a key.
     *
     * @param key the key
     * @return whether it is locked
     */
    public boolean isLocked(K key) {
        return switch (entries.find(key)) {
            case null -> false;
            case Sole<K, ReentrantLock> sole -> true;
            case Entry<K, ReentrantLock> entry -> entry.primitive.isLocked();
        };
    }

    /**
     * Whether the current thread holds the lock of a key.
     *
     * @param key the key
     * @return whether the thread holds it
     */
    public boolean isHeldByCurrentThread(K key) {
        return switch (entries.find(key)) {
            case null -> false;
            case Sole<K, ReentrantLock> sole -> sole.owner == Thread.currentThread();
            case Entry<K, ReentrantLock> entry -> entry.primitive.isHeldByCurrentThread();
        };
    }

    /**
     * Number of requests, of threads and futures, that wait for a key.
     *
     * @param key the key
     * @return how many wait; an estimate while others come and go
     */
    public int getQueueLength(K key) {
        Entry<K, ReentrantLock> entry = entryOf(key);
        return entry == null ? 0 : entry.primitive.getQueueLength();
    }

    /** {@return how many keys somebody holds or waits for; an estimate while others come and go} */
    public int getKeysInUse() {
        return entries.size();
    }

    /** For tests of the structure. */
    KeyedEntries<K, ReentrantLock> entries() {
        return entries;
    }

    @Override
    public String toString() {
        return super.toString() + "[Keys in use = " + getKeysInUse() + "]";
    }
}
