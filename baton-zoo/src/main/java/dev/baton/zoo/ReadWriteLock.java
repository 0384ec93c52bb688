package dev.baton.zoo;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** One word that counts readers, or says that a writer is inside. Not fair. */
public class ReadWriteLock extends ZooLock {
    private static final int WRITER = -1;

    /** Readers inside, or {@link #WRITER}. */
    @SuppressWarnings("unused") // by its handle
    private int inside;

    public ReadWriteLock(int threads) {
        super(threads);
    }

    /** Locks for writing. */
    @Override
    public void lock(int thread) {
        while (!casWriter()) {
            pause();
        }
    }

    /** Unlocks from writing. */
    @Override
    public void unlock(int thread) {
        clearWriter();
    }

    /** Locks for reading. */
    public void lockRead() {
        for (;;) {
            int readers = inside();
            if (readers != WRITER && casReaders(readers, readers + 1)) {
                return;
            }
            pause();
        }
    }

    /** Unlocks from reading. */
    public void unlockRead() {
        subtractReader();
    }

    boolean casWriter() {
        return (int) INSIDE.compareAndExchange(this, 0, WRITER) == 0;
    }

    void clearWriter() {
        INSIDE.setVolatile(this, 0);
    }

    int inside() {
        return (int) INSIDE.getVolatile(this);
    }

    boolean casReaders(int expected, int next) {
        return (int) INSIDE.compareAndExchange(this, expected, next) == expected;
    }

    int subtractReader() {
        return (int) INSIDE.getAndAdd(this, -1);
    }

    /** With the modes that the relaxer found. */
    public static final class Relaxed extends ReadWriteLock {
        public Relaxed(int threads) {
            super(threads);
        }

        @Override
        boolean casWriter() {
            return (int) INSIDE.compareAndExchangeAcquire(this, 0, WRITER) == 0;
        }

        @Override
        void clearWriter() {
            INSIDE.setRelease(this, 0);
        }

        @Override
        int inside() {
            return (int) INSIDE.getOpaque(this);
        }

        @Override
        boolean casReaders(int expected, int next) {
            return (int) INSIDE.compareAndExchangeAcquire(this, expected, next) == expected;
        }

        /**
         * Releases, though the relaxer finds acquire as good: without release a writer could overtake the reads of the
         * reader that leaves. That is load buffering, which the checker does not explore.
         */
        @Override
        int subtractReader() {
            return (int) INSIDE.getAndAddRelease(this, -1);
        }
    }

    // VarHandle mechanics
    static final VarHandle INSIDE = Handles.field(MethodHandles.lookup(), "inside", int.class);
}
