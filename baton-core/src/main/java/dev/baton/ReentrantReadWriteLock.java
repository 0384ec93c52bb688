package dev.baton;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.Serializable;
import java.util.Collection;
import java.util.Objects;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReadWriteLock;

import org.jspecify.annotations.Nullable;

/**
 * Read-write lock with the interface of {@link java.util.concurrent.locks.ReentrantReadWriteLock}: change the import
 * and nothing else. Beside it: {@link ReadLock#lockAsync()} and {@link WriteLock#lockAsync()}, whose owners are
 * tokens.
 * <p>
 * <b>Fairness.</b> A fair lock is first-in, first-out between readers and writers; readers next to each other in line
 * are let in together. In another one (the default) writers that arrive may pass those that wait, within the
 * bound that {@link ReentrantLock} states; readers that arrive never pass a writer that is first in line. So neither
 * readers nor writers starve. A thread that reads already, or writes, may read again, also while others wait. The
 * untimed {@code tryLock} forms take what is free, on a fair lock too: a read lock even while a writer waits for other
 * readers, but no more than 16384 times in a row.
 * <p>
 * <b>Reentrancy.</b> A thread that writes may read, and keeps reading when it stops writing (downgrading). The
 * reverse is not possible: a reader that asks for the write lock waits for itself.
 * <p>
 * <b>Timeout, interrupt, cancel.</b> Abort the request in constant time, whatever the number of others that wait; an
 * aborted writer at once lets the readers in that stood behind it.
 * <p>
 * <b>Memory effects.</b> Actions before an unlock happen before actions after a lock that follows it, between two
 * writers and between a writer and a reader.
 * <p>
 * <b>Progress.</b> As {@link Semaphore}.
 * <p>
 * <b>Cost.</b> Without contention one atomic operation to lock and one to unlock. A read lock held by several threads
 * keeps a counter for each.
 * <p>
 * A deserialized lock is unlocked. There may be 16777215 write holds and as many read holds; more is an
 * {@link Error}.
 */
public class ReentrantReadWriteLock implements ReadWriteLock, Serializable {
    private static final long serialVersionUID = 1L;

    /** Whether the lock is fair. */
    private final boolean fair;
    /** Where the first request that an unlock serves goes on. */
    private final HandOff handOff;
    /** The lock for reading. */
    private final ReadLock readerLock;
    /** The lock for writing. */
    private final WriteLock writerLock;
    private transient ReadsAndWrites holds; // not final because of deserialization

    /** Creates a lock that is not fair. */
    public ReentrantReadWriteLock() {
        this(false);
    }

    /**
     * Creates a lock.
     *
     * @param fair whether requests are served first-in, first-out
     */
    public ReentrantReadWriteLock(boolean fair) {
        this(fair, Tuning.DEFAULT);
    }

    /**
     * Creates a lock.
     *
     * @param fair    whether requests are served first-in, first-out
     * @param handOff where the first request that an unlock serves goes on; others that it serves are woken
     * @throws IllegalArgumentException if the lock is not fair and {@code handOff} is not {@link HandOff#DISPATCH}
     */
    public ReentrantReadWriteLock(boolean fair, HandOff handOff) {
        this(fair, handOff, Tuning.DEFAULT);
    }

    ReentrantReadWriteLock(boolean fair, Tuning tuning) {
        this(fair, HandOff.DISPATCH, tuning);
    }

    @SuppressWarnings("this-escape") // queue and locks keep the reference for later and call nothing now
    ReentrantReadWriteLock(boolean fair, HandOff handOff, Tuning tuning) {
        this.fair = fair;
        this.handOff = handOff.checkFair(fair);
        this.holds = new ReadsAndWrites(this, fair, handOff, tuning);
        this.readerLock = new ReadLock(this);
        this.writerLock = new WriteLock(this);
    }

    @Override
    public ReadLock readLock() {
        return readerLock;
    }

    @Override
    public WriteLock writeLock() {
        return writerLock;
    }

    /** Lock that any number of readers hold together. */
    public static class ReadLock extends OwnedLock implements Serializable {
        private static final long serialVersionUID = 1L;

        /** The lock this is a side of. */
        private final ReentrantReadWriteLock whole;

        /**
         * Creates the reading side of {@code lock}.
         *
         * @param lock the lock to be a side of
         */
        protected ReadLock(ReentrantReadWriteLock lock) {
            this.whole = Objects.requireNonNull(lock);
        }

        /** Locks, waiting as long as it takes; an interrupt is kept for later. */
        @Override
        public void lock() {
            whole.holds.readUninterruptibly();
        }

        /** Locks if no other thread writes now, even if writers wait. */
        @Override
        public boolean tryLock() {
            return whole.holds.tryRead();
        }

        /**
         * Gives back a hold.
         *
         * @throws IllegalMonitorStateException if the current thread has none; nothing is changed
         */
        @Override
        public void unlock() {
            whole.holds.endRead();
        }

        /** Throws {@link UnsupportedOperationException}: read locks have no conditions. */
        @Override
        public Condition newCondition() {
            throw new UnsupportedOperationException();
        }

        @Override
        Ownership ownership() {
            return whole.holds;
        }

        @Override
        boolean lockOnArrival() {
            return whole.holds.readOnArrival();
        }

        @Override
        int weight() {
            return ReadsAndWrites.READ;
        }

        @Override
        boolean counted(boolean served) {
            return whole.holds.counted(served);
        }

        /** The lock's identity and, in brackets, the number of read holds. */
        @Override
        public String toString() {
            return super.toString() + "[Read locks = " + whole.holds.sharedHolds() + "]";
        }
    }

    /** Lock that one writer holds alone. */
    public static class WriteLock extends OwnedLock implements Serializable {
        private static final long serialVersionUID = 1L;

        /** The lock this is a side of. */
        private final ReentrantReadWriteLock whole;

        /**
         * Creates the writing side of {@code lock}.
         *
         * @param lock the lock to be a side of
         */
        protected WriteLock(ReentrantReadWriteLock lock) {
            this.whole = Objects.requireNonNull(lock);
        }

        /** Locks, waiting as long as it takes; an interrupt is kept for later. */
        @Override
        public void lock() {
            if (!whole.holds.writeOnArrival()) {
                whole.holds.ownUninterruptibly(1, null);
            }
        }

        /** Locks if no one else reads or writes now, even if others wait. */
        @Override
        public boolean tryLock() {
            return whole.holds.tryWrite();
        }

        /**
         * Gives back a hold; the last one unlocks.
         *
         * @throws IllegalMonitorStateException if the current thread does not hold the lock; nothing is changed
         */
        @Override
        public void unlock() {
            ReadsAndWrites holds = whole.holds;
            if (!holds.isOwnedByCurrentThread()) {
                throw holds.notOwner();
            }
            holds.endWrite();
        }

        /** Creates a condition of this lock; see {@link ReentrantLock#newCondition}. */
        @Override
        public Condition newCondition() {
            return new LockCondition(this, whole.holds);
        }

        /** {@return whether the current thread holds the lock} */
        public boolean isHeldByCurrentThread() {
            return whole.holds.isOwnedByCurrentThread();
        }

        /** {@return the number of holds of the current thread} */
        public int getHoldCount() {
            return whole.holds.writesOfCurrentThread();
        }

        /** The lock's identity and, in brackets, {@code Unlocked} or {@code Locked by thread} and the owner's name. */
        @Override
        public String toString() {
            return super.toString() + whole.holds.describe();
        }

        @Override
        boolean lockOnArrival() {
            return whole.holds.writeOnArrival();
        }

        @Override
        Ownership ownership() {
            return whole.holds;
        }
    }

    /** {@return whether this lock is fair} */
    public final boolean isFair() {
        return fair;
    }

    /**
     * The thread that writes, platform or virtual; an estimate unless the caller is it.
     *
     * @return the thread, or null if no thread writes
     */
    protected @Nullable Thread getOwner() {
        return holds.ownerThread();
    }

    /** {@return the number of read holds, of all threads and tokens} */
    public int getReadLockCount() {
        return holds.sharedHolds();
    }

    /** {@return whether any thread, or token, writes} */
    public boolean isWriteLocked() {
        return ReadsAndWrites.writes(holds.queue().stateVolatile()) != 0;
    }

    /** {@return whether the current thread writes} */
    public boolean isWriteLockedByCurrentThread() {
        return holds.isOwnedByCurrentThread();
    }

    /** {@return the number of write holds of the current thread} */
    public int getWriteHoldCount() {
        return holds.writesOfCurrentThread();
    }

    /** {@return the number of read holds of the current thread} */
    public int getReadHoldCount() {
        return holds.readHoldsOfCurrentThread();
    }

    /** {@return the threads that wait to write, first in line first; an estimate while others come and go} */
    protected Collection<Thread> getQueuedWriterThreads() {
        return holds.queue().queuedThreads(weight -> weight != ReadsAndWrites.READ);
    }

    /** {@return the threads that wait to read, first in line first; an estimate while others come and go} */
    protected Collection<Thread> getQueuedReaderThreads() {
        return holds.queue().queuedThreads(weight -> weight == ReadsAndWrites.READ);
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
     * @throws IllegalArgumentException     if the condition is not one of the write lock
     * @throws IllegalMonitorStateException if the current thread does not hold the write lock
     */
    public boolean hasWaiters(Condition condition) {
        return !LockCondition.of(holds, condition).waitingThreads().isEmpty();
    }

    /**
     * Number of threads that wait on {@code condition}.
     *
     * @param condition a condition of this lock
     * @return how many wait; an estimate
     * @throws IllegalArgumentException     if the condition is not one of the write lock
     * @throws IllegalMonitorStateException if the current thread does not hold the write lock
     */
    public int getWaitQueueLength(Condition condition) {
        return LockCondition.of(holds, condition).waitingThreads().size();
    }

    /**
     * Threads that wait on {@code condition}, first in line first.
     *
     * @param condition a condition of this lock
     * @return the threads; an estimate
     * @throws IllegalArgumentException     if the condition is not one of the write lock
     * @throws IllegalMonitorStateException if the current thread does not hold the write lock
     */
    protected Collection<Thread> getWaitingThreads(Condition condition) {
        return LockCondition.of(holds, condition).waitingThreads();
    }

    /** The lock's identity and, in brackets, the number of write and of read holds. */
    @Override
    public String toString() {
        long state = holds.queue().stateVolatile();
        return super.toString() + "[Write locks = " + ReadsAndWrites.writes(state) + ", Read locks = "
                + ReadsAndWrites.readers(state) + "]";
    }

    /** For tests of the structure. */
    GrantQueue queue() {
        return holds.queue();
    }

    /**
     * Reads the lock back unlocked: its holders are not there any more.
     *
     * @param stream to read from
     * @throws IOException if the stream fails
     * @throws ClassNotFoundException if a class is missing
     */
    private void readObject(ObjectInputStream stream) throws IOException, ClassNotFoundException {
        stream.defaultReadObject();
        holds = new ReadsAndWrites(this, fair, handOff, Tuning.DEFAULT);
    }
}
