package dev.baton.zoo;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** Test and test-and-set: waits by reading alone, and swaps the word only when it looked free. Not fair. */
public class TtasLock extends ZooLock {
    @SuppressWarnings("unused") // by its handle
    private int held;

    public TtasLock(int threads) {
        super(threads);
    }

    @Override
    public void lock(int thread) {
        do {
            while (isHeld()) {
                pause();
            }
        } while (exchangeHeld() != 0);
    }

    @Override
    public void unlock(int thread) {
        clearHeld();
    }

    boolean isHeld() {
        return (int) HELD.getVolatile(this) != 0;
    }

    int exchangeHeld() {
        return (int) HELD.getAndSet(this, 1);
    }

    void clearHeld() {
        HELD.setVolatile(this, 0);
    }

    /** With the modes that the relaxer found. */
    public static final class Relaxed extends TtasLock {
        public Relaxed(int threads) {
            super(threads);
        }

        @Override
        boolean isHeld() {
            return (int) HELD.getOpaque(this) != 0;
        }

        @Override
        int exchangeHeld() {
            return (int) HELD.getAndSetAcquire(this, 1);
        }

        @Override
        void clearHeld() {
            HELD.setRelease(this, 0);
        }
    }

    // VarHandle mechanics
    static final VarHandle HELD = Handles.field(MethodHandles.lookup(), "held", int.class);
}
