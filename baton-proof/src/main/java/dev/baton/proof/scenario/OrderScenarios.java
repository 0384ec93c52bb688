package dev.baton.proof.scenario;

import static dev.baton.internal.access.CoreAccess.CORE;

import dev.baton.Bag;
import dev.baton.Barrier;
import dev.baton.BlockingPool;
import dev.baton.CountDownLatch;
import dev.baton.HandOff;
import dev.baton.Lease;
import dev.baton.Mutex;
import dev.baton.ReentrantLock;
import dev.baton.ReentrantReadWriteLock;
import dev.baton.Semaphore;
import dev.baton.SynchronousQueue;
import dev.baton.check.api.Scenario;
import dev.baton.check.api.ScenarioBody;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Lock;
import java.util.function.BooleanSupplier;

/**
 * The operations of a primitive and the accesses of volatile fields are in one order, as with
 * {@code java.util.concurrent}: one thread changes the primitive and then looks at a flag, another sets the flag and then
 * looks at the primitive. One of them sees the other. Programs rely on it that leave work to the holder of a lock
 * when they cannot have it.
 */
@SuppressWarnings("LockNotBeforeTry") // a change is one step, not a section
final class OrderScenarios {
    private OrderScenarios() {}

    /** The flag, and who saw what. */
    private static final class Board {
        volatile int flag;
        boolean sawFlag;
        boolean missedChange;
    }

    static List<ProofScenario> all() {
        List<ProofScenario> all = new ArrayList<>();
        for (boolean fair : new boolean[]{true, false}) {
            String kind = fair ? "fair" : "barging";
            addSemaphore(all, "Semaphore, " + kind, fair);
            addLocks(all, kind, fair);
            String queue = "SynchronousQueue, " + (fair ? "fair" : "unfair");
            add(all, queue, "a take that waits, seen by offer", scenario -> takeAndOffer(scenario, fair));
            add(all, queue, "a put that waits, seen by poll", scenario -> putAndPoll(scenario, fair));
        }
        add(all, "Mutex", "lock, seen by isLocked", OrderScenarios::mutexLock);
        add(all, "Mutex", "unlock, seen by tryLock", OrderScenarios::mutexUnlock);
        add(all, "CountDownLatch", "countDown, seen by tryAwait", OrderScenarios::latchTry);
        add(all, "CountDownLatch", "countDown, seen by getCount", OrderScenarios::latchCount);
        add(all, "Barrier", "arrival, seen by getNumberArrived", OrderScenarios::arrival);
        add(all, "Barrier", "arrival in the next round, seen by getNumberArrived", OrderScenarios::nextRound);
        for (boolean stack : new boolean[]{false, true}) {
            String bag = "Bag, " + (stack ? "stack" : "queue");
            add(all, bag, "put, seen by size", scenario -> putAndSize(scenario, stack));
            add(all, bag, "tryTake, seen by size", scenario -> tryTakeAndSize(scenario, stack));
            add(all, bag, "take, seen by size", scenario -> takeAndSize(scenario, stack));
        }
        add(all, "BlockingPool", "close, seen by isClosed", OrderScenarios::close);
        add(all, "BlockingPool", "close, seen by tryTake", OrderScenarios::closeAndTake);
        add(all, "BlockingPool", "creation, seen by getSize", OrderScenarios::creation);
        add(all, "BlockingPool", "creation, seen by getIdle", OrderScenarios::idle);
        add(all, "BlockingPool", "the end of a lease, seen by get", OrderScenarios::lease);
        return all;
    }

    private static void add(List<ProofScenario> all, String primitive, String name,
            ScenarioBody body) {
        all.add(ProofScenario.of(primitive, "in order with a flag: " + name, 2, body));
    }

    private static void either(Scenario scenario, Runnable change, BooleanSupplier missed) {
        Board board = new Board();
        scenario.thread("changes", () -> {
            change.run();
            board.sawFlag = board.flag == 1;
        });
        scenario.thread("looks", () -> {
            board.flag = 1;
            board.missedChange = missed.getAsBoolean();
        });
        scenario.finallyAssert(() -> {
            assert board.sawFlag || !board.missedChange : "neither saw the other";
        });
    }

    private static Semaphore semaphore(int permits, boolean fair) {
        return Lined.lined(CORE.semaphore(permits, fair, 2));
    }

    private static void addSemaphore(List<ProofScenario> all, String name, boolean fair) {
        add(all, name, "release, seen by tryAcquire", scenario -> {
            Semaphore semaphore = semaphore(0, fair);
            either(scenario, semaphore::release, () -> !semaphore.tryAcquire());
        });
        add(all, name, "release, seen by availablePermits", scenario -> {
            Semaphore semaphore = semaphore(0, fair);
            either(scenario, semaphore::release, () -> semaphore.availablePermits() == 0);
        });
        add(all, name, "acquire, seen by availablePermits", scenario -> {
            Semaphore semaphore = semaphore(1, fair);
            either(scenario, semaphore::acquireUninterruptibly, () -> semaphore.availablePermits() == 1);
        });
        add(all, name, "tryAcquire, seen by availablePermits", scenario -> {
            Semaphore semaphore = semaphore(1, fair);
            either(scenario, semaphore::tryAcquire, () -> semaphore.availablePermits() == 1);
        });
        add(all, name, "a permit handed on, seen by availablePermits", scenario -> {
            Semaphore semaphore = semaphore(0, fair);
            enter(semaphore, 1);
            either(scenario, () -> semaphore.release(2), () -> semaphore.availablePermits() != 1);
        });
        add(all, name, "acquire past a heavier request, seen by availablePermits", scenario -> {
            Semaphore semaphore = semaphore(1, fair);
            enter(semaphore, 2);
            either(scenario, () -> {
                if (fair) {
                    semaphore.tryAcquire();
                } else {
                    semaphore.acquireUninterruptibly();
                }
            }, () -> semaphore.availablePermits() == 1);
        });
    }

    private static void enter(Semaphore semaphore, int permits) {
        var _ = semaphore.acquireAsync(permits);
    }

    private static void addLocks(List<ProofScenario> all, String kind, boolean fair) {
        String plain = "ReentrantLock, " + kind;
        add(all, plain, "lock, seen by isLocked", scenario -> {
            ReentrantLock lock = Lined.lined(CORE.reentrantLock(fair, 2));
            either(scenario, lock::lock, () -> !lock.isLocked());
        });
        add(all, plain, "tryLock, seen by isLocked", scenario -> {
            ReentrantLock lock = Lined.lined(CORE.reentrantLock(fair, 2));
            either(scenario, lock::tryLock, () -> !lock.isLocked());
        });
        add(all, plain, "unlock, seen by tryLock", scenario -> {
            ReentrantLock lock = Lined.lined(CORE.reentrantLock(fair, 2));
            either(scenario, () -> {
                lock.lock();
                lock.unlock();
            }, () -> !tries(lock));
        });
        String both = "ReentrantReadWriteLock, " + kind;
        add(all, both, "write lock, seen by isWriteLocked", scenario -> {
            ReentrantReadWriteLock lock = Lined.lined(CORE.readWriteLock(fair, 2));
            either(scenario, lock.writeLock()::lock, () -> !lock.isWriteLocked());
        });
        add(all, both, "read lock, seen by getReadLockCount", scenario -> {
            ReentrantReadWriteLock lock = Lined.lined(CORE.readWriteLock(fair, 2));
            either(scenario, lock.readLock()::lock, () -> lock.getReadLockCount() == 0);
        });
        add(all, both, "read lock of the writer, seen by getReadLockCount", scenario -> {
            ReentrantReadWriteLock lock = Lined.lined(CORE.readWriteLock(fair, 2));
            either(scenario, () -> {
                lock.writeLock().lock();
                lock.readLock().lock();
            }, () -> lock.getReadLockCount() == 0);
        });
        add(all, both, "read unlock, seen by tryLock of the writer", scenario -> {
            ReentrantReadWriteLock lock = Lined.lined(CORE.readWriteLock(fair, 2));
            either(scenario, () -> {
                lock.readLock().lock();
                lock.readLock().unlock();
            }, () -> !tries(lock.writeLock()));
        });
    }

    private static boolean tries(Lock lock) {
        if (lock.tryLock()) {
            lock.unlock();
            return true;
        }
        return false;
    }

    private static void takeAndOffer(Scenario scenario, boolean fair) {
        SynchronousQueue<String> queue = CORE.synchronousQueue(fair);
        either(scenario, () -> {
            var _ = queue.takeAsync();
        }, () -> !queue.offer("a"));
    }

    private static void putAndPoll(Scenario scenario, boolean fair) {
        SynchronousQueue<String> queue = CORE.synchronousQueue(fair);
        either(scenario, () -> {
            var _ = queue.putAsync("a");
        }, () -> queue.poll() == null);
    }

    private static void mutexLock(Scenario scenario) {
        Mutex mutex = Lined.lined(CORE.mutex(HandOff.DISPATCH, 2));
        either(scenario, mutex::lock, () -> !mutex.isLocked());
    }

    private static void mutexUnlock(Scenario scenario) {
        Mutex mutex = Lined.lined(CORE.mutex(HandOff.DISPATCH, 2));
        either(scenario, () -> {
            mutex.lock();
            mutex.unlock();
        }, () -> {
            if (mutex.tryLock()) {
                mutex.unlock();
                return false;
            }
            return true;
        });
    }

    private static void latchTry(Scenario scenario) {
        CountDownLatch latch = CORE.countDownLatch(1, 2);
        either(scenario, latch::countDown, () -> !latch.tryAwait());
    }

    private static void latchCount(Scenario scenario) {
        CountDownLatch latch = CORE.countDownLatch(2, 2);
        either(scenario, latch::countDown, () -> latch.getCount() == 2);
    }

    private static void arrival(Scenario scenario) {
        Barrier barrier = CORE.barrier(3, 2);
        either(scenario, () -> {
            var _ = barrier.awaitAsync();
        }, () -> barrier.getNumberArrived() == 0);
    }

    private static void nextRound(Scenario scenario) {
        Barrier barrier = CORE.barrier(2, 2);
        either(scenario, () -> {
            for (int i = 0; i < 3; i++) {
                var _ = barrier.awaitAsync();
            }
        }, () -> barrier.getNumberArrived() != 1);
    }

    private static Bag<String> bag(boolean stack) {
        return CORE.bag(stack, 2);
    }

    private static void putAndSize(Scenario scenario, boolean stack) {
        Bag<String> bag = bag(stack);
        either(scenario, () -> bag.put("a"), () -> bag.getSize() == 0);
    }

    private static void tryTakeAndSize(Scenario scenario, boolean stack) {
        Bag<String> bag = bag(stack);
        bag.put("a");
        either(scenario, bag::tryTake, () -> bag.getSize() == 1);
    }

    private static void takeAndSize(Scenario scenario, boolean stack) {
        Bag<String> bag = bag(stack);
        bag.put("a");
        either(scenario, bag::takeUninterruptibly, () -> bag.getSize() == 1);
    }

    private static BlockingPool<String> pool() {
        return CORE.tuned(BlockingPool.<String>builder(2, () -> "a").executor(Runnable::run), 2).build();
    }

    private static void close(Scenario scenario) {
        BlockingPool<String> pool = pool();
        either(scenario, pool::close, () -> !pool.isClosed());
    }

    private static void closeAndTake(Scenario scenario) {
        BlockingPool<String> pool = pool();
        either(scenario, pool::close, () -> {
            try {
                var _ = pool.tryTake();
                return true;
            } catch (IllegalStateException closed) {
                return false;
            }
        });
    }

    private static void creation(Scenario scenario) {
        BlockingPool<String> pool = pool();
        either(scenario, () -> {
            var _ = pool.tryTake();
        }, () -> pool.getSize() == 0);
    }

    private static void idle(Scenario scenario) {
        BlockingPool<String> pool = pool();
        either(scenario, () -> {
            Lease<String> lease = pool.tryTake();
            if (lease != null) {
                lease.close();
            }
        }, () -> pool.getIdle() == 0);
    }

    private static void lease(Scenario scenario) {
        Lease<String> lease = pool().tryTake();
        assert lease != null;
        either(scenario, lease::close, () -> {
            try {
                return lease.get().equals("a");
            } catch (IllegalStateException ended) {
                return false;
            }
        });
    }
}
