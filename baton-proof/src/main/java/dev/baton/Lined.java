package dev.baton;

/**
 * Primitives in which somebody has waited before. Whether their line of cells is made in a scenario or before it doubles what
 * there is to explore, so only the scenarios about that ({@link FirstWaitScenarios}) begin without one.
 */
final class Lined {
    private Lined() {}

    static Semaphore lined(Semaphore semaphore) {
        semaphore.queue().lineOrNew();
        return semaphore;
    }

    static Mutex lined(Mutex mutex) {
        mutex.queue().lineOrNew();
        return mutex;
    }

    static ReentrantLock lined(ReentrantLock lock) {
        lock.queue().lineOrNew();
        return lock;
    }

    static ReentrantReadWriteLock lined(ReentrantReadWriteLock lock) {
        lock.queue().lineOrNew();
        return lock;
    }
}
