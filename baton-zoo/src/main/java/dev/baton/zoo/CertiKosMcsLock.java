package dev.baton.zoo;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * MCS as in the CertiKOS kernel: nodes are numbers of processors, the queue lives in two arrays, and a holder first tries
 * to empty the queue and only then looks for the next one.
 */
public class CertiKosMcsLock extends ZooLock {
    /** Nobody: no processor has this number. */
    private static final int NONE = -1;
    /** Elements from one thread's to the next one's, so that they do not share a cache line. */
    private static final int STRIDE = 32;

    @SuppressWarnings("unused") // by its handle
    private int last = NONE;
    private final int[] busy;
    private final int[] next;

    public CertiKosMcsLock(int threads) {
        super(threads);
        busy = new int[threads * STRIDE];
        next = new int[threads * STRIDE];
    }

    @Override
    public void lock(int thread) {
        setBusy(thread);
        clearNext(thread);
        int before = exchangeLast(thread);
        if (before != NONE) {
            setNext(before, thread);
            while (isBusy(thread)) {
                pause();
            }
        }
    }

    @Override
    public void unlock(int thread) {
        if (casLast(thread)) {
            return;
        }
        int after;
        while ((after = next(thread)) == NONE) {
            pause();
        }
        clearBusy(after);
    }

    void setBusy(int thread) {
        ELEMENTS.setVolatile(busy, thread * STRIDE, 1);
    }

    void clearNext(int thread) {
        ELEMENTS.setVolatile(next, thread * STRIDE, NONE);
    }

    int exchangeLast(int thread) {
        return (int) LAST.getAndSet(this, thread);
    }

    void setNext(int before, int thread) {
        ELEMENTS.setVolatile(next, before * STRIDE, thread);
    }

    boolean isBusy(int thread) {
        return (int) ELEMENTS.getVolatile(busy, thread * STRIDE) != 0;
    }

    boolean casLast(int thread) {
        return (int) LAST.compareAndExchange(this, thread, NONE) == thread;
    }

    int next(int thread) {
        return (int) ELEMENTS.getVolatile(next, thread * STRIDE);
    }

    void clearBusy(int thread) {
        ELEMENTS.setVolatile(busy, thread * STRIDE, 0);
    }

    /** With the modes that the relaxer found. */
    public static final class Relaxed extends CertiKosMcsLock {
        public Relaxed(int threads) {
            super(threads);
        }

        @Override
        void setBusy(int thread) {
            ELEMENTS.set(super.busy, thread * STRIDE, 1);
        }

        @Override
        void clearNext(int thread) {
            ELEMENTS.set(super.next, thread * STRIDE, NONE);
        }

        @Override
        void setNext(int before, int thread) {
            ELEMENTS.set(super.next, before * STRIDE, thread);
        }

        @Override
        boolean isBusy(int thread) {
            return (int) ELEMENTS.getAcquire(super.busy, thread * STRIDE) != 0;
        }

        @Override
        int next(int thread) {
            return (int) ELEMENTS.getOpaque(super.next, thread * STRIDE);
        }

        @Override
        void clearBusy(int thread) {
            ELEMENTS.setRelease(super.busy, thread * STRIDE, 0);
        }
    }

    // VarHandle mechanics
    static final VarHandle LAST = Handles.field(MethodHandles.lookup(), "last", int.class);
    static final VarHandle ELEMENTS = MethodHandles.arrayElementVarHandle(int[].class);
}
