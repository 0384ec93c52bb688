package dev.baton.fault;

import dev.baton.Bag;
import dev.baton.Barrier;
import dev.baton.BlockingPool;
import dev.baton.Channel;
import dev.baton.CountDownLatch;
import dev.baton.CyclicBarrier;
import dev.baton.Event;
import dev.baton.KeyedLock;
import dev.baton.KeyedSemaphore;
import dev.baton.Lease;
import dev.baton.LockToken;
import dev.baton.Mutex;
import dev.baton.Permit;
import dev.baton.RateLimiter;
import dev.baton.ReentrantLock;
import dev.baton.ReentrantReadWriteLock;
import dev.baton.Select;
import dev.baton.Semaphore;
import dev.baton.SynchronousQueue;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A program with a small heap. For each primitive, five times: one thread waits, the heap is filled, the serving call is
 * made, the heap is emptied. If the call threw, it is made once more. Prints how many threads slept on, and how many
 * calls threw.
 */
public final class FullHeapProbe {
    private static final int ROUNDS = 5;
    private static final long PATIENCE_MILLIS = 20_000;
    private static final @Nullable Object[] BALLAST = new Object[1 << 18];

    private FullHeapProbe() {}

    /** Something that may throw. */
    interface Step {
        void run() throws Exception;
    }

    /** One waiter and the call that serves it. */
    private record Meeting(Step waits, Step serves) {}

    public static void main(String[] arguments) throws Exception {
        for (Map.Entry<String, Supplier<Meeting>> row : rows().entrySet()) {
            round(row.getValue().get(), false); // loads the classes
            int lost = 0;
            int threw = 0;
            for (int i = 0; i < ROUNDS; i++) {
                int outcome = round(row.getValue().get(), true);
                lost += outcome & 1;
                threw += outcome >> 1;
            }
            System.out.println(row.getKey() + "\t" + lost + "\t" + threw);
        }
    }

    /** Bit 0: the waiter sleeps on. Bit 1: the call threw. */
    private static int round(Meeting meeting, boolean full) throws Exception {
        Thread waiter = Thread.ofPlatform().daemon().start(() -> {
            try {
                meeting.waits.run();
            } catch (Exception unexpected) {
                throw new AssertionError(unexpected);
            }
        });
        while (waiter.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        boolean threw = serve(meeting.serves, full);
        if (threw) {
            serve(meeting.serves, false);
        }
        waiter.join(PATIENCE_MILLIS);
        return (waiter.isAlive() ? 1 : 0) + (threw ? 2 : 0);
    }

    private static boolean serve(Step serves, boolean full) throws Exception {
        int filled = full ? fill() : 0;
        try {
            serves.run();
            return false;
        } catch (OutOfMemoryError | IllegalMonitorStateException failure) {
            return true;
        } finally {
            for (int i = 0; i < filled; i++) {
                BALLAST[i] = null;
            }
        }
    }

    /** Takes all memory there is; returns how many pieces that took. */
    private static int fill() {
        int pieces = 0;
        int size = 1 << 20;
        for (;;) {
            try {
                BALLAST[pieces] = size > 8 ? new byte[size] : new Object();
                pieces++;
            } catch (OutOfMemoryError full) {
                if (size <= 8) {
                    return pieces;
                }
                size >>= 1;
            }
        }
    }

    private static Map<String, Supplier<Meeting>> rows() {
        Map<String, Supplier<Meeting>> rows = new LinkedHashMap<>();
        for (boolean fair : new boolean[]{true, false}) {
            String order = fair ? ", fair" : ", barging";
            rows.put("JDK Semaphore" + order, () -> {
                var semaphore = new java.util.concurrent.Semaphore(0, fair);
                return new Meeting(semaphore::acquire, semaphore::release);
            });
            rows.put("Semaphore" + order, () -> {
                Semaphore semaphore = new Semaphore(0, fair);
                return new Meeting(semaphore::acquire, semaphore::release);
            });
            rows.put("JDK ReentrantLock" + order, () -> lock(new java.util.concurrent.locks.ReentrantLock(fair)));
            rows.put("ReentrantLock" + order, () -> lock(new ReentrantLock(fair)));
            rows.put("ReentrantReadWriteLock, write" + order, () -> lock(new ReentrantReadWriteLock(fair).writeLock()));
            rows.put("ReentrantReadWriteLock, read" + order, () -> {
                ReentrantReadWriteLock lock = new ReentrantReadWriteLock(fair);
                lock.writeLock().lock();
                return new Meeting(lock.readLock()::lock, lock.writeLock()::unlock);
            });
            rows.put("JDK Condition" + order, () -> condition(new java.util.concurrent.locks.ReentrantLock(fair)));
            rows.put("Condition" + order, () -> condition(new ReentrantLock(fair)));
            rows.put("SynchronousQueue" + order, () -> {
                SynchronousQueue<String> queue = new SynchronousQueue<>(fair);
                return new Meeting(queue::take, () -> queue.offer("a"));
            });
        }
        rows.put("Mutex", () -> {
            Mutex mutex = new Mutex();
            mutex.lock();
            return new Meeting(mutex::lock, mutex::unlock);
        });
        rows.put("JDK CountDownLatch", () -> {
            var latch = new java.util.concurrent.CountDownLatch(1);
            return new Meeting(latch::await, latch::countDown);
        });
        rows.put("CountDownLatch", () -> {
            CountDownLatch latch = new CountDownLatch(1);
            return new Meeting(latch::await, latch::countDown);
        });
        rows.put("Barrier", () -> {
            Barrier barrier = new Barrier(2);
            return new Meeting(barrier::await, barrier::awaitAsync);
        });
        rows.put("CyclicBarrier", () -> {
            CyclicBarrier barrier = new CyclicBarrier(2);
            return new Meeting(barrier::await, barrier::awaitAsync);
        });
        rows.put("Channel, a receive waits", () -> {
            Channel<Object> channel = Channel.buffered(1);
            return new Meeting(channel::receive, () -> channel.trySend("a"));
        });
        rows.put("Channel, a send waits", () -> {
            Channel<Object> channel = Channel.buffered(1);
            channel.trySend("a");
            return new Meeting(() -> channel.send("b"), channel::tryReceive);
        });
        rows.put("Event", () -> {
            Event event = Event.autoReset();
            return new Meeting(event::await, event::set);
        });
        rows.put("Channel, a select waits", () -> {
            Channel<Object> channel = Channel.rendezvous();
            Select<Object> select = Select.fair().onReceive(Channel.rendezvous(), element -> element)
                    .onReceive(channel, element -> element);
            return new Meeting(select::select, () -> channel.trySend("a"));
        });
        rows.put("Channel, a receive waits for the end", () -> {
            Channel<Object> channel = Channel.rendezvous();
            return new Meeting(channel::receiveOrClosed, channel::close);
        });
        rows.put("Permit", () -> {
            Semaphore semaphore = new Semaphore(1, true);
            Permit permit = Objects.requireNonNull(semaphore.tryPermit());
            return new Meeting(semaphore::permit, permit::close);
        });
        rows.put("KeyedLock", () -> {
            KeyedLock<String> locks = new KeyedLock<>();
            locks.lock("a");
            return new Meeting(() -> locks.lock("a"), () -> locks.unlock("a"));
        });
        rows.put("KeyedSemaphore", () -> {
            KeyedSemaphore<String> semaphores = new KeyedSemaphore<>(1);
            Permit permit = Objects.requireNonNull(semaphores.tryPermit("a"));
            return new Meeting(() -> semaphores.permit("a"), permit::close);
        });
        rows.put("RateLimiter", FullHeapProbe::rate);
        rows.put("Bag, queue", () -> bag(Bag.queue()));
        rows.put("Bag, stack", () -> bag(Bag.stack()));
        for (BlockingPool.Order order : BlockingPool.Order.values()) {
            rows.put("BlockingPool, " + order, () -> {
                BlockingPool<Object> pool = BlockingPool.builder(1, Object::new).order(order).build();
                Lease<Object> lease = pool.takeUninterruptibly();
                return new Meeting(pool::take, lease::close);
            });
        }
        futures(rows);
        return rows;
    }

    /** Time passes and the timer strikes, by hand. */
    private static Meeting rate() {
        long[] now = new long[1];
        @Nullable
        Runnable[] timer = new @Nullable Runnable[1];
        RateLimiter limiter = RateLimiter.of(1, Duration.ofNanos(1_000L), 1, new RateLimiter.Clock() {
            @Override
            public long nanoTime() {
                return now[0];
            }

            @Override
            public void runAfter(long nanos, Runnable task) {
                timer[0] = task;
            }
        });
        if (!limiter.tryAcquire()) {
            throw new AssertionError("it starts full");
        }
        return new Meeting(limiter::acquire, () -> {
            now[0] = 1_000L;
            Objects.requireNonNull(timer[0]).run();
        });
    }

    /** A future waits in the place of a thread: it completes, perhaps later, but does. */
    private static void futures(Map<String, Supplier<Meeting>> rows) {
        for (boolean fair : new boolean[]{true, false}) {
            String order = fair ? ", fair, a future" : ", barging, a future";
            rows.put("Semaphore" + order, () -> {
                Semaphore semaphore = new Semaphore(0, fair);
                return new Meeting(() -> semaphore.acquireAsync().get(), semaphore::release);
            });
            rows.put("ReentrantLock" + order, () -> {
                ReentrantLock lock = new ReentrantLock(fair);
                return held(lock, lock::lockAsync);
            });
            rows.put("ReentrantReadWriteLock, write" + order, () -> {
                ReentrantReadWriteLock lock = new ReentrantReadWriteLock(fair);
                return held(lock.writeLock(), lock.writeLock()::lockAsync);
            });
            rows.put("ReentrantReadWriteLock, read" + order, () -> {
                ReentrantReadWriteLock lock = new ReentrantReadWriteLock(fair);
                return held(lock.writeLock(), lock.readLock()::lockAsync);
            });
            rows.put("SynchronousQueue" + order, () -> {
                SynchronousQueue<String> queue = new SynchronousQueue<>(fair);
                return new Meeting(() -> queue.takeAsync().get(), () -> queue.offer("a"));
            });
        }
        rows.put("Mutex, a future", () -> {
            Mutex mutex = new Mutex();
            mutex.lock();
            return new Meeting(() -> mutex.lockAsync().get(), mutex::unlock);
        });
        rows.put("CountDownLatch, a future", () -> {
            CountDownLatch latch = new CountDownLatch(1);
            return new Meeting(() -> latch.awaitAsync().get(), latch::countDown);
        });
        rows.put("Barrier, a future", () -> {
            Barrier barrier = new Barrier(2);
            return new Meeting(() -> barrier.awaitAsync().get(), barrier::awaitAsync);
        });
        rows.put("CyclicBarrier, a future", () -> {
            CyclicBarrier barrier = new CyclicBarrier(2);
            return new Meeting(() -> barrier.awaitAsync().get(), barrier::awaitAsync);
        });
        rows.put("Bag, a future", () -> {
            Bag<Object> bag = Bag.queue();
            return new Meeting(() -> bag.takeAsync().get(), () -> bag.put("a"));
        });
        rows.put("BlockingPool, a future", () -> {
            BlockingPool<Object> pool = BlockingPool.builder(1, Object::new).build();
            Lease<Object> lease = pool.takeUninterruptibly();
            return new Meeting(() -> pool.takeAsync().get(), lease::close);
        });
    }

    private static Meeting held(Lock held, Supplier<CompletableFuture<LockToken>> request) {
        held.lock();
        return new Meeting(() -> request.get().get(), held::unlock);
    }

    private static Meeting lock(Lock lock) {
        lock.lock();
        return new Meeting(lock::lock, lock::unlock);
    }

    private static Meeting bag(Bag<Object> bag) {
        return new Meeting(bag::take, () -> bag.put("a"));
    }

    private static Meeting condition(Lock lock) {
        Condition condition = lock.newCondition();
        return new Meeting(() -> {
            lock.lock();
            try {
                condition.await();
            } finally {
                lock.unlock();
            }
        }, () -> {
            if (lock.tryLock(1, TimeUnit.SECONDS)) {
                try {
                    condition.signal();
                } finally {
                    lock.unlock();
                }
            }
        });
    }
}
