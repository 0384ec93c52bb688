package dev.baton.zoo;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** A mutex in the manner of musl: like {@link ThreeStateMutex}, and those who wait are counted beside the word. Not fair. */
public class MuslMutex extends FutexLock {
    private static final int FREE = 0;
    private static final int HELD = 1;
    private static final int AWAITED = 2;

    @SuppressWarnings("unused") // by its handle
    private int waiters;

    public MuslMutex(int threads) {
        super(threads);
    }

    @Override
    public void lock(int thread) {
        while (!tryHold()) {
            addWaiters(1);
            markAwaited();
            sleepWhile(AWAITED);
            addWaiters(-1);
        }
    }

    @Override
    public void unlock(int thread) {
        int held = exchangeFree();
        if (held != HELD || waiters() != 0) {
            wake();
        }
    }

    boolean tryHold() {
        return (int) WORD.compareAndExchange(this, FREE, HELD) == FREE;
    }

    void addWaiters(int count) {
        WAITERS.getAndAdd(this, count);
    }

    void markAwaited() {
        WORD.compareAndExchange(this, HELD, AWAITED);
    }

    int exchangeFree() {
        return (int) WORD.getAndSet(this, FREE);
    }

    int waiters() {
        return (int) WAITERS.getVolatile(this);
    }

    /** With the modes that the relaxer found. */
    public static final class Relaxed extends MuslMutex {
        public Relaxed(int threads) {
            super(threads);
        }

        @Override
        boolean tryHold() {
            return (int) WORD.compareAndExchangeAcquire(this, FREE, HELD) == FREE;
        }

        @Override
        void addWaiters(int count) {
            WAITERS.getAndAddAcquire(this, count);
        }

        @Override
        void markAwaited() {
            WORD.compareAndExchangeAcquire(this, HELD, AWAITED);
        }

        @Override
        int exchangeFree() {
            return (int) WORD.getAndSetRelease(this, FREE);
        }

        @Override
        int waiters() {
            return (int) WAITERS.get(this);
        }
    }

    // VarHandle mechanics
    static final VarHandle WAITERS = Handles.field(MethodHandles.lookup(), "waiters", int.class);
}
