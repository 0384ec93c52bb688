package dev.baton.zoo;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** Anderson's queue in an array: each draws a slot and waits there; the holder opens the slot behind its own. */
public class ArrayQueueLock extends ZooLock {
    /** Elements from slot to slot, so that slots do not share a cache line. */
    private static final int STRIDE = 32;

    /** One where the owner of the slot may enter. */
    private final int[] open;
    private final int mask;
    @SuppressWarnings("unused") // by its handle
    private int tail;
    /** The slot of the holder; guarded by the lock. */
    private int held;

    public ArrayQueueLock(int threads) {
        super(threads);
        int slots = 1;
        while (slots < threads) {
            slots *= 2; // so that the overflow of the tail does no harm
        }
        mask = slots - 1;
        open = new int[slots * STRIDE];
        open[0] = 1;
    }

    @Override
    public void lock(int thread) {
        int slot = draw() & mask;
        while (!isOpen(slot)) {
            pause();
        }
        held = slot;
    }

    @Override
    public void unlock(int thread) {
        int slot = held;
        close(slot);
        open(slot + 1 & mask);
    }

    int draw() {
        return (int) TAIL.getAndAdd(this, 1);
    }

    boolean isOpen(int slot) {
        return (int) SLOTS.getVolatile(open, slot * STRIDE) != 0;
    }

    void close(int slot) {
        SLOTS.setVolatile(open, slot * STRIDE, 0);
    }

    void open(int slot) {
        SLOTS.setVolatile(open, slot * STRIDE, 1);
    }

    /** With the modes that the relaxer found. */
    public static final class Relaxed extends ArrayQueueLock {
        public Relaxed(int threads) {
            super(threads);
        }

        @Override
        boolean isOpen(int slot) {
            return (int) SLOTS.getAcquire(super.open, slot * STRIDE) != 0;
        }

        @Override
        void close(int slot) {
            SLOTS.set(super.open, slot * STRIDE, 0);
        }

        @Override
        void open(int slot) {
            SLOTS.setRelease(super.open, slot * STRIDE, 1);
        }
    }

    // VarHandle mechanics
    static final VarHandle TAIL = Handles.field(MethodHandles.lookup(), "tail", int.class);
    static final VarHandle SLOTS = MethodHandles.arrayElementVarHandle(int[].class);
}
