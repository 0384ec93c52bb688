package dev.baton.verify.spec;

import static dev.baton.internal.access.CoreAccess.CORE;

import dev.baton.HandOff;
import dev.baton.Mutex;
import dev.baton.ReentrantLock;
import dev.baton.ReentrantReadWriteLock;
import dev.baton.check.api.Operation;
import dev.baton.check.api.Specification;
import java.util.concurrent.CompletableFuture;

/** What locks promise: a plain counter that they guard is a counter. */
final class LockSpecifications {
    private LockSpecifications() {}

    /** A counter for one thread. */
    static final class Counter {
        private int count;

        int increment() {
            return ++count;
        }

        int incrementAsync() {
            return ++count;
        }

        int read() {
            return count;
        }
    }

    /** Locked, also interruptibly. */
    abstract static class Locked {
        private final ReentrantLock lock;
        private int count;

        Locked(boolean fair) {
            lock = CORE.reentrantLock(fair, 2);
        }

        @Operation(blocking = true)
        int increment() throws InterruptedException {
            lock.lockInterruptibly();
            try {
                return ++count;
            } finally {
                lock.unlock();
            }
        }
    }

    @Specification(value = Counter.class, calls = 1, interrupts = true)
    static class FairLock extends Locked {
        FairLock() {
            super(true);
        }
    }

    @Specification(value = Counter.class, calls = 1, interrupts = true)
    static class BargingLock extends Locked {
        BargingLock() {
            super(false);
        }
    }

    /** By threads and by futures. */
    abstract static class ByMutex {
        private final Mutex mutex;
        private int count;

        ByMutex(HandOff handOff) {
            mutex = CORE.mutex(handOff, 2);
        }

        @Operation(blocking = true)
        int increment() throws InterruptedException {
            mutex.lockInterruptibly();
            try {
                return ++count;
            } finally {
                mutex.unlock();
            }
        }

        @Operation
        CompletableFuture<Integer> incrementAsync() {
            return mutex.lockAsync().thenApply(token -> {
                int now = ++count;
                token.close();
                return now;
            });
        }
    }

    @Specification(value = Counter.class, calls = 1)
    static class DispatchingMutex extends ByMutex {
        DispatchingMutex() {
            super(HandOff.DISPATCH);
        }
    }

    @Specification(value = Counter.class, calls = 1)
    static class InliningMutex extends ByMutex {
        InliningMutex() {
            super(HandOff.INLINE);
        }
    }

    /** Readers together, writers alone. */
    abstract static class ReadWrite {
        private final ReentrantReadWriteLock lock;
        private int count;

        ReadWrite(boolean fair) {
            lock = CORE.readWriteLock(fair, 2);
        }

        @Operation(blocking = true)
        int increment() throws InterruptedException {
            lock.writeLock().lockInterruptibly();
            try {
                return ++count;
            } finally {
                lock.writeLock().unlock();
            }
        }

        @Operation(blocking = true)
        int read() throws InterruptedException {
            lock.readLock().lockInterruptibly();
            try {
                return count;
            } finally {
                lock.readLock().unlock();
            }
        }
    }

    @Specification(value = Counter.class, calls = 1, interrupts = true)
    static class FairReadWrite extends ReadWrite {
        FairReadWrite() {
            super(true);
        }
    }

    @Specification(value = Counter.class, calls = 1, interrupts = true)
    static class BargingReadWrite extends ReadWrite {
        BargingReadWrite() {
            super(false);
        }
    }
}
