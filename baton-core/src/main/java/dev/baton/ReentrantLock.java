package dev.baton;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.Serializable;
import java.util.Collection;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.Condition;

import org.jspecify.annotations.Nullable;

/**
 * Reentrant mutual exclusion with the interface of {@link java.util.concurrent.locks.ReentrantLock}: change the
 * import and nothing else. Beside it: {@link #lockAsync()}, whose owner is a token.
 * <p>
 * <b>Fairness.</b> A fair lock is first-in, first-out. Another one (the default) lets requests that arrive pass those
 * that wait, which saves a context switch a hand-over, but with a bound: the first in line is passed by at most 16384
 * times, or until its thread was woken about 64 times in vain, whichever comes first. Then the lock is handed to it
 * directly and nobody passes meanwhile. So a request with <i>k</i> others before it is overtaken at most
 * 16384·(<i>k</i> + 1) times. {@link #tryLock()} takes a lock that is free, on a fair one too; but what a release
 * leaves to a waiter of a fair lock is never free.
 * <p>
 * <b>Timeout, interrupt, cancel.</b> Abort the request in constant time, whatever the number of others that wait, and
 * let those behind it through at once. A request that got the lock first has it: the method returns normally and
 * re-asserts the interrupt, or the future completes normally.
 * <p>
 * <b>Memory effects.</b> Actions before an unlock happen before actions after the lock it lets through.
 * <p>
 * <b>Progress.</b> As {@link Semaphore}.
 * <p>
 * <b>Cost.</b> Without contention one atomic operation to lock and one to unlock, no allocation.
 * <p>
 * A deserialized lock is unlocked. A thread may hold a lock 2147483647 times; more is an {@link Error}.
 */
public class ReentrantLock extends OwnedLock implements Serializable {
    /*
     * State
     *   The queue's state word (Holds): bits 0 to 30 the number of holds; the upper 16 are GrantQueue's.
     *     0 ──lock──► 1 ⇄ 2 ⇄ … by the owner;  1 ──unlock──► 0;  0 ──hand-over, after a wait on a condition──► n
     *   The owner stands beside it (Ownership).
     */
    private static final long serialVersionUID = 1L;

    /** Whether the lock is fair. */
    private final boolean fair;
    /** Where the first request that an unlock serves goes on. */
    private final HandOff handOff;
    private transient Holds holds; // not final because of deserialization

    /** Creates a lock that is not fair. */
    public ReentrantLock() {
        this(false);
    }

    /**
     * Creates a lock.
     *
     * @param fair whether requests are served first-in, first-out
     */
    public ReentrantLock(boolean fair) {
        this(fair, Tuning.DEFAULT);
    }

    /**
     * Creates a lock.
     *
     * @param fair    whether requests are served first-in, first-out
     * @param handOff where the first request that an unlock serves goes on; others that it serves are woken
     * @throws IllegalArgumentException if the lock is not fair and {@code handOff} is not {@link HandOff#DISPATCH}
     */
    public ReentrantLock(boolean fair, HandOff handOff) {
        this(fair, handOff, Tuning.DEFAULT);
    }

    ReentrantLock(boolean fair, Tuning tuning) {
        this(fair, HandOff.DISPATCH, tuning);
    }

    @SuppressWarnings("this-escape") // the queue keeps the reference for later and calls nothing now
    ReentrantLock(boolean fair, HandOff handOff, Tuning tuning) {
        this.fair = fair;
        this.handOff = handOff.checkFair(fair);
        this.holds = new Holds(this, fair, handOff, tuning);
    }

    /** Locks, waiting as long as it takes; an interrupt is kept for later. Adds a hold if the thread has the lock. */
    @Override
    public void lock() {
        if (!lockOnArrival()) {
            holds.ownUninterruptibly(1, null);
        }
    }

    /** Locks if no other has the lock now, even if others wait; adds a hold if the thread has it. */
    @Override
    public boolean tryLock() {
        Holds holds = this.holds;
        return holds.reenter() || holds.lockQuickly() || holds.ownLeftover(1);
    }

    /** A fair lock that {@code owner}, a thread or a token, holds once, or that is free if there is none. */
    static ReentrantLock heldBy(@Nullable Object owner, Tuning tuning) {
        ReentrantLock lock = new ReentrantLock(true, tuning);
        if (owner != null) {
            lock.holds.queue().setState(owner, 1L);
        }
        return lock;
    }

    /** Unlocks on behalf of the token that owns the lock. */
    void unlockToken() {
        holds.release(1);
    }

    /** As {@link #lockAsync()}, for a token whose closing ends in {@link #unlockToken}. */
    CompletableFuture<LockToken> lockAsync(LockToken token) {
        return holds.request(1, token);
    }

    /**
     * Gives back a hold; the last one unlocks.
     *
     * @throws IllegalMonitorStateException if the current thread does not hold the lock; nothing is changed
     */
    @Override
    public void unlock() {
        Holds holds = this.holds;
        if (!holds.isOwnedByCurrentThread()) {
            throw holds.notOwner();
        }
        holds.leave();
    }

    /**
     * Creates a condition of this lock. Waits are signalled first-in, first-out. A signal moves the wait to the lock's
     * queue without waking its thread, which wakes when the lock is its own. An abort (timeout, interrupt) before the
     * signal costs constant time; an abort that comes after it does not lose the signal.
     */
    @Override
    public Condition newCondition() {
        return new LockCondition(this, holds);
    }

    /** {@return the number of holds of the current thread} */
    public int getHoldCount() {
        return holds.isOwnedByCurrentThread() ? (int) holds.queue().stateVolatile() : 0;
    }

    /** {@return whether the current thread holds the lock} */
    public boolean isHeldByCurrentThread() {
        return holds.isOwnedByCurrentThread();
    }

    /** {@return whether any thread, or token, holds the lock} */
    public boolean isLocked() {
        return holds.queue().stateVolatile() != 0L;
    }

    /** {@return whether this lock is fair} */
    public final boolean isFair() {
        return fair;
    }

    /**
     * The thread that holds the lock, platform or virtual; an estimate unless the caller is it.
     *
     * @return the thread, or null if no thread holds the lock
     */
    protected @Nullable Thread getOwner() {
        return holds.ownerThread();
    }

    /** {@return whether any request, of a thread or a future, waits now} */
    public final boolean hasQueuedThreads() {
        return holds.queue().hasQueuedThreads();
    }

    /**
     * Whether {@code thread} waits now.
     *
     * @param thread the thread to look for
     * @return whether it waits
     */
    public final boolean hasQueuedThread(Thread thread) {
        return holds.queue().getQueuedThreads().contains(Objects.requireNonNull(thread));
    }

    /**
     * {@return the number of requests, of threads and futures, that wait now; an estimate while others come and go}
     */
    public final int getQueueLength() {
        return holds.queue().getQueueLength();
    }

    /** {@return the threads that wait now, first in line first; an estimate while others come and go} */
    protected Collection<Thread> getQueuedThreads() {
        return holds.queue().getQueuedThreads();
    }

    /**
     * Whether any thread waits on {@code condition}.
     *
     * @param condition a condition of this lock
     * @return whether any waits
     * @throws IllegalArgumentException     if the condition is not one of this lock
     * @throws IllegalMonitorStateException if the current thread does not hold the lock
     */
    public boolean hasWaiters(Condition condition) {
        return !LockCondition.of(holds, condition).waitingThreads().isEmpty();
    }

    /**
     * Number of threads that wait on {@code condition}.
     *
     * @param condition a condition of this lock
     * @return how many wait; an estimate
     * @throws IllegalArgumentException     if the condition is not one of this lock
     * @throws IllegalMonitorStateException if the current thread does not hold the lock
     */
    public int getWaitQueueLength(Condition condition) {
        return LockCondition.of(holds, condition).waitingThreads().size();
    }

    /**
     * Threads that wait on {@code condition}, first in line first.
     *
     * @param condition a condition of this lock
     * @return the threads; an estimate
     * @throws IllegalArgumentException     if the condition is not one of this lock
     * @throws IllegalMonitorStateException if the current thread does not hold the lock
     */
    protected Collection<Thread> getWaitingThreads(Condition condition) {
        return LockCondition.of(holds, condition).waitingThreads();
    }

    /** The lock's identity and, in brackets, {@code Unlocked} or {@code Locked by thread} and the owner's name. */
    @Override
    public String toString() {
        return super.toString() + holds.describe();
    }

    @Override
    boolean lockOnArrival() {
        Holds holds = this.holds;
        return holds.lockQuickly() || holds.ownOnArrival(1) || holds.reenter();
    }

    @Override
    Ownership ownership() {
        return holds;
    }

    /** For tests of the structure. */
    GrantQueue queue() {
        return holds.queue();
    }

    /**
     * Reads the lock back unlocked: its holder is not there any more.
     *
     * @param stream to read from
     * @throws IOException if the stream fails
     * @throws ClassNotFoundException if a class is missing
     */
    private void readObject(ObjectInputStream stream) throws IOException, ClassNotFoundException {
        stream.defaultReadObject();
        holds = new Holds(this, fair, handOff, Tuning.DEFAULT);
    }
}
