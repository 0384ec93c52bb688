package dev.baton.verify.spec;

import dev.baton.check.api.Operation;
import dev.baton.check.api.Specification;
import dev.baton.check.spec.WouldBlock;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Locks, semaphores and latches with one mistake each, and one that is right. */
final class SpecifiedLocks {
    private SpecifiedLocks() {}

    /** Whether the lock is free is read, and then written. */
    @Specification
    static class TestsThenSets {
        private final AtomicBoolean held = new AtomicBoolean();

        @Operation
        boolean tryLock() {
            if (held.get()) {
                return false;
            }
            held.set(true);
            return true;
        }
    }

    /** What a lock protects; the release of the lock is too weak, or is not. */
    abstract static class Protected {
        private final boolean weak;
        private final AtomicBoolean held = new AtomicBoolean();
        private int count;

        Protected(boolean weak) {
            this.weak = weak;
        }

        @Operation
        int increment() {
            while (!held.compareAndSet(false, true)) {
                Thread.onSpinWait();
            }
            int now = ++count;
            if (weak) {
                held.setOpaque(false);
            } else {
                held.setRelease(false);
            }
            return now;
        }
    }

    @Specification
    static class UnlocksOpaquely extends Protected {
        UnlocksOpaquely() {
            super(true);
        }
    }

    @Specification
    static class RightSpinLock extends Protected {
        RightSpinLock() {
            super(false);
        }
    }

    /** A reader looks for the writer, then counts itself. */
    @Specification
    static class ReadersMissWriter {
        private final AtomicInteger readers = new AtomicInteger();
        private final AtomicBoolean writer = new AtomicBoolean();

        @Operation
        boolean tryRead() {
            if (writer.get()) {
                return false;
            }
            readers.incrementAndGet();
            return true;
        }

        @Operation
        boolean tryWrite() {
            if (readers.get() > 0) {
                return false;
            }
            return writer.compareAndSet(false, true);
        }
    }

    /** How a semaphore waits. */
    enum Mistake {
        NONE, GIVES_UP_AFTER_A_RACE, LOOKS_BEFORE_IT_ASKS, WAKES_BEFORE_IT_RELEASES, FORGETS_ONE
    }

    /** A semaphore whose callers wait in a queue of threads. */
    abstract static class Waiting {
        private final Mistake mistake;
        private final AtomicInteger permits = new AtomicInteger();
        private final ConcurrentLinkedQueue<Thread> waiters = new ConcurrentLinkedQueue<>();

        Waiting(Mistake mistake) {
            this.mistake = mistake;
        }

        @Operation(blocking = true)
        void acquire() {
            if (mistake == Mistake.LOOKS_BEFORE_IT_ASKS) {
                if (!take()) {
                    waiters.add(Thread.currentThread());
                    do {
                        LockSupport.park(this);
                    } while (!take());
                }
                return;
            }
            waiters.add(Thread.currentThread());
            while (!take()) {
                LockSupport.park(this);
            }
            waiters.remove(Thread.currentThread());
        }

        private boolean take() {
            while (true) {
                int now = permits.get();
                if (now == 0) {
                    return false;
                }
                if (permits.compareAndSet(now, now - 1)) {
                    return true;
                }
                if (mistake == Mistake.GIVES_UP_AFTER_A_RACE) {
                    return false; // though there may be more
                }
            }
        }

        @Operation
        void release() {
            if (mistake == Mistake.WAKES_BEFORE_IT_RELEASES) {
                wake();
                permits.incrementAndGet();
            } else {
                permits.incrementAndGet();
                wake();
            }
        }

        private void wake() {
            @Nullable
            Thread first = waiters.peek();
            if (mistake == Mistake.FORGETS_ONE) {
                first = waiters.size() > 1 ? first : null;
            }
            for (Thread each : waiters) {
                if (mistake != Mistake.FORGETS_ONE || each == first) {
                    LockSupport.unpark(each);
                }
            }
        }
    }

    /** A semaphore for one thread. */
    static final class Permits {
        private int permits;

        void acquire() {
            if (permits == 0) {
                throw new WouldBlock();
            }
            permits--;
        }

        void release() {
            permits++;
        }
    }

    @Specification(Permits.class)
    static class RightSemaphore extends Waiting {
        RightSemaphore() {
            super(Mistake.NONE);
        }
    }

    @Specification(Permits.class)
    static class GivesUpAfterARace extends Waiting {
        GivesUpAfterARace() {
            super(Mistake.GIVES_UP_AFTER_A_RACE);
        }
    }

    @Specification(Permits.class)
    static class LooksBeforeItAsks extends Waiting {
        LooksBeforeItAsks() {
            super(Mistake.LOOKS_BEFORE_IT_ASKS);
        }
    }

    @Specification(Permits.class)
    static class WakesBeforeItReleases extends Waiting {
        WakesBeforeItReleases() {
            super(Mistake.WAKES_BEFORE_IT_RELEASES);
        }
    }

    @Specification(Permits.class)
    static class ForgetsOne extends Waiting {
        ForgetsOne() {
            super(Mistake.FORGETS_ONE);
        }
    }

    /** A latch for one caller: the second waiter replaces the first. */
    @Specification(value = Gate.class, threads = 3, calls = 1)
    static class RemembersOneWaiter {
        private final AtomicBoolean open = new AtomicBoolean();
        private final AtomicReference<@Nullable Thread> waiter = new AtomicReference<>();

        @Operation(blocking = true)
        void await() {
            waiter.set(Thread.currentThread());
            while (!open.get()) {
                LockSupport.park(this);
            }
        }

        @Operation
        void open() {
            open.set(true);
            LockSupport.unpark(waiter.get());
        }
    }

    /** A gate for one thread. */
    static final class Gate {
        private boolean open;

        void await() {
            if (!open) {
                throw new WouldBlock();
            }
        }

        void open() {
            open = true;
        }
    }
}
