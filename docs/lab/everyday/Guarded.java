import dev.baton.check.api.ModelCheck;
import dev.baton.check.api.Scenario;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;

class Guarded {
    @ModelCheck
    void queueGuardedByLock(Scenario s) {
        Queue<String> queue = new ArrayDeque<>();
        ReentrantLock lock = new ReentrantLock();
        for (String name : List.of("a", "b")) {
            s.thread(name, () -> {
                lock.lock();
                try {
                    queue.add(name);
                } finally {
                    lock.unlock();
                }
            });
        }
        s.finallyAssert(() -> { assert queue.size() == 2 && queue.contains("a"); });
    }

    static class Account {
        final Lock lock = new ReentrantLock();
        private int balance;
        Account(int balance) { this.balance = balance; }
    }

    static void transfer(Account from, Account to, int amount) {
        from.lock.lock();
        try {
            to.lock.lock();
            try {
                from.balance -= amount;
                to.balance += amount;
            } finally { to.lock.unlock(); }
        } finally { from.lock.unlock(); }
    }

    @ModelCheck(expectViolation = true)
    void transfersInBothDirectionsDeadlock(Scenario s) {
        Account a = new Account(10), b = new Account(10);
        s.thread("there", () -> transfer(a, b, 3));
        s.thread("back", () -> transfer(b, a, 4));
    }

    @ModelCheck
    void transfersInOneDirection(Scenario s) {
        Account a = new Account(10), b = new Account(10);
        s.thread("one", () -> transfer(a, b, 3));
        s.thread("two", () -> transfer(a, b, 4));
        s.finallyAssert(() -> { assert a.balance == 3 && b.balance == 17; });
    }

    @ModelCheck
    void cacheComputesOnce(Scenario s) {
        ConcurrentHashMap<String, Integer> cache = new ConcurrentHashMap<>();
        AtomicInteger computed = new AtomicInteger();
        s.threads(2, () -> {
            int length = cache.computeIfAbsent("key", k -> { computed.incrementAndGet(); return k.length(); });
            assert length == 3;
        });
        s.finallyAssert(() -> { assert computed.get() == 1; });
    }

    @ModelCheck
    void memoizerWithFutureTask(Scenario s) {
        ConcurrentMap<Integer, Future<Integer>> cache = new ConcurrentHashMap<>();
        AtomicInteger computed = new AtomicInteger();
        s.threads(2, () -> {
            Future<Integer> f = cache.get(5);
            if (f == null) {
                FutureTask<Integer> task = new FutureTask<>(() -> { computed.incrementAndGet(); return 25; });
                f = cache.putIfAbsent(5, task);
                if (f == null) { f = task; task.run(); }
            }
            assert f.get() == 25;
        });
        s.finallyAssert(() -> { assert computed.get() == 1; });
    }

    static class Buffer<T> {
        private final LinkedList<T> items = new LinkedList<>();
        synchronized void put(T item) throws InterruptedException {
            while (items.size() == 1) { wait(); }
            items.addLast(item);
            notifyAll();
        }
        synchronized T take() throws InterruptedException {
            while (items.isEmpty()) { wait(); }
            T item = items.removeFirst();
            notifyAll();
            return item;
        }
    }

    @ModelCheck
    void producerConsumerWithWaitNotify(Scenario s) {
        Buffer<String> buffer = new Buffer<>();
        s.thread("producer", () -> { buffer.put("x"); buffer.put("y"); });
        s.thread("consumer", () -> { assert buffer.take().equals("x"); assert buffer.take().equals("y"); });
    }

    static class ReadMostly {
        private final ReadWriteLock lock = new ReentrantReadWriteLock();
        private final Map<String, Integer> map = new HashMap<>();
        Integer get(String key) {
            lock.readLock().lock();
            try { return map.get(key); } finally { lock.readLock().unlock(); }
        }
        void put(String key, int value) {
            lock.writeLock().lock();
            try { map.put(key, value); } finally { lock.writeLock().unlock(); }
        }
    }

    @ModelCheck
    void readWriteLockCache(Scenario s) {
        ReadMostly cache = new ReadMostly();
        s.thread("writer", () -> { cache.put("a", 1); });
        s.threads(2, () -> { Integer v = cache.get("a"); assert v == null || v == 1; });
    }

    static class Point {
        private final StampedLock lock = new StampedLock();
        private double x, y;
        void move(double dx, double dy) {
            long stamp = lock.writeLock();
            try { x += dx; y += dy; } finally { lock.unlockWrite(stamp); }
        }
        double difference() {
            long stamp = lock.tryOptimisticRead();
            double cx = x, cy = y;
            if (!lock.validate(stamp)) {
                stamp = lock.readLock();
                try { cx = x; cy = y; } finally { lock.unlockRead(stamp); }
            }
            return cx - cy;
        }
    }

    @ModelCheck
    void stampedLockPoint(Scenario s) {
        Point p = new Point();
        s.thread("mover", () -> p.move(1, 1));
        s.thread("reader", () -> { assert p.difference() == 0; });
    }

    static class Pool {
        private final Semaphore permits = new Semaphore(1);
        private final Deque<Object> free = new ArrayDeque<>(List.of(new Object()));
        Object acquire() throws InterruptedException {
            permits.acquire();
            synchronized (free) { return free.pop(); }
        }
        void release(Object o) {
            synchronized (free) { free.push(o); }
            permits.release();
        }
    }

    @ModelCheck
    void semaphoreGuardedPool(Scenario s) {
        Pool pool = new Pool();
        s.threads(2, () -> { Object o = pool.acquire(); assert o != null; pool.release(o); });
    }

    static class Lazy {
        private static class Settings { int size = 3; }
        private volatile Settings settings;
        Settings get() {
            Settings s = settings;
            if (s == null) {
                synchronized (this) {
                    s = settings;
                    if (s == null) { settings = s = new Settings(); }
                }
            }
            return s;
        }
    }

    @ModelCheck
    void doubleCheckedLocking(Scenario s) {
        Lazy lazy = new Lazy();
        s.threads(2, () -> { assert lazy.get().size == 3; });
    }

    static class BrokenLazy {
        static class Settings { int size = 3; }
        private Settings settings;
        Settings get() {
            if (settings == null) {
                synchronized (this) {
                    if (settings == null) { settings = new Settings(); }
                }
            }
            return settings;
        }
    }

    @ModelCheck(expectViolation = true)
    void doubleCheckedLockingWithoutVolatile(Scenario s) {
        BrokenLazy lazy = new BrokenLazy();
        s.threads(2, () -> { assert lazy.get().size == 3; });
    }

    static class RateLimiter {
        private final long interval = 1_000_000;
        private long next;
        private boolean begun;
        synchronized boolean tryAcquire() {
            long now = System.nanoTime();
            if (begun && now - next < 0) { return false; }
            begun = true;
            next = now + interval;
            return true;
        }
    }

    @ModelCheck
    void rateLimiterWithNanoTime(Scenario s) {
        RateLimiter limiter = new RateLimiter();
        AtomicInteger passed = new AtomicInteger();
        s.threads(2, () -> { if (limiter.tryAcquire()) { passed.incrementAndGet(); } });
        s.finallyAssert(() -> { assert passed.get() >= 1; });
    }

    @ModelCheck(expectViolation = true)
    void hashMapUnguarded(Scenario s) {
        Map<Integer, String> map = new HashMap<>();
        s.thread("a", () -> map.put(1, "a"));
        s.thread("b", () -> map.put(2, "b"));
        s.finallyAssert(() -> { assert map.size() == 2; });
    }

    @ModelCheck
    void synchronizedList(Scenario s) {
        List<Integer> list = Collections.synchronizedList(new ArrayList<>());
        s.thread("a", () -> list.add(1));
        s.thread("b", () -> list.add(2));
        s.finallyAssert(() -> { assert list.size() == 2; });
    }

    @ModelCheck(expectViolation = true)
    void arrayListIteratedWhileChanged(Scenario s) {
        List<Integer> list = Collections.synchronizedList(new ArrayList<>(List.of(1, 2)));
        s.thread("adds", () -> list.add(3));
        s.thread("sums", () -> { int sum = 0; for (int i : list) { sum += i; } });
    }

    @ModelCheck
    void enumMapGuarded(Scenario s) {
        EnumMap<TimeUnit, Integer> map = new EnumMap<>(TimeUnit.class);
        s.threads(2, () -> { synchronized (map) { map.merge(TimeUnit.DAYS, 1, Integer::sum); } });
        s.finallyAssert(() -> { assert map.get(TimeUnit.DAYS) == 2; });
    }

    @ModelCheck
    void bitSetGuarded(Scenario s) {
        BitSet bits = new BitSet();
        s.thread("a", () -> { synchronized (bits) { bits.set(3); } });
        s.thread("b", () -> { synchronized (bits) { bits.set(70); } });
        s.finallyAssert(() -> { assert bits.cardinality() == 2; });
    }

    @ModelCheck
    void linkedHashMapAsLruCache(Scenario s) {
        Map<Integer, Integer> lru = Collections.synchronizedMap(new LinkedHashMap<>(16, .75f, true) {
            @Override protected boolean removeEldestEntry(Map.Entry<Integer, Integer> e) { return size() > 1; }
        });
        s.thread("a", () -> lru.put(1, 1));
        s.thread("b", () -> lru.put(2, 2));
        s.finallyAssert(() -> { assert lru.size() == 1; });
    }
}
