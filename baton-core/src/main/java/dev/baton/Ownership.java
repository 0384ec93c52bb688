package dev.baton;

import java.util.concurrent.CompletableFuture;

import org.jspecify.annotations.Nullable;

/**
 * The rule of a lock: besides what its state allows, it knows who holds the lock exclusively, a thread or a
 * {@link LockToken}. It is also what a condition needs of its lock.
 */
abstract class Ownership implements Rule {
    /*
     * Memory modes
     *   owner, kept in the queue: plain. Written by the owner itself or, on its behalf, by the thread that serves it,
     *     before the owner is told.
     *     So "am I the owner?" is exact: a thread sees what it last wrote there, or what was written for it. Any other
     *     thread gets an estimate, read after the state.
     */
    private final GrantQueue queue;

    /**
     * Creates the rule of a free lock, and its queue.
     *
     * @param lock what thread dumps and flight recordings show
     */
    @SuppressWarnings("this-escape") // the queue keeps the reference for later and calls nothing now
    Ownership(Object lock, boolean fair, HandOff handOff, Tuning tuning) {
        this.queue = GrantQueue.of(this, 0L, lock, fair, handOff, tuning);
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

    /** Gives back what the owner of a token holds. */
    abstract void release(int weight);

    /** Number of holds that are not exclusive. */
    int sharedHolds() {
        return 0;
    }

    /** The thread that holds the lock, not exclusively, if it is known; an estimate. */
    @Nullable
    Thread soleReader() {
        return null;
    }

    /** Whether all holds that are not exclusive are those of {@link #soleReader}; an estimate. */
    boolean isReadByOne() {
        return false;
    }

    final GrantQueue queue() {
        return queue;
    }

    @SuppressWarnings("ReferenceEquality") // identity is what ownership means
    final boolean isOwnedByCurrentThread() {
        return queue.owner == Thread.currentThread();
    }

    @Override
    public final void granted(Waiter<?> waiter) {
        if (isExclusive(waiter.weight())) {
            queue.owner = waiter.requester();
        }
    }

    /** Takes for the current thread, which becomes the exclusive owner, if nobody waits or may be passed. */
    final boolean ownOnArrival(int weight) {
        Thread current = Thread.currentThread();
        if (queue.takeOnArrival(weight)) {
            queue.owner = current; // no call comes between, so that no overflow of the stack does
            return true;
        }
        return false;
    }

    /** As {@link #ownOnArrival}, for a request that takes what it can get. */
    final boolean ownLeftover(int weight) {
        Thread current = Thread.currentThread();
        if (queue.takeLeftover(weight)) {
            queue.owner = current;
            return true;
        }
        return false;
    }

    /** Takes for the current thread, which becomes the exclusive owner, however long that takes. */
    final void ownUninterruptibly(int weight, @Nullable ThreadWaiter<?> known) {
        if (!ThreadWaiter.acquireUninterruptibly(queue, weight, known)) {
            queue.owner = Thread.currentThread(); // outside the line
        }
    }

    /** Requests {@code weight} for a token. */
    final CompletableFuture<LockToken> request(int weight) {
        return request(weight, new LockToken(() -> release(weight)));
    }

    /** Requests {@code weight} for {@code token}, whose closing releases it. */
    final CompletableFuture<LockToken> request(int weight, LockToken token) {
        if (!queue.takeOnArrival(weight)) {
            return new FutureWaiter<>(weight, token).enter(queue);
        }
        if (isExclusive(weight)) {
            queue.owner = token;
        }
        try {
            return CompletableFuture.completedFuture(token);
        } catch (OutOfMemoryError full) {
            token.close();
            throw full;
        }
    }

    /** The exclusive owner, a thread or a token, if any; an estimate unless the caller is it. */
    final @Nullable Object currentOwner() {
        return exclusiveHolds(queue.stateVolatile()) == 0 ? null : queue.owner;
    }

    /** The owner if that is a thread. */
    final @Nullable Thread ownerThread() {
        return currentOwner() instanceof Thread thread ? thread : null;
    }

    /** What a lock's {@code toString} says in brackets. */
    final String describe() {
        Object seen = currentOwner();
        return seen == null ? "[Unlocked]" : "[" + describe(seen) + "]";
    }

    /** What is said of a lock that {@code owner} has, a thread or a token. */
    static String describe(Object owner) {
        return owner instanceof Thread thread ? "Locked by thread " + nameOf(thread) : "Locked by " + owner;
    }

    /** What a thread is told that acts as the owner and is not. */
    final IllegalMonitorStateException notOwner() {
        return new IllegalMonitorStateException("thread " + nameOf(Thread.currentThread()) + " does not own "
                + queue.blocker().getClass().getSimpleName() + describe());
    }

    /** The thread's name, or its number if it has none, as most virtual threads. */
    static String nameOf(Thread thread) {
        String name = thread.getName();
        return name.isEmpty() ? "#" + thread.threadId() : name;
    }
}
