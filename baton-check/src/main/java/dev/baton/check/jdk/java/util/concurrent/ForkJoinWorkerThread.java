package dev.baton.check.jdk.java.util.concurrent;

import org.jspecify.annotations.Nullable;

/** A thread of a {@link ForkJoinPool}. */
public class ForkJoinWorkerThread extends Thread {
    final ForkJoinPool pool;
    final ForkJoinPool.WorkQueue workQueue;
    /** Its first task. */
    @Nullable
    ForkJoinTask<?> first;

    @SuppressWarnings("this-escape")
    protected ForkJoinWorkerThread(ForkJoinPool pool) {
        super((Runnable) null, "ForkJoinPool-worker");
        this.pool = pool;
        this.workQueue = new ForkJoinPool.WorkQueue(pool);
        setDaemon(true);
    }

    protected ForkJoinWorkerThread(@Nullable ThreadGroup group, ForkJoinPool pool, boolean preserves) {
        this(pool);
    }

    public ForkJoinPool getPool() {
        return pool;
    }

    public int getPoolIndex() {
        return 0;
    }

    public int getQueuedTaskCount() {
        return workQueue.queueSize();
    }

    protected void onStart() {}

    protected void onTermination(@Nullable Throwable exception) {}

    @Override
    public void run() {
        Throwable exception = null;
        try {
            onStart();
            pool.work(first);
        } catch (Throwable thrown) {
            exception = thrown;
            throw thrown;
        } finally {
            onTermination(exception);
        }
    }

    static boolean hasKnownQueuedWork() {
        return false;
    }
}
