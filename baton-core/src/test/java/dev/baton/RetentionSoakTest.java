package dev.baton;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.internal.store.QueueStore;
import dev.baton.internal.store.StackStore;
import dev.baton.testing.Reachable;
import dev.baton.testing.TestThreads;
import dev.baton.testing.ThreadKind;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What an idle primitive keeps alive does not grow with its use: threads and futures, served and aborted, with segments of
 * one, two and the usual number of cells.
 */
class RetentionSoakTest {
    private static final int THREADS = 3;
    private static final int ROUNDS = 300;
    private static final int MANY_ROUNDS = 100_000;
    /** More than an idle primitive has ever to keep, and less than one object a round. */
    private static final int MOST = 60;

    /** One use of a primitive, the {@code round}-th of its thread; it gives back what it takes. */
    private interface Use {
        void once(int round) throws Exception;
    }

    private record Subject(Object root, Use use) {}

    private record Row(String name, Supplier<Subject> fresh) {
        @Override
        public String toString() {
            return name;
        }
    }

    static List<Row> rows() {
        List<Row> rows = new ArrayList<>();
        for (int cells : new int[]{1, 2, 32}) {
            Tuning tuning = new Tuning(cells, 0);
            String size = ", segments of " + cells;
            for (boolean fair : new boolean[]{true, false}) {
                String kind = (fair ? ", fair" : ", barging") + size;
                rows.add(new Row("Semaphore" + kind,
                        () -> semaphore(new Semaphore(1, fair, Integer.MAX_VALUE, tuning))));
                rows.add(new Row("ReentrantLock" + kind, () -> lock(new ReentrantLock(fair, tuning))));
                rows.add(new Row("Condition" + kind, () -> condition(new ReentrantLock(fair, tuning))));
                rows.add(new Row("ReentrantReadWriteLock" + kind,
                        () -> readWrite(new ReentrantReadWriteLock(fair, tuning))));
            }
            rows.add(new Row("Mutex" + size, () -> mutex(new Mutex(tuning))));
            rows.add(new Row("Mutex, INLINE" + size, () -> mutex(new Mutex(HandOff.INLINE, tuning))));
            rows.add(new Row("CountDownLatch" + size, () -> latch(new CountDownLatch(1, tuning))));
            rows.add(new Row("Barrier" + size, () -> barrier(new Barrier(THREADS, tuning))));
            rows.add(new Row("CyclicBarrier" + size,
                    () -> cyclic(new CyclicBarrier(THREADS, null, new ReentrantLock(false, tuning)))));
            rows.add(new Row("Bag, queue" + size, () -> bag(new Bag<>(new QueueStore<>(cells), tuning))));
            rows.add(new Row("Bag, stack" + size, () -> bag(new Bag<>(new StackStore<>(), tuning))));
            for (BlockingPool.Order order : BlockingPool.Order.values()) {
                rows.add(new Row("BlockingPool, " + order + size,
                        () -> pool(BlockingPool.builder(1, () -> "a").order(order).tuning(tuning).build())));
            }
        }
        rows.add(new Row("SynchronousQueue, fair", () -> transfer(new SynchronousQueue<>(true, 0))));
        rows.add(new Row("SynchronousQueue, unfair", () -> transfer(new SynchronousQueue<>(false, 0))));
        return rows;
    }

    @ParameterizedTest
    @MethodSource("rows")
    void idlePrimitiveKeepsLittle(Row row) {
        soak(row, ROUNDS);
    }

    @Tag("deep")
    @ParameterizedTest
    @MethodSource("rows")
    void idlePrimitiveKeepsLittleAfterLongUse(Row row) {
        soak(row, MANY_ROUNDS);
    }

    private static void soak(Row row, int rounds) {
        Subject subject = row.fresh.get();
        try (TestThreads threads = new TestThreads(ThreadKind.PLATFORM)) {
            for (int i = 0; i < THREADS; i++) {
                threads.start(() -> {
                    for (int round = 0; round < rounds; round++) {
                        subject.use.once(round);
                    }
                });
            }
        }
        var kept = Reachable.from(subject.root);
        assertThat(kept.values().stream().mapToInt(Integer::intValue).sum()).as(kept.toString()).isLessThan(MOST);
    }

    private static Subject semaphore(Semaphore semaphore) {
        return new Subject(semaphore, round -> {
            switch (round % 4) {
                case 0 -> semaphore.acquire();
                case 1 -> {
                    if (!semaphore.tryAcquire(1, TimeUnit.MICROSECONDS)) {
                        return;
                    }
                }
                case 2 -> semaphore.acquireAsync().join();
                default -> {
                    if (semaphore.acquireAsync().cancel(false)) {
                        return;
                    }
                }
            }
            semaphore.release();
        });
    }

    private static Subject lock(ReentrantLock lock) {
        return new Subject(lock, round -> useLock(lock, lock.lockAsync(), round));
    }

    private static Subject readWrite(ReentrantReadWriteLock lock) {
        return new Subject(lock, round -> {
            if (round % 3 == 0) {
                useLock(lock.writeLock(), lock.writeLock().lockAsync(), round);
            } else {
                useLock(lock.readLock(), lock.readLock().lockAsync(), round);
            }
        });
    }

    /** Locks once with a token, which may be cancelled, and once with the thread, which may give up. */
    private static void useLock(Lock lock, CompletableFuture<LockToken> token, int round) throws Exception {
        if (round % 2 == 0 || !token.cancel(false)) {
            token.join().close();
        }
        if (round % 4 < 2) {
            lock.lock();
        } else if (!lock.tryLock(1, TimeUnit.MICROSECONDS)) {
            return;
        }
        lock.unlock();
    }

    private static Subject condition(ReentrantLock lock) {
        Condition condition = lock.newCondition();
        return new Subject(condition, round -> {
            lock.lock();
            try {
                if (round % 3 == 0) {
                    condition.signal();
                }
                long unused = condition.awaitNanos(1_000L);
            } finally {
                lock.unlock();
            }
        });
    }

    private static Subject mutex(Mutex mutex) {
        return new Subject(mutex, round -> {
            switch (round % 4) {
                case 0 -> mutex.withLock(() -> {});
                case 1 -> {
                    CompletableFuture<LockToken> token = mutex.lockAsync();
                    if (!token.cancel(false)) {
                        token.join().close();
                    }
                }
                case 2 -> mutex.withLockAsync(() -> "a", Runnable::run).join();
                default -> {
                    if (mutex.tryLock(1, TimeUnit.MICROSECONDS)) {
                        mutex.unlock();
                    }
                }
            }
        });
    }

    /** The latch stays closed. */
    private static Subject latch(CountDownLatch latch) {
        return new Subject(latch, round -> {
            if (round % 2 == 0) {
                assertThat(latch.await(1, TimeUnit.MICROSECONDS)).isFalse();
            } else {
                assertThat(latch.awaitAsync().cancel(false)).isTrue();
            }
        });
    }

    private static Subject barrier(Barrier barrier) {
        return new Subject(barrier, round -> {
            if (round % 2 == 0) {
                barrier.await();
            } else {
                barrier.awaitAsync().join();
            }
        });
    }

    private static Subject cyclic(CyclicBarrier barrier) {
        return new Subject(barrier, round -> {
            if (round % 2 == 0) {
                barrier.await();
            } else {
                barrier.awaitAsync().join();
            }
        });
    }

    private static Subject bag(Bag<String> bag) {
        return new Subject(bag, round -> {
            bag.put("a");
            switch (round % 3) {
                case 0 -> bag.take();
                case 1 -> bag.takeAsync().join();
                default -> {
                    CompletableFuture<String> request = bag.takeAsync();
                    if (request.cancel(false)) {
                        bag.take();
                    }
                }
            }
            if (bag.tryTake(1, TimeUnit.MICROSECONDS) != null) {
                bag.put("a");
            }
        });
    }

    private static Subject pool(BlockingPool<String> pool) {
        return new Subject(pool, round -> {
            Lease<String> lease;
            switch (round % 4) {
                case 0 -> lease = pool.take();
                case 1 -> lease = pool.tryTake(1, TimeUnit.MICROSECONDS);
                case 2 -> lease = pool.takeAsync().join();
                default -> {
                    CompletableFuture<Lease<String>> request = pool.takeAsync();
                    lease = request.cancel(false) ? null : request.join();
                }
            }
            if (lease != null) {
                lease.close();
            }
        });
    }

    private static Subject transfer(SynchronousQueue<String> queue) {
        return new Subject(queue, round -> {
            switch (round % 4) {
                case 0 -> queue.poll(1, TimeUnit.MICROSECONDS);
                case 1 -> queue.offer("a", 1, TimeUnit.MICROSECONDS);
                case 2 -> queue.takeAsync().cancel(false);
                default -> queue.putAsync("a").cancel(false);
            }
        });
    }
}
