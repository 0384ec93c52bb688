package dev.baton.zoo;

/** Drepper's mutex of three states: free, held, and held with somebody asleep, which makes the holder wake. Not fair. */
public class ThreeStateMutex extends FutexLock {
    private static final int FREE = 0;
    private static final int HELD = 1;
    private static final int AWAITED = 2;

    public ThreeStateMutex(int threads) {
        super(threads);
    }

    @Override
    public void lock(int thread) {
        int seen = exchangeFree();
        if (seen == FREE) {
            return;
        }
        if (seen != AWAITED) {
            seen = exchangeAwaited();
        }
        while (seen != FREE) {
            sleepWhile(AWAITED);
            seen = exchangeAwaited();
        }
    }

    @Override
    public void unlock(int thread) {
        if (subtract() != HELD) {
            clear();
            wake();
        }
    }

    /** Tries to hold; returns what was there. */
    int exchangeFree() {
        return (int) WORD.compareAndExchange(this, FREE, HELD);
    }

    int exchangeAwaited() {
        return (int) WORD.getAndSet(this, AWAITED);
    }

    int subtract() {
        return (int) WORD.getAndAdd(this, -1);
    }

    void clear() {
        WORD.setVolatile(this, FREE);
    }

    /** With the modes that the relaxer found. */
    public static final class Relaxed extends ThreeStateMutex {
        public Relaxed(int threads) {
            super(threads);
        }

        @Override
        int exchangeFree() {
            return (int) WORD.compareAndExchangeAcquire(this, FREE, HELD);
        }

        @Override
        int exchangeAwaited() {
            return (int) WORD.getAndSetAcquire(this, AWAITED);
        }

        @Override
        int subtract() {
            return (int) WORD.getAndAddRelease(this, -1);
        }

        @Override
        void clear() {
            WORD.setRelease(this, FREE);
        }
    }
}
