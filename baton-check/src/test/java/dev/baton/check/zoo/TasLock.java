package dev.baton.check.zoo;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** Test-and-set: exchange until the old value was free. */
class TasLock implements SpinLock {
    @SuppressWarnings("unused")
    private int held;

    @Override
    public Object lock() {
        while (exchangeHeld() == 1) {
            Thread.onSpinWait();
        }
        return this;
    }

    @Override
    public void unlock(Object token) {
        clearHeld();
    }

    int exchangeHeld() {
        return (int) HELD.getAndSetAcquire(this, 1);
    }

    void clearHeld() {
        HELD.setRelease(this, 0);
    }

    static final VarHandle HELD = SpinLock.handle(MethodHandles.lookup(), "held", int.class);
}
