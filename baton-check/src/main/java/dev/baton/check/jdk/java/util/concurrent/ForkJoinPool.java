package dev.baton.check.jdk.java.util.concurrent;

import dev.baton.check.jdk.Waiting;
import java.lang.Thread.UncaughtExceptionHandler;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A pool for tasks that fork and join, which behaves as the JDK's promises, in few steps. */
/*
 * Overview. One lock guards the tasks that nobody has begun, the number of workers and the pool's life. A worker takes the task
 * that was submitted first; once tasks have been forked by workers, any of them, because who steals what is not promised. A thread
 * that joins a task takes it back and runs it, if nobody has begun it. As long as there may be more workers, a task has a new one of its
 * own: what two tasks do on one thread they can do on two, unless a thread remembers something. When the program uses a thread-local
 * variable in a worker, the check begins anew, and all tasks are there for all workers. A worker that waits for a task, or in a managed blocker, does
 * not count: another one may be started in its place.
 *
 * Source. java.util.concurrent.ForkJoinPool, by its documentation; ForkJoinTask, CompletableFuture and the others are the JDK's own
 * code. Differs from it in: one set of tasks for all workers; a thread that waits runs no other tasks than the one it joins; workers
 * do not die of old age; parallel streams are not run here.
 *
 * Verified by: AsyncTest; decision 240 has the argument.
 */
public class ForkJoinPool extends ForkedSubmissions {
    /** Makes the threads of a pool. */
    public interface ForkJoinWorkerThreadFactory {
        ForkJoinWorkerThread newThread(ForkJoinPool pool);
    }

    /** Something that a worker waits for. */
    public interface ManagedBlocker {
        boolean block() throws InterruptedException;

        boolean isReleasable();
    }

    private static final int UNCOMPENSATE = 1 << 16;
    private static final int DEFAULT_PARALLELISM = Runtime.getRuntime().availableProcessors();

    public static final ForkJoinWorkerThreadFactory defaultForkJoinWorkerThreadFactory = ForkJoinWorkerThread::new;

    /** Two workers at least, however few processors there are: what a program forks may run beside it. */
    static final ForkJoinPool common = new ForkJoinPool(Math.max(DEFAULT_PARALLELISM - 1, 2), true);

    private final Life life = new Life();
    private final boolean isCommon;
    private final ForkJoinWorkerThreadFactory factory;
    private final @Nullable UncaughtExceptionHandler handler;
    private final boolean async;
    private final List<ForkJoinWorkerThread> threads = new ArrayList<>();
    private volatile int parallelism;
    private int workers;
    private int blocked;
    private boolean forked;
    private @Nullable DelayScheduler scheduler;

    private ForkJoinPool(int parallelism, boolean isCommon) {
        this.parallelism = parallelism;
        this.isCommon = isCommon;
        this.factory = defaultForkJoinWorkerThreadFactory;
        this.handler = null;
        this.async = false;
    }

    public ForkJoinPool() {
        this(DEFAULT_PARALLELISM);
    }

    public ForkJoinPool(int parallelism) {
        this(parallelism, defaultForkJoinWorkerThreadFactory, null, false);
    }

    public ForkJoinPool(int parallelism, ForkJoinWorkerThreadFactory factory,
            @Nullable UncaughtExceptionHandler handler, boolean async) {
        if (parallelism <= 0) {
            throw new IllegalArgumentException();
        }
        this.parallelism = parallelism;
        this.isCommon = false;
        this.factory = Objects.requireNonNull(factory);
        this.handler = handler;
        this.async = async;
    }

    // ---- tasks

    @Override
    void push(ForkJoinTask<?> task) {
        boolean adds;
        boolean queues = Waiting.isWatched();
        synchronized (lock) {
            if (!life.isRunning()) {
                throw new RejectedExecutionException();
            }
            forked |= Thread.currentThread() instanceof ForkJoinWorkerThread;
            tasks.add(task);
            adds = needsWorker();
            if (adds && !queues) {
                tasks.removeLast();
            }
        }
        if (adds) {
            addWorker(queues ? null : task);
        }
    }

    private boolean needsWorker() {
        boolean needs = !tasks.isEmpty() && workers - blocked < parallelism;
        workers += needs ? 1 : 0;
        return needs;
    }

    private void addWorker(@Nullable ForkJoinTask<?> first) {
        ForkJoinWorkerThread worker = factory.newThread(this);
        worker.first = first;
        synchronized (lock) {
            threads.add(worker);
        }
        worker.start();
    }

    /** The life of a worker. */
    void work(@Nullable ForkJoinTask<?> first) {
        for (ForkJoinTask<?> task = first != null ? first : next(); task != null; task = next()) {
            begin(task);
        }
    }

    private static void begin(ForkJoinTask<?> task) {
        if (task instanceof Execution execution) {
            execution.task.run();
        } else {
            task.doExec();
        }
    }

    private @Nullable ForkJoinTask<?> next() {
        while (true) {
            int begin = Waiting.begin();
            synchronized (lock) {
                if (!tasks.isEmpty()) {
                    return tasks.remove(forked ? Waiting.any(tasks.size()) : 0);
                }
                if (!life.isRunning() && (workers > 1 || scheduler == null)) {
                    workers--;
                    endIfDone();
                    return null;
                }
            }
            Waiting.idle(begin);
        }
    }

    /** A thread is about to wait for a task; its status, or whether it does not count as a worker meanwhile. */
    final int helpJoin(ForkJoinTask<?> task, @Nullable WorkQueue queue, boolean internal) {
        if (task.status >= 0 && take(task)) {
            begin(task);
        }
        int status = task.status;
        if (status < 0 || !internal) {
            return status < 0 ? status : 0;
        }
        compensate();
        return UNCOMPENSATE;
    }

    final int helpComplete(ForkJoinTask<?> task, @Nullable WorkQueue queue, boolean internal) {
        return helpJoin(task, queue, internal);
    }

    private void compensate() {
        boolean adds;
        synchronized (lock) {
            blocked++;
            adds = needsWorker();
        }
        if (adds) {
            addWorker(null);
        }
    }

    final void uncompensate() {
        synchronized (lock) {
            blocked--;
        }
    }

    public static void managedBlock(ManagedBlocker blocker) throws InterruptedException {
        if (Thread.currentThread() instanceof ForkJoinWorkerThread worker && !blocker.isReleasable()) {
            worker.pool.compensate();
            try {
                Waiting.block(blocker);
            } finally {
                worker.pool.uncompensate();
            }
        } else {
            Waiting.block(blocker);
        }
    }

    static void helpAsyncBlocker(Executor executor, ManagedBlocker blocker) {}

    static boolean poolIsStopping(@Nullable ForkJoinPool pool) {
        return pool != null && pool.life.isAtLeast(Life.STOPPED);
    }

    /** What stands for the queue of one worker. */
    static final class WorkQueue {
        private final ForkJoinPool pool;

        WorkQueue(ForkJoinPool pool) {
            this.pool = pool;
        }

        void push(ForkJoinTask<?> task, @Nullable ForkJoinPool signalled, boolean internal) {
            pool.push(task);
        }

        boolean tryUnpush(ForkJoinTask<?> task, boolean internal) {
            return pool.take(task);
        }

        int queueSize() {
            return (int) pool.getQueuedTaskCount();
        }
    }

    private final WorkQueue submissions = new WorkQueue(this);

    final WorkQueue externalSubmissionQueue(boolean rejects) {
        return submissions;
    }

    static WorkQueue externalQueue(@Nullable ForkJoinPool pool) {
        return (pool == null ? common : pool).submissions;
    }

    static WorkQueue commonQueue() {
        return common.submissions;
    }

    // ---- the common pool

    public static ForkJoinPool commonPool() {
        return common;
    }

    static ForkJoinPool asyncCommonPool() {
        return common;
    }

    // ---- delays

    @Override
    final <T> DelayScheduler.ScheduledForkJoinTask<T> scheduleDelayedTask(
            DelayScheduler.ScheduledForkJoinTask<T> task) {
        DelayScheduler thread;
        boolean starts;
        synchronized (lock) {
            if (!life.isRunning()) {
                throw new RejectedExecutionException();
            }
            starts = scheduler == null;
            if (scheduler == null) {
                scheduler = new DelayScheduler();
            }
            thread = scheduler;
            thread.add(task);
        }
        if (starts) {
            thread.start();
        }
        return task;
    }

    // ---- the end

    private void endIfDone() {
        if (workers == 0 && !life.isRunning() && tasks.isEmpty()) {
            life.become(Life.TERMINATED);
        }
    }

    @Override
    public void shutdown() {
        if (!isCommon) {
            synchronized (lock) {
                life.become(Life.SHUTDOWN);
                endIfDone();
            }
        }
    }

    @Override
    public List<Runnable> shutdownNow() {
        if (!isCommon) {
            synchronized (lock) {
                life.become(Life.STOPPED);
                for (ForkJoinTask<?> task : tasks) {
                    task.cancel(false);
                }
                tasks.clear();
                for (ForkJoinWorkerThread thread : threads) {
                    thread.interrupt();
                }
                endIfDone();
            }
        }
        return List.of();
    }

    @Override
    public void close() {
        if (!isCommon) {
            super.close();
        }
    }

    @Override
    public boolean isShutdown() {
        return !life.isRunning();
    }

    public boolean isTerminating() {
        return life.isAtLeast(Life.STOPPED) && !life.isAtLeast(Life.TERMINATED);
    }

    @Override
    public boolean isTerminated() {
        return life.isAtLeast(Life.TERMINATED);
    }

    @Override
    public boolean awaitTermination(long time, TimeUnit unit) throws InterruptedException {
        if (isCommon) {
            awaitQuiescence(time, unit);
            return false;
        }
        return life.await(time, unit);
    }

    public boolean awaitQuiescence(long time, TimeUnit unit) {
        for (ForkJoinTask<?> task = first(); task != null; task = first()) {
            begin(task);
        }
        return true;
    }

    // ---- what it is like

    public ForkJoinWorkerThreadFactory getFactory() {
        return factory;
    }

    public @Nullable UncaughtExceptionHandler getUncaughtExceptionHandler() {
        return handler;
    }

    public int getParallelism() {
        return Math.max(parallelism, 1);
    }

    public static int getCommonPoolParallelism() {
        return common.getParallelism();
    }

    public boolean getAsyncMode() {
        return async;
    }

    public int getPoolSize() {
        synchronized (lock) {
            return workers;
        }
    }
}
