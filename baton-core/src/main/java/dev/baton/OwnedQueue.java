package dev.baton;

import java.util.concurrent.CompletableFuture;

import org.jspecify.annotations.Nullable;

/**
 * Grant queue of a lock: besides the state it knows who holds the lock exclusively, a thread or a
 * {@link LockToken}. It is also what a condition needs of its lock.
 */
abstract class OwnedQueue extends GrantQueue {
    /*
     * Memory modes
     *   owner: plain. Written by the owner itself, or, on its behalf, by whoever hands the lock over, before the
     *   owner is told. So "am I the owner?" is exact: what a thread last wrote there, or was written for it, it sees.
     *   Anybody else gets an estimate, read after the state.
     */
    private final Object lock;
    private @Nullable Object owner;
    /** Whether the lock stands in {@link ContendedLocks}; plain, twice does no harm. */
    private boolean listed;

    OwnedQueue(Object lock, boolean barging, HandOff handOff, Tuning tuning) {
        super(0L, barging, true, handOff, tuning);
        this.lock = lock;
    }

    /** Whether a request for {@code weight} makes its owner the exclusive one. */
    abstract boolean isExclusive(int weight);

    /** The exclusive holds in {@code state}. */
    abstract int exclusiveHolds(long state);

    /**
     * Gives up all that the current thread, which owns the lock, holds.
     *
     * @return what {@link #restore} needs; 0 if nothing
     */
    abstract long releaseAll();

    /** Adds what {@link #releaseAll} gave up and the new acquisition does not contain. */
    abstract void restore(long released);

    /** Gives back what {@code token} holds. */
    abstract void release(LockToken token);

    @SuppressWarnings("ReferenceEquality") // identity is what ownership means
    final boolean isOwnedByCurrentThread() {
        return owner == Thread.currentThread();
    }

    @SuppressWarnings("ReferenceEquality")
    final boolean isOwnedBy(Object candidate) {
        return owner == candidate;
    }

    final void setOwner(@Nullable Object next) {
        owner = next;
    }

    /** Takes for the current thread, which becomes the owner, however long that takes. */
    final void ownUninterruptibly(int weight, @Nullable ThreadWaiter<Grant> known) {
        ThreadWaiter<Grant> waiter = enterOrTake(weight, known);
        if (waiter == null) {
            owner = Thread.currentThread();
        } else {
            waiter.awaitUninterruptibly();
        }
    }

    /** A future of {@code token}, which owns what it is for; if there is no memory for it, that is given back. */
    final CompletableFuture<LockToken> completed(LockToken token) {
        try {
            return CompletableFuture.completedFuture(token);
        } catch (OutOfMemoryError full) {
            token.close();
            throw full;
        }
    }

    /** The exclusive owner, a thread or a token, if any; an estimate unless the caller is it. */
    final @Nullable Object currentOwner() {
        return exclusiveHolds(stateVolatile()) == 0 ? null : owner;
    }

    /** The owner if that is a thread. */
    final @Nullable Thread ownerThread() {
        return currentOwner() instanceof Thread thread ? thread : null;
    }

    @Override
    final void granted(Waiter<Grant> waiter) {
        if (isExclusive(waiter.weight())) {
            owner = waiter.requester();
        }
    }

    /** Number of holds that are not exclusive. */
    int sharedHolds() {
        return 0;
    }

    /** The thread that holds the lock, not exclusively, if it is known; an estimate. */
    @Nullable
    Thread soleReader() {
        return null;
    }

    @Override
    final void entered() {
        if (!listed) {
            listed = ContendedLocks.add(this);
        }
    }

    /** What a lock's {@code toString} says in brackets. */
    final String describe() {
        Object seen = currentOwner();
        if (seen == null) {
            return "[Unlocked]";
        }
        return seen instanceof Thread thread ? "[Locked by thread " + nameOf(thread) + "]" : "[Locked by " + seen + "]";
    }

    /** The thread's name, or its number if it has none, as most virtual threads. */
    static String nameOf(Thread thread) {
        String name = thread.getName();
        return name.isEmpty() ? "#" + thread.threadId() : name;
    }

    @Override
    Object blocker() {
        return lock;
    }

    /** Whether {@code thread} waits in this queue. */
    final boolean isQueued(Thread thread) {
        return getQueuedThreads().contains(thread);
    }
}
