package dev.baton.check.zoo;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** Anderson's array lock: each waiter spins on a slot of its own. */
class ArrayLock implements SpinLock {
    private final int[] free = {1, 0, 0, 0};
    @SuppressWarnings("unused")
    private int tail;

    @Override
    public Object lock() {
        int slot = draw();
        while (read(free, slot) == 0) {
            Thread.onSpinWait();
        }
        return slot;
    }

    @Override
    public void unlock(Object token) {
        int slot = (Integer) token;
        SLOTS.setOpaque(free, slot, 0);
        pass(free, slot + 1 & free.length - 1);
    }

    int draw() {
        return (int) TAIL.getAndAddAcquire(this, 1) & free.length - 1;
    }

    int read(int[] slots, int slot) {
        return (int) SLOTS.getAcquire(slots, slot);
    }

    void pass(int[] slots, int slot) {
        SLOTS.setRelease(slots, slot, 1);
    }

    static final VarHandle TAIL = SpinLock.handle(MethodHandles.lookup(), "tail", int.class);
    static final VarHandle SLOTS = MethodHandles.arrayElementVarHandle(int[].class);
}
