package dev.baton.check.jdk.java.util.concurrent;

import dev.baton.check.jdk.Waiting;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The state of a pool of threads, which one lock guards, and what the pool says of it. */
abstract class PoolState extends PoolSettings {
    final Object lock = new Object();
    final Life life = new Life();
    final TaskLine line;
    /** Threads there are or will be at once. */
    int size;
    /** Workers that have said that they wait. */
    int idle;
    /** Of these, how many have died. */
    int dead;
    int busy;
    int largest;
    long completed;

    PoolState(int core, int most, long keepAlive, TimeUnit unit, BlockingQueue<Runnable> queue, ThreadFactory factory,
            RejectedExecutionHandler handler) {
        super(core, most, keepAlive, unit, factory, handler);
        this.line = new TaskLine(Objects.requireNonNull(queue));
    }

    /** How many threads there are. */
    abstract int workers();

    // ---- the queue

    /** Puts a task in the queue, whether or not there is a worker. */
    boolean enqueueOnly(Runnable task) {
        synchronized (lock) {
            return line.add(task);
        }
    }

    boolean withdraw(Object task) {
        synchronized (lock) {
            return line.withdraw(task);
        }
    }

    /** The tasks that wait. */
    Object[] tasks() {
        synchronized (lock) {
            return line.tasks();
        }
    }

    @Nullable
    Runnable withdrawFirst() {
        synchronized (lock) {
            return line.withdrawFirst();
        }
    }

    @Override
    int waiting() {
        synchronized (lock) {
            return line.queued();
        }
    }

    public boolean remove(Runnable task) {
        boolean removed = withdraw(task);
        tryTerminate();
        return removed;
    }

    public void purge() {
        synchronized (lock) {
            for (Object task : tasks()) {
                if (task instanceof Future<?> future && future.isCancelled()) {
                    withdraw(task);
                }
            }
            endIfDone();
        }
    }

    // ---- the end

    /** Under the lock: the pool has terminated, if nothing is left to do. */
    abstract void endIfDone();

    final void tryTerminate() {
        synchronized (lock) {
            endIfDone();
        }
    }

    @Override
    public boolean isShutdown() {
        return !life.isRunning();
    }

    final boolean isStopped() {
        return life.isAtLeast(Life.STOPPED);
    }

    public boolean isTerminating() {
        return !life.isRunning() && !life.isAtLeast(Life.TERMINATED);
    }

    @Override
    public boolean isTerminated() {
        return life.isAtLeast(Life.TERMINATED);
    }

    @Override
    public boolean awaitTermination(long time, TimeUnit unit) throws InterruptedException {
        return life.await(time, unit);
    }

    // ---- what it is doing

    public int getPoolSize() {
        Waiting.watch();
        synchronized (lock) {
            return life.isAtLeast(Life.TERMINATED) ? 0 : workers();
        }
    }

    public int getActiveCount() {
        Waiting.watch();
        synchronized (lock) {
            return busy;
        }
    }

    public int getLargestPoolSize() {
        synchronized (lock) {
            return largest;
        }
    }

    public long getTaskCount() {
        Waiting.watch();
        synchronized (lock) {
            return completed + busy + line.queued();
        }
    }

    public long getCompletedTaskCount() {
        Waiting.watch();
        synchronized (lock) {
            return completed;
        }
    }

    @Override
    public String toString() {
        Waiting.watch();
        synchronized (lock) {
            return super.toString() + "[" + life + ", pool size = " + workers() + ", active threads = " + busy
                    + ", queued tasks = " + line.queued() + ", completed tasks = " + completed + "]";
        }
    }
}
