package dev.baton.check.zoo;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** Test, then test-and-set. */
class TtasLock implements SpinLock {
    @SuppressWarnings("unused")
    private int held;

    @Override
    public Object lock() {
        for (;;) {
            while (readHeld() == 1) {
                Thread.onSpinWait();
            }
            if (casHeld()) {
                return this;
            }
        }
    }

    @Override
    public void unlock(Object token) {
        clearHeld();
    }

    int readHeld() {
        return (int) HELD.getOpaque(this);
    }

    boolean casHeld() {
        return HELD.weakCompareAndSetAcquire(this, 0, 1);
    }

    void clearHeld() {
        HELD.setRelease(this, 0);
    }

    static final VarHandle HELD = SpinLock.handle(MethodHandles.lookup(), "held", int.class);
}
