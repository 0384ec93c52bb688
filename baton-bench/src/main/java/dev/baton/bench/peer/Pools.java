package dev.baton.bench.peer;

import com.zaxxer.hikari.util.ConcurrentBag;
import com.zaxxer.hikari.util.ConcurrentBag.IConcurrentBagEntry;
import dev.baton.Bag;
import dev.baton.BlockingPool;
import dev.baton.Lease;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.apache.commons.pool2.BasePooledObjectFactory;
import org.apache.commons.pool2.PooledObject;
import org.apache.commons.pool2.impl.DefaultPooledObject;
import org.apache.commons.pool2.impl.GenericObjectPool;
import org.apache.commons.pool2.impl.GenericObjectPoolConfig;

/** The pools by the names that benchmarks' parameters use, each filled with its elements. */
public final class Pools {
    private Pools() {}

    public static Elements create(String peer, int size) throws Exception {
        return switch (peer) {
            case "baton-queue-pool" -> new Leases(BlockingPool.Order.QUEUE, size);
            case "baton-stack-pool" -> new Leases(BlockingPool.Order.STACK, size);
            case "baton-queue-bag" -> bag(Bag.queue(), size);
            case "baton-stack-bag" -> bag(Bag.stack(), size);
            case "jdk-array-fair" -> queue(new ArrayBlockingQueue<>(size, true), size);
            case "jdk-array-unfair" -> queue(new ArrayBlockingQueue<>(size, false), size);
            case "jdk-linked" -> queue(new LinkedBlockingQueue<>(), size);
            case "hikari-bag" -> new HikariBag(size);
            case "commons-pool-fair" -> commons(size, true);
            case "commons-pool-unfair" -> commons(size, false);
            default -> throw new IllegalArgumentException("no pool is called " + peer);
        };
    }

    private static Elements bag(Bag<Object> bag, int size) {
        for (int count = 0; count < size; count++) {
            bag.put(new Object());
        }
        return new Elements() {
            @Override
            public Object take() throws InterruptedException {
                return bag.take();
            }

            @Override
            public void put(Object element) {
                bag.put(element);
            }
        };
    }

    private static Elements queue(BlockingQueue<Object> queue, int size) {
        for (int count = 0; count < size; count++) {
            queue.add(new Object());
        }
        return new Elements() {
            @Override
            public Object take() throws InterruptedException {
                return queue.take();
            }

            @Override
            public void put(Object element) throws InterruptedException {
                queue.put(element);
            }
        };
    }

    private static Elements commons(int size, boolean fair) throws Exception {
        GenericObjectPoolConfig<Object> config = new GenericObjectPoolConfig<>();
        config.setMaxTotal(size);
        config.setMaxIdle(size);
        config.setMinIdle(size);
        config.setFairness(fair);
        config.setJmxEnabled(false);
        GenericObjectPool<Object> pool = new GenericObjectPool<>(new BasePooledObjectFactory<>() {
            @Override
            public Object create() {
                return new Object();
            }

            @Override
            public PooledObject<Object> wrap(Object element) {
                return new DefaultPooledObject<>(element);
            }
        }, config);
        pool.preparePool();
        return new Elements() {
            @Override
            public Object take() throws Exception {
                return pool.borrowObject();
            }

            @Override
            public void put(Object element) {
                pool.returnObject(element);
            }
        };
    }

    /** What users of Baton's pool hold is a lease. */
    private static final class Leases implements Elements {
        private final BlockingPool<Object> pool;

        Leases(BlockingPool.Order order, int size) throws InterruptedException {
            pool = BlockingPool.<Object>builder(size, Object::new).order(order).build();
            List<Lease<Object>> all = new ArrayList<>();
            for (int count = 0; count < size; count++) {
                all.add(pool.take());
            }
            all.forEach(Lease::close);
        }

        @Override
        public Object take() throws InterruptedException {
            return pool.take();
        }

        @Override
        public void put(Object element) {
            ((Lease<?>) element).close();
        }
    }

    /** The pool inside HikariCP. */
    private static final class HikariBag implements Elements {
        private final ConcurrentBag<Entry> bag = new ConcurrentBag<>(wanted -> {});

        HikariBag(int size) {
            for (int count = 0; count < size; count++) {
                bag.add(new Entry());
            }
        }

        @Override
        public Object take() throws InterruptedException {
            Entry entry = bag.borrow(1, TimeUnit.HOURS);
            if (entry == null) {
                throw new IllegalStateException("no element came in an hour");
            }
            return entry;
        }

        @Override
        public void put(Object element) {
            bag.requite((Entry) element);
        }

        private static final class Entry implements IConcurrentBagEntry {
            private final AtomicInteger state = new AtomicInteger();

            @Override
            public boolean compareAndSet(int expected, int replacement) {
                return state.compareAndSet(expected, replacement);
            }

            @Override
            public void setState(int replacement) {
                state.set(replacement);
            }

            @Override
            public int getState() {
                return state.get();
            }
        }
    }
}
