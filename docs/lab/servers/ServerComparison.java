import com.google.common.util.concurrent.Striped;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.pool.HikariPool;
import dev.baton.BlockingPool;
import dev.baton.BoundedExecutor;
import dev.baton.KeyedLock;
import dev.baton.Lease;
import dev.baton.RateLimiter;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.LockSupport;
import javax.sql.DataSource;
import stormpot.Allocator;
import stormpot.BasePoolable;
import stormpot.Pool;
import stormpot.Slot;
import stormpot.Timeout;

/**
 * What a server needs each day, beside the peers: pools, a bounded executor, keyed locks, rate limiters. One file, not part
 * of the build; its class path is baton-core, HikariCP 7.1.0, Stormpot 4.1 and Guava 33.7.2.
 * Run: java -cp CLASSPATH ServerComparison.java [pools|executors|keys|rates] [seconds]
 */
public class ServerComparison {
    static final int CONNECTIONS = 8;
    static final long USE_NANOS = 100_000;
    static final AtomicInteger open = new AtomicInteger();

    interface Resources extends AutoCloseable {
        /** Takes, uses, gives back; false if there was none in time. */
        boolean use(long patienceMillis) throws Exception;

        int idle();
    }

    static Connection connection() {
        open.incrementAndGet();
        return (Connection) Proxy.newProxyInstance(ServerComparison.class.getClassLoader(), new Class<?>[]{Connection.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "isValid", "getAutoCommit" -> true;
                    case "isReadOnly", "isClosed" -> false;
                    case "getTransactionIsolation", "getNetworkTimeout" -> 2;
                    case "equals" -> proxy == arguments[0];
                    case "hashCode" -> System.identityHashCode(proxy);
                    case "toString" -> "connection";
                    default -> null;
                });
    }

    static void work() {
        LockSupport.parkNanos(USE_NANOS);
    }

    static Resources baton() {
        BlockingPool<Connection> pool = BlockingPool.builder(CONNECTIONS, ServerComparison::connection)
                .maximumLifetime(Duration.ofMinutes(30)).build();
        return new Resources() {
            public boolean use(long millis) throws InterruptedException {
                Lease<Connection> lease = pool.tryTake(millis, TimeUnit.MILLISECONDS);
                if (lease == null) {
                    return false;
                }
                try (lease) {
                    work();
                }
                return true;
            }

            public int idle() {
                return pool.getIdle();
            }

            public void close() {
                pool.close();
            }
        };
    }

    static Resources hikari() {
        HikariConfig config = new HikariConfig();
        config.setDataSource((DataSource) Proxy.newProxyInstance(ServerComparison.class.getClassLoader(),
                new Class<?>[]{DataSource.class}, (proxy, method, arguments) -> switch (method.getName()) {
                    case "getConnection" -> connection();
                    case "getLoginTimeout" -> 0;
                    case "toString" -> "source";
                    case "hashCode" -> 1;
                    default -> null;
                }));
        config.setMaximumPoolSize(CONNECTIONS);
        HikariDataSource source = new HikariDataSource(config);
        HikariPool pool = (HikariPool) source.getHikariPoolMXBean();
        return new Resources() {
            public boolean use(long millis) throws Exception {
                try (Connection leased = pool.getConnection(millis)) {
                    work();
                    return true;
                } catch (SQLTransientConnectionException late) {
                    return false;
                }
            }

            public int idle() {
                return pool.getIdleConnections();
            }

            public void close() {
                source.close();
            }
        };
    }

    static final class Pot extends BasePoolable {
        Pot(Slot slot) {
            super(slot);
        }
    }

    static Resources stormpot() throws Exception {
        AtomicInteger out = new AtomicInteger();
        Pool<Pot> pool = Pool.from(new Allocator<Pot>() {
            public Pot allocate(Slot slot) {
                open.incrementAndGet();
                return new Pot(slot);
            }

            public void deallocate(Pot pot) {}
        }).setSize(CONNECTIONS).build();
        var tap = pool.getVirtualThreadSafeTap();
        return new Resources() {
            public boolean use(long millis) throws InterruptedException {
                Pot pot = tap.claim(new Timeout(millis, TimeUnit.MILLISECONDS));
                if (pot == null) {
                    return false;
                }
                out.incrementAndGet();
                try {
                    work();
                } finally {
                    out.decrementAndGet();
                    pot.release();
                }
                return true;
            }

            public int idle() {
                return CONNECTIONS - out.get();
            }

            public void close() throws InterruptedException {
                pool.shutdown().await(new Timeout(10, TimeUnit.SECONDS));
            }
        };
    }

    static void pool(String name, Resources pool, boolean virtual, int threads, int seconds) throws Exception {
        int impatientMillis = threads > 1000 ? 20 : 1;
        LongAdder served = new LongAdder();
        LongAdder gaveUp = new LongAdder();
        long[][] waits = new long[threads][2_000];
        int[] counts = new int[threads];
        CountDownLatch done = new CountDownLatch(threads);
        long warm = System.nanoTime() + 2_000_000_000L;
        long end = warm + seconds * 1_000_000_000L;
        for (int t = 0; t < threads; t++) {
            int me = t;
            Runnable loop = () -> {
                try {
                    while (System.nanoTime() < end) {
                        long begin = System.nanoTime();
                        boolean patient = me % 3 != 0;
                        boolean got = pool.use(patient ? 60_000 : impatientMillis);
                        long now = System.nanoTime();
                        if (begin >= warm) {
                            (got ? served : gaveUp).increment();
                            if (patient) {
                                waits[me][counts[me]++ % 2_000] = now - begin;
                            }
                        }
                    }
                } catch (Exception failed) {
                    failed.printStackTrace();
                } finally {
                    done.countDown();
                }
            };
            (virtual ? Thread.ofVirtual() : Thread.ofPlatform()).start(loop);
        }
        boolean ended = done.await(seconds + 60, TimeUnit.SECONDS);
        long[] all = new long[Arrays.stream(counts).map(c -> Math.min(c, 2_000)).sum()];
        int at = 0;
        for (int t = 0; t < threads; t++) {
            int n = Math.min(counts[t], 2_000);
            System.arraycopy(waits[t], 0, all, at, n);
            at += n;
        }
        Arrays.sort(all);
        int never = (int) Arrays.stream(counts).limit(threads).filter(c -> c == 0).count() - (threads + 2) / 3;
        System.out.printf("%-9s %s %6d: %8.0f uses/s, %8.0f gave up/s, wait and use of the patient: median %7.2f ms, 99.9 %% %8.2f ms, longest %8.2f ms, patient threads never served %d, idle at the end %d of %d%s%n",
                name, virtual ? "virtual " : "platform", threads, served.sum() / (double) seconds,
                gaveUp.sum() / (double) seconds, all[all.length / 2] / 1e6, all[(int) (all.length * 0.999)] / 1e6,
                all[all.length - 1] / 1e6, never, pool.idle(), CONNECTIONS, ended ? "" : " NOT ENDED");
        pool.close();
    }

    static void pools(int seconds) throws Exception {
        for (boolean virtual : new boolean[]{false, true}) {
            int threads = virtual ? 10_000 : 64;
            pool("baton", baton(), virtual, threads, seconds);
            pool("hikari", hikari(), virtual, threads, seconds);
            pool("stormpot", stormpot(), virtual, threads, seconds);
        }
    }

    interface Submit {
        void task(Runnable task) throws Exception;
    }

    static void executor(String name, int tasks, Submit submit) throws Exception {
        for (int round = 0; round < 4; round++) {
            CountDownLatch done = new CountDownLatch(tasks);
            long begin = System.nanoTime();
            for (int i = 0; i < tasks; i++) {
                submit.task(done::countDown);
            }
            done.await();
            long nanos = System.nanoTime() - begin;
            if (round > 1) {
                System.out.printf("executor %-28s %8.0f tasks/s%n", name, tasks * 1e9 / nanos);
            }
        }
    }

    static void executors() throws Exception {
        int tasks = 200_000;
        try (BoundedExecutor bounded = BoundedExecutor.builder(CONNECTIONS).build()) {
            executor("baton BoundedExecutor", tasks, bounded::execute);
        }
        try (BoundedExecutor bounded = BoundedExecutor.builder(CONNECTIONS)
                .threadFactory(Thread.ofPlatform().factory()).build()) {
            executor("baton, platform threads", tasks, bounded::execute);
        }
        Semaphore room = new Semaphore(CONNECTIONS);
        try (ExecutorService virtual = Executors.newVirtualThreadPerTaskExecutor()) {
            executor("virtual, submitter acquires", tasks, task -> {
                room.acquire();
                virtual.execute(() -> {
                    try {
                        task.run();
                    } finally {
                        room.release();
                    }
                });
            });
        }
        try (ExecutorService pool = Executors.newFixedThreadPool(CONNECTIONS)) {
            executor("fixed ThreadPoolExecutor", tasks, pool::execute);
        }
        for (boolean fair : new boolean[]{false, true}) {
            Semaphore guard = new Semaphore(CONNECTIONS, fair);
            try (ExecutorService virtual = Executors.newVirtualThreadPerTaskExecutor()) {
                executor("virtual, JDK semaphore " + (fair ? "fair" : "unfair"), tasks, task -> virtual.execute(() -> {
                    guard.acquireUninterruptibly();
                    try {
                        task.run();
                    } finally {
                        guard.release();
                    }
                }));
            }
        }
    }

    interface Section {
        void run(Integer key) throws Exception;
    }

    static void keys(String name, int keys, int seconds, Section section) throws Exception {
        for (int round = 0; round < 2; round++) {
            LongAdder ops = new LongAdder();
            long end = System.nanoTime() + seconds * 1_000_000_000L;
            Thread[] threads = new Thread[16];
            for (int t = 0; t < threads.length; t++) {
                threads[t] = Thread.ofVirtual().start(() -> {
                    try {
                        while (System.nanoTime() < end) {
                            for (int i = 0; i < 100; i++) {
                                section.run(ThreadLocalRandom.current().nextInt(keys));
                            }
                            ops.add(100);
                        }
                    } catch (Exception failed) {
                        failed.printStackTrace();
                    }
                });
            }
            for (Thread thread : threads) {
                thread.join();
            }
            if (round == 1) {
                System.out.printf("keys %-10s %8d keys: %10.0f sections/s%n", name, keys, ops.sum() / (double) seconds);
            }
        }
    }

    static void keys(int seconds) throws Exception {
        for (int keys : new int[]{4, 1_000, 1_000_000}) {
            KeyedLock<Integer> locks = new KeyedLock<>();
            keys("baton", keys, seconds, key -> {
                locks.lock(key);
                locks.unlock(key);
            });
            Striped<Lock> striped = Striped.lock(64);
            keys("striped 64", keys, seconds, key -> {
                Lock lock = striped.get(key);
                lock.lock();
                lock.unlock();
            });
            Striped<Lock> fair = Striped.custom(64, () -> new java.util.concurrent.locks.ReentrantLock(true));
            keys("fair 64", keys, seconds, key -> {
                Lock lock = fair.get(key);
                lock.lock();
                lock.unlock();
            });
        }
    }

    static void rates(int seconds) throws Exception {
        RateLimiter open = RateLimiter.of(1_000_000_000, Duration.ofSeconds(1), 1_000_000_000);
        var guava = com.google.common.util.concurrent.RateLimiter.create(1e12);
        for (int round = 0; round < 3; round++) {
            long begin = System.nanoTime();
            for (int i = 0; i < 2_000_000; i++) {
                open.tryAcquire();
            }
            long middle = System.nanoTime();
            for (int i = 0; i < 2_000_000; i++) {
                guava.tryAcquire();
            }
            long end = System.nanoTime();
            System.out.printf("rates, tryAcquire that succeeds: baton %.0f ns, guava %.0f ns%n", (middle - begin) / 2e6,
                    (end - middle) / 2e6);
        }
        RateLimiter limited = RateLimiter.of(2_000, Duration.ofSeconds(1));
        var guavaLimited = com.google.common.util.concurrent.RateLimiter.create(2_000);
        for (String name : new String[]{"baton", "guava"}) {
            LongAdder ops = new LongAdder();
            long end = System.nanoTime() + seconds * 1_000_000_000L;
            Thread[] threads = new Thread[64];
            for (int t = 0; t < threads.length; t++) {
                threads[t] = Thread.ofVirtual().start(() -> {
                    try {
                        while (System.nanoTime() < end) {
                            if (name.equals("baton")) {
                                limited.acquire();
                            } else {
                                guavaLimited.acquire();
                            }
                            ops.increment();
                        }
                    } catch (InterruptedException failed) {
                        failed.printStackTrace();
                    }
                });
            }
            for (Thread thread : threads) {
                thread.join();
            }
            System.out.printf("rates, 2,000 a second, 64 virtual threads: %s %.0f a second%n", name,
                    ops.sum() / (double) seconds);
        }
    }

    public static void main(String[] arguments) throws Exception {
        String what = arguments.length > 0 ? arguments[0] : "all";
        int seconds = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 5;
        if (what.equals("pools") || what.equals("all")) {
            pools(seconds);
        }
        if (what.equals("executors") || what.equals("all")) {
            executors();
        }
        if (what.equals("keys") || what.equals("all")) {
            keys(Math.max(1, seconds / 2));
        }
        if (what.equals("rates") || what.equals("all")) {
            rates(seconds);
        }
        System.exit(0);
    }
}
