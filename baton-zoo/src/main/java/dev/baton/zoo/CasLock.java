package dev.baton.zoo;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** One word; whoever swaps it from 0 to 1 holds the lock. Not fair. */
public class CasLock extends ZooLock {
    @SuppressWarnings("unused") // by its handle
    private int held;

    public CasLock(int threads) {
        super(threads);
    }

    @Override
    public void lock(int thread) {
        while (!tryHold()) {
            pause();
        }
    }

    @Override
    public void unlock(int thread) {
        clearHeld();
    }

    boolean tryHold() {
        return (int) HELD.compareAndExchange(this, 0, 1) == 0;
    }

    void clearHeld() {
        HELD.setVolatile(this, 0);
    }

    /** With the modes that the relaxer found. */
    public static final class Relaxed extends CasLock {
        public Relaxed(int threads) {
            super(threads);
        }

        @Override
        boolean tryHold() {
            return (int) HELD.compareAndExchangeAcquire(this, 0, 1) == 0;
        }

        @Override
        void clearHeld() {
            HELD.setRelease(this, 0);
        }
    }

    // VarHandle mechanics
    static final VarHandle HELD = Handles.field(MethodHandles.lookup(), "held", int.class);
}
