package dev.baton.bench.peer;

import com.zaxxer.hikari.util.ConcurrentBag;
import com.zaxxer.hikari.util.ConcurrentBag.IConcurrentBagEntry;
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
            case "jdk-array-fair" -> queue(new ArrayBlockingQueue<>(size, true), size);
            case "jdk-array-unfair" -> queue(new ArrayBlockingQueue<>(size, false), size);
            case "jdk-linked" -> queue(new LinkedBlockingQueue<>(), size);
            case "hikari-bag" -> new Bag(size);
            case "commons-pool-fair" -> commons(size, true);
            case "commons-pool-unfair" -> commons(size, false);
            default -> throw new IllegalArgumentException("no pool is called " + peer);
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

    /** The pool inside HikariCP. */
    private static final class Bag implements Elements {
        private final ConcurrentBag<Entry> bag = new ConcurrentBag<>(wanted -> {});

        Bag(int size) {
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
