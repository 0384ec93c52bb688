package dev.baton;

import dev.baton.testing.ThreadKind;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** What a test of the semaphore contract is about; as {@link LockSubject}. */
record SemaphoreSubject(boolean ours, boolean fair, ThreadKind kind) {
    /** All that the two classes have in common, protected methods included. */
    interface Monitored {
        void acquire() throws InterruptedException;

        void acquire(int permits) throws InterruptedException;

        void acquireUninterruptibly();

        void acquireUninterruptibly(int permits);

        boolean tryAcquire();

        boolean tryAcquire(int permits);

        boolean tryAcquire(long timeout, TimeUnit unit) throws InterruptedException;

        boolean tryAcquire(int permits, long timeout, TimeUnit unit) throws InterruptedException;

        void release();

        void release(int permits);

        int availablePermits();

        int drainPermits();

        boolean isFair();

        boolean hasQueuedThreads();

        int getQueueLength();

        void reducePermits(int reduction);

        Collection<Thread> getQueuedThreads();
    }

    private static final class Ours extends Semaphore implements Monitored {
        private static final long serialVersionUID = 1L;

        Ours(int permits, boolean fair) {
            super(permits, fair, Integer.MAX_VALUE, new Tuning(2, 4));
        }

        @Override
        public void reducePermits(int reduction) {
            super.reducePermits(reduction);
        }

        @Override
        public Collection<Thread> getQueuedThreads() {
            return super.getQueuedThreads();
        }
    }

    private static final class Jdk extends java.util.concurrent.Semaphore implements Monitored {
        private static final long serialVersionUID = 1L;

        Jdk(int permits, boolean fair) {
            super(permits, fair);
        }

        @Override
        public void reducePermits(int reduction) {
            super.reducePermits(reduction);
        }

        @Override
        public Collection<Thread> getQueuedThreads() {
            return super.getQueuedThreads();
        }
    }

    Monitored newSemaphore(int permits) {
        return ours ? new Ours(permits, fair) : new Jdk(permits, fair);
    }

    static List<SemaphoreSubject> all() {
        List<SemaphoreSubject> subjects = new ArrayList<>();
        for (LockSubject subject : LockSubject.all()) {
            subjects.add(new SemaphoreSubject(subject.ours(), subject.fair(), subject.kind()));
        }
        return subjects;
    }
}
