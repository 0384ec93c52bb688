package dev.baton;

import dev.baton.testing.ThreadKind;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;

/** What a test of the read-write contract is about; as {@link LockSubject}. */
record ReadWriteSubject(boolean ours, boolean fair, ThreadKind kind) {
    /** All that the two classes have in common, protected methods included. */
    interface Monitored extends ReadWriteLock {
        int getReadLockCount();

        int getReadHoldCount();

        int getWriteHoldCount();

        boolean isWriteLocked();

        boolean isWriteLockedByCurrentThread();

        boolean isFair();

        boolean hasQueuedThreads();

        boolean hasQueuedThread(Thread thread);

        int getQueueLength();

        boolean hasWaiters(Condition condition);

        int getWaitQueueLength(Condition condition);

        Thread getOwner();

        Collection<Thread> getQueuedThreads();

        Collection<Thread> getQueuedReaderThreads();

        Collection<Thread> getQueuedWriterThreads();

        Collection<Thread> getWaitingThreads(Condition condition);

        /** The write lock's own hold count. */
        int writeLockHolds();

        /** Whether the write lock says that the current thread holds it. */
        boolean writeLockIsMine();

        /** A read lock made by a subclass. */
        Lock newReadLock();
    }

    private static final class Ours extends ReentrantReadWriteLock implements Monitored {
        private static final long serialVersionUID = 1L;

        Ours(boolean fair) {
            super(fair, new Tuning(2, 4));
        }

        @Override
        public Thread getOwner() {
            return super.getOwner();
        }

        @Override
        public Collection<Thread> getQueuedThreads() {
            return super.getQueuedThreads();
        }

        @Override
        public Collection<Thread> getQueuedReaderThreads() {
            return super.getQueuedReaderThreads();
        }

        @Override
        public Collection<Thread> getQueuedWriterThreads() {
            return super.getQueuedWriterThreads();
        }

        @Override
        public Collection<Thread> getWaitingThreads(Condition condition) {
            return super.getWaitingThreads(condition);
        }

        @Override
        public int writeLockHolds() {
            return writeLock().getHoldCount();
        }

        @Override
        public boolean writeLockIsMine() {
            return writeLock().isHeldByCurrentThread();
        }

        @Override
        public Lock newReadLock() {
            return new ReadLock(this) {
                private static final long serialVersionUID = 1L;
            };
        }
    }

    private static final class Jdk extends java.util.concurrent.locks.ReentrantReadWriteLock implements Monitored {
        private static final long serialVersionUID = 1L;

        Jdk(boolean fair) {
            super(fair);
        }

        @Override
        public Thread getOwner() {
            return super.getOwner();
        }

        @Override
        public Collection<Thread> getQueuedThreads() {
            return super.getQueuedThreads();
        }

        @Override
        public Collection<Thread> getQueuedReaderThreads() {
            return super.getQueuedReaderThreads();
        }

        @Override
        public Collection<Thread> getQueuedWriterThreads() {
            return super.getQueuedWriterThreads();
        }

        @Override
        public Collection<Thread> getWaitingThreads(Condition condition) {
            return super.getWaitingThreads(condition);
        }

        @Override
        public int writeLockHolds() {
            return writeLock().getHoldCount();
        }

        @Override
        public boolean writeLockIsMine() {
            return writeLock().isHeldByCurrentThread();
        }

        @Override
        public Lock newReadLock() {
            return new ReadLock(this) {
                private static final long serialVersionUID = 1L;
            };
        }
    }

    Monitored newLock() {
        return ours ? new Ours(fair) : new Jdk(fair);
    }

    static List<ReadWriteSubject> all() {
        List<ReadWriteSubject> subjects = new ArrayList<>();
        for (LockSubject subject : LockSubject.all()) {
            subjects.add(new ReadWriteSubject(subject.ours(), subject.fair(), subject.kind()));
        }
        return subjects;
    }
}
