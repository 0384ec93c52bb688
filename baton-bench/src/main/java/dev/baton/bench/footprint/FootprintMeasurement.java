package dev.baton.bench.footprint;

import dev.baton.Bag;
import dev.baton.Barrier;
import dev.baton.BlockingPool;
import dev.baton.CountDownLatch;
import dev.baton.Lease;
import dev.baton.Mutex;
import dev.baton.Semaphore;
import dev.baton.bench.result.FootprintRow;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * Measures bytes of idle primitives and of their waiters, in a JVM that may look into java.util.concurrent. Prints one
 * line a class: name, bytes idle, bytes for each waiter, separated by tabs.
 */
public final class FootprintMeasurement {
    private static final int WAITERS = 1024;

    private FootprintMeasurement() {}

    /** Something that may block, or throw what ends the measurement. */
    private interface Step {
        void run() throws Exception;
    }

    /** What takes elements. */
    private interface Sink {
        void put(Object element) throws InterruptedException;
    }

    public static void main(String[] arguments) throws Exception {
        for (FootprintRow row : rows()) {
            System.out.println(row.name() + "\t" + row.idle() + "\t" + row.perWaiter());
        }
    }

    private static List<FootprintRow> rows() throws Exception {
        List<FootprintRow> rows = new ArrayList<>();
        Semaphore semaphore = new Semaphore(0, true);
        rows.add(row("Baton Semaphore", semaphore, semaphore::acquire, () -> semaphore.release(WAITERS)));
        var jdkSemaphore = new java.util.concurrent.Semaphore(0, true);
        rows.add(row("j.u.c. Semaphore, fair", jdkSemaphore, jdkSemaphore::acquire,
                () -> jdkSemaphore.release(WAITERS)));

        Mutex mutex = new Mutex();
        rows.add(lockRow("Baton Mutex", mutex, mutex::lock, mutex::unlock));
        var batonLock = new dev.baton.ReentrantLock(true);
        rows.add(lockRow("Baton ReentrantLock, fair", batonLock, batonLock::lock, batonLock::unlock));
        ReentrantLock lock = new ReentrantLock(true);
        rows.add(lockRow("j.u.c. ReentrantLock, fair", lock, lock::lock, lock::unlock));

        var batonReadWrite = new dev.baton.ReentrantReadWriteLock(true);
        rows.add(lockRow("Baton ReentrantReadWriteLock, fair", batonReadWrite, batonReadWrite.writeLock()::lock,
                batonReadWrite.writeLock()::unlock));
        ReentrantReadWriteLock readWrite = new ReentrantReadWriteLock(true);
        rows.add(lockRow("j.u.c. ReentrantReadWriteLock, fair", readWrite, readWrite.writeLock()::lock,
                readWrite.writeLock()::unlock));

        CountDownLatch latch = new CountDownLatch(1);
        rows.add(row("Baton CountDownLatch", latch, latch::await, latch::countDown));
        var jdkLatch = new java.util.concurrent.CountDownLatch(1);
        rows.add(row("j.u.c. CountDownLatch", jdkLatch, jdkLatch::await, jdkLatch::countDown));

        Barrier barrier = new Barrier(WAITERS + 1);
        rows.add(row("Baton Barrier", barrier, barrier::await, barrier::await));
        var batonCyclic = new dev.baton.CyclicBarrier(WAITERS + 1);
        rows.add(row("Baton CyclicBarrier", batonCyclic, batonCyclic::await, batonCyclic::await));
        CyclicBarrier jdkBarrier = new CyclicBarrier(WAITERS + 1);
        rows.add(row("j.u.c. CyclicBarrier", jdkBarrier, jdkBarrier::await, jdkBarrier::await));

        Bag<Object> bag = Bag.queue();
        rows.add(row("Baton Bag, queue", bag, bag::take, () -> fill(bag::put)));
        BlockingPool<Object> pool = BlockingPool.<Object>builder(1, Object::new).build();
        rows.add(poolRow(pool));
        ArrayBlockingQueue<Object> queue = new ArrayBlockingQueue<>(1, true);
        rows.add(row("j.u.c. ArrayBlockingQueue, fair", queue, queue::take, () -> fill(queue::put)));

        var batonHandOff = new dev.baton.SynchronousQueue<Object>(true);
        rows.add(row("Baton SynchronousQueue, fair", batonHandOff, batonHandOff::take, () -> fill(batonHandOff::put)));
        var handOff = new java.util.concurrent.SynchronousQueue<Object>(true);
        rows.add(row("j.u.c. SynchronousQueue, fair", handOff, handOff::take, () -> fill(handOff::put)));
        return rows;
    }

    private static void fill(Sink target) throws InterruptedException {
        for (int count = 0; count < WAITERS; count++) {
            target.put(count);
        }
    }

    /** One element, out on lease while the others wait. */
    private static FootprintRow poolRow(BlockingPool<Object> pool) throws Exception {
        String name = "Baton BlockingPool, queue";
        pool.take().close();
        long idle = ObjectGraph.bytes(pool);
        Lease<Object> lease = pool.take();
        FootprintRow held = row(name, pool, () -> pool.take().close(), lease::close);
        return new FootprintRow(name, idle, held.perWaiter());
    }

    private static FootprintRow lockRow(String name, Object lock, Step enter, Step exit) throws Exception {
        long idle = ObjectGraph.bytes(lock);
        enter.run();
        FootprintRow held = row(name, lock, () -> {
            enter.run();
            exit.run();
        }, exit);
        return new FootprintRow(name, idle, held.perWaiter());
    }

    private static FootprintRow row(String name, Object primitive, Step wait, Step release) throws Exception {
        long idle = ObjectGraph.bytes(primitive);
        List<Thread> threads = new ArrayList<>();
        for (int count = 0; count < WAITERS; count++) {
            threads.add(Thread.ofVirtual().start(() -> {
                try {
                    wait.run();
                } catch (Exception unexpected) {
                    throw new IllegalStateException(unexpected);
                }
            }));
        }
        for (Thread thread : threads) {
            while (thread.getState() != Thread.State.WAITING) {
                Thread.sleep(1);
            }
        }
        long waiting = ObjectGraph.bytes(primitive);
        release.run();
        for (Thread thread : threads) {
            thread.join();
        }
        return new FootprintRow(name, idle, (waiting - idle) / (double) WAITERS);
    }
}
