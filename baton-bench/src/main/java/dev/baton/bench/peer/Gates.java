package dev.baton.bench.peer;

import dev.baton.CancellableQueueSynchronizer.Cancellation;
import dev.baton.CancellableQueueSynchronizer.Resumption;
import dev.baton.Mutex;
import dev.baton.bench.load.Worker;
import dev.baton.zoo.ClhLock;
import dev.baton.zoo.McsLock;
import dev.baton.zoo.ZooLock;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** The gates by the names that benchmarks' parameters use. */
public final class Gates {
    private Gates() {}

    /**
     * Creates a gate.
     *
     * @param peer    its name
     * @param permits how many it lets in; locks let one in
     * @param workers how many workers will use it
     */
    public static Gate create(String peer, int permits, int workers) {
        return switch (peer) {
            case "baton-semaphore" -> baton(new dev.baton.Semaphore(permits, true));
            case "baton-mutex" -> of(exclusive(permits, new Mutex()));
            case "baton-lock-fair" -> lock(exclusive(permits, new dev.baton.ReentrantLock(true)));
            case "baton-lock-unfair" -> lock(exclusive(permits, new dev.baton.ReentrantLock(false)));
            case "baton-async-simple" -> new FrameworkGate(Resumption.ASYNC, Cancellation.SIMPLE, permits);
            case "baton-async-smart" -> new FrameworkGate(Resumption.ASYNC, Cancellation.SMART, permits);
            case "baton-sync-simple" -> new FrameworkGate(Resumption.SYNC, Cancellation.SIMPLE, permits);
            case "baton-sync-smart" -> new FrameworkGate(Resumption.SYNC, Cancellation.SMART, permits);
            case "jdk-semaphore-fair" -> jdk(new Semaphore(permits, true));
            case "jdk-semaphore-unfair" -> jdk(new Semaphore(permits, false));
            case "jdk-lock-fair" -> lock(exclusive(permits, new ReentrantLock(true)));
            case "jdk-lock-unfair" -> lock(exclusive(permits, new ReentrantLock(false)));
            case "kotlin-semaphore" -> KotlinGates.semaphore(permits, workers);
            case "kotlin-mutex" -> exclusive(permits, KotlinGates.mutex(workers));
            case "clh" -> zoo(exclusive(permits, new ClhLock(workers)));
            case "mcs" -> zoo(exclusive(permits, new McsLock(workers)));
            default -> throw new IllegalArgumentException("no gate is called " + peer);
        };
    }

    private static <L> L exclusive(int permits, L lock) {
        if (permits != 1) {
            throw new IllegalArgumentException("a lock lets one in, not " + permits);
        }
        return lock;
    }

    private static Gate baton(dev.baton.Semaphore semaphore) {
        return new Gate() {
            @Override
            public void enter(Worker worker) throws InterruptedException {
                semaphore.acquire();
            }

            @Override
            public void exit(Worker worker) {
                semaphore.release();
            }
        };
    }

    /** The mutex as a gate. */
    public static Gate of(Mutex mutex) {
        return new Gate() {
            @Override
            public void enter(Worker worker) {
                mutex.lock();
            }

            @Override
            public void exit(Worker worker) {
                mutex.unlock();
            }
        };
    }

    private static Gate jdk(Semaphore semaphore) {
        return new Gate() {
            @Override
            public void enter(Worker worker) throws InterruptedException {
                semaphore.acquire();
            }

            @Override
            public void exit(Worker worker) {
                semaphore.release();
            }
        };
    }

    private static Gate lock(Lock lock) {
        return new Gate() {
            @Override
            public void enter(Worker worker) {
                lock.lock();
            }

            @Override
            public void exit(Worker worker) {
                lock.unlock();
            }
        };
    }

    /** A lock of the zoo, which knows its threads by number. */
    static Gate zoo(ZooLock lock) {
        return new Gate() {
            @Override
            public void enter(Worker worker) {
                lock.lock(worker.index());
            }

            @Override
            public void exit(Worker worker) {
                lock.unlock(worker.index());
            }
        };
    }
}
