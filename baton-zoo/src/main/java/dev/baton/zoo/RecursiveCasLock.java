package dev.baton.zoo;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** One word that names its holder, who may lock again. Not fair. */
public class RecursiveCasLock extends ZooLock {
    /** Nobody: no thread has this number. */
    private static final int NOBODY = -1;

    @SuppressWarnings("unused") // by its handle
    private int holder = NOBODY;
    /** How often the holder locked again; guarded by the lock. */
    private int depth;

    public RecursiveCasLock(int threads) {
        super(threads);
    }

    @Override
    public void lock(int thread) {
        if (holder() == thread) {
            depth++;
            return;
        }
        while (!casHolder(thread)) {
            pause();
        }
    }

    @Override
    public void unlock(int thread) {
        if (depth > 0) {
            depth--;
        } else {
            clearHolder();
        }
    }

    int holder() {
        return (int) HOLDER.getVolatile(this);
    }

    boolean casHolder(int thread) {
        return (int) HOLDER.compareAndExchange(this, NOBODY, thread) == NOBODY;
    }

    void clearHolder() {
        HOLDER.setVolatile(this, NOBODY);
    }

    /** With the modes that the relaxer found. */
    public static final class Relaxed extends RecursiveCasLock {
        public Relaxed(int threads) {
            super(threads);
        }

        @Override
        int holder() {
            return (int) HOLDER.get(this);
        }

        @Override
        boolean casHolder(int thread) {
            return (int) HOLDER.compareAndExchangeAcquire(this, NOBODY, thread) == NOBODY;
        }

        @Override
        void clearHolder() {
            HOLDER.setRelease(this, NOBODY);
        }
    }

    // VarHandle mechanics
    static final VarHandle HOLDER = Handles.field(MethodHandles.lookup(), "holder", int.class);
}
