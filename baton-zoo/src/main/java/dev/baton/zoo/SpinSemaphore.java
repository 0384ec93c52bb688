package dev.baton.zoo;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** A count of permits; waits until there is one and takes it. Not fair. */
public class SpinSemaphore extends ZooLock {
    @SuppressWarnings("unused") // by its handle
    private int permits;

    /** One permit: a lock. */
    public SpinSemaphore(int threads) {
        this(threads, 1);
    }

    public SpinSemaphore(int threads, int permits) {
        super(threads);
        this.permits = permits;
    }

    @Override
    public void lock(int thread) {
        for (;;) {
            int free = permits();
            if (free > 0 && casPermits(free, free - 1)) {
                return;
            }
            pause();
        }
    }

    @Override
    public void unlock(int thread) {
        addPermit();
    }

    int permits() {
        return (int) PERMITS.getVolatile(this);
    }

    boolean casPermits(int expected, int next) {
        return (int) PERMITS.compareAndExchange(this, expected, next) == expected;
    }

    int addPermit() {
        return (int) PERMITS.getAndAdd(this, 1);
    }

    /** With the modes that the relaxer found. */
    public static final class Relaxed extends SpinSemaphore {
        public Relaxed(int threads) {
            super(threads);
        }

        public Relaxed(int threads, int permits) {
            super(threads, permits);
        }

        @Override
        int permits() {
            return (int) PERMITS.getOpaque(this);
        }

        @Override
        boolean casPermits(int expected, int next) {
            return (int) PERMITS.compareAndExchangeAcquire(this, expected, next) == expected;
        }

        @Override
        int addPermit() {
            return (int) PERMITS.getAndAddRelease(this, 1);
        }
    }

    // VarHandle mechanics
    static final VarHandle PERMITS = Handles.field(MethodHandles.lookup(), "permits", int.class);
}
