package dev.baton.check.jdk.java.util.concurrent;

import java.util.AbstractQueue;
import java.util.Arrays;
import java.util.Collection;
import java.util.Iterator;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The queue of a pool as others see it: each access is a section of the pool's lock, and the pool knows of it. */
final class LockedQueue extends AbstractQueue<Runnable> implements BlockingQueue<Runnable> {
    private final ThreadPoolExecutor pool;
    private final BlockingQueue<Runnable> queue;

    LockedQueue(ThreadPoolExecutor pool, BlockingQueue<Runnable> queue) {
        this.pool = pool;
        this.queue = queue;
    }

    @Override
    public boolean offer(Runnable task) {
        return pool.enqueueOnly(task);
    }

    @Override
    public void put(Runnable task) throws InterruptedException {
        if (!pool.enqueueOnly(task)) {
            throw new IllegalStateException("a program that waits until the queue of its pool has room is not checked");
        }
    }

    @Override
    public boolean offer(Runnable task, long time, TimeUnit unit) {
        return pool.enqueueOnly(task);
    }

    @Override
    public boolean remove(Object task) {
        return pool.withdraw(task);
    }

    @Override
    public @Nullable Runnable poll() {
        return pool.withdrawFirst();
    }

    @Override
    public @Nullable Runnable poll(long time, TimeUnit unit) {
        return pool.withdrawFirst();
    }

    @Override
    public Runnable take() {
        Runnable first = pool.withdrawFirst();
        if (first == null) {
            throw new IllegalStateException("a program that waits for the tasks of its pool is not checked");
        }
        return first;
    }

    @Override
    public @Nullable Runnable peek() {
        synchronized (pool.lock) {
            return queue.peek();
        }
    }

    @Override
    public int size() {
        return pool.tasks().length;
    }

    @Override
    public int remainingCapacity() {
        synchronized (pool.lock) {
            return queue.remainingCapacity();
        }
    }

    @Override
    public Object[] toArray() {
        return pool.tasks();
    }

    /** Goes through the tasks that there are now. */
    @Override
    public Iterator<Runnable> iterator() {
        Object[] tasks = toArray();
        Runnable[] now = Arrays.copyOf(tasks, tasks.length, Runnable[].class);
        return new Iterator<>() {
            private int next;

            @Override
            public boolean hasNext() {
                return next < now.length;
            }

            @Override
            public Runnable next() {
                return now[next++];
            }

            @Override
            public void remove() {
                LockedQueue.this.remove(now[next - 1]);
            }
        };
    }

    @Override
    public int drainTo(Collection<? super Runnable> target) {
        return drainTo(target, Integer.MAX_VALUE);
    }

    @Override
    public int drainTo(Collection<? super Runnable> target, int most) {
        int count = 0;
        for (Runnable task = count < most ? poll() : null; task != null; task = count < most ? poll() : null) {
            target.add(task);
            count++;
        }
        return count;
    }
}
