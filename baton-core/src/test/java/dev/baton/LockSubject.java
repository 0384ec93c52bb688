package dev.baton;

import dev.baton.testing.ThreadKind;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;

/**
 * What a test of the lock contract is about: the JDK's class or ours, fair or not, used by threads of some kind. The
 * JDK's proves that the contract itself is right.
 */
record LockSubject(boolean ours, boolean fair, ThreadKind kind) {
    /** All that the two classes have in common, protected methods included. */
    interface Monitored extends Lock {
        int getHoldCount();

        boolean isHeldByCurrentThread();

        boolean isLocked();

        boolean isFair();

        boolean hasQueuedThreads();

        boolean hasQueuedThread(Thread thread);

        int getQueueLength();

        boolean hasWaiters(Condition condition);

        int getWaitQueueLength(Condition condition);

        Thread getOwner();

        Collection<Thread> getQueuedThreads();

        Collection<Thread> getWaitingThreads(Condition condition);
    }

    private static final class Ours extends ReentrantLock implements Monitored {
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
        public Collection<Thread> getWaitingThreads(Condition condition) {
            return super.getWaitingThreads(condition);
        }
    }

    private static final class Jdk extends java.util.concurrent.locks.ReentrantLock implements Monitored {
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
        public Collection<Thread> getWaitingThreads(Condition condition) {
            return super.getWaitingThreads(condition);
        }
    }

    Monitored newLock() {
        return ours ? new Ours(fair) : new Jdk(fair);
    }

    static List<LockSubject> all() {
        List<LockSubject> subjects = new ArrayList<>();
        for (boolean ours : new boolean[]{false, true}) {
            for (boolean fair : new boolean[]{false, true}) {
                for (ThreadKind kind : ThreadKind.values()) {
                    subjects.add(new LockSubject(ours, fair, kind));
                }
            }
        }
        return subjects;
    }
}
