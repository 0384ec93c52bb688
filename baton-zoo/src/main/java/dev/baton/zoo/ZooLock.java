package dev.baton.zoo;

/**
 * A lock for a fixed number of threads, which are numbered from zero. Locks that queue keep a node for each of them, so that
 * nothing is allocated and nodes are used again, as in a kernel.
 */
public abstract class ZooLock {
    private final boolean crowded;

    /** A lock for this many threads. */
    protected ZooLock(int threads) {
        crowded = threads > Runtime.getRuntime().availableProcessors();
    }

    /** Waits for the lock and takes it. */
    public abstract void lock(int thread);

    /** Gives the lock back. */
    public abstract void unlock(int thread);

    /** Passes a moment of an active wait; gives the processor away if there are fewer of them than threads. */
    final void pause() {
        if (crowded) {
            Thread.yield();
        } else {
            Thread.onSpinWait();
        }
    }
}
