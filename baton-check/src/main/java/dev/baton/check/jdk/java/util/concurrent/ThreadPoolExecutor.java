package dev.baton.check.jdk.java.util.concurrent;

import dev.baton.check.jdk.Waiting;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.DelayQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.RunnableScheduledFuture;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A pool of threads that behaves as the JDK's, in few steps. */
/*
 * Overview. One lock guards everything; user code never runs under it, but for terminated(), as in the JDK. The queue is the one
 * that the program gave, used by offer and poll under the lock, so that its own locks are never contended. A submission is one
 * section: it adds a thread, queues the task, hands it over, or refuses it. A worker has one section for each task that it takes.
 * If there is none, the look is in vain and the worker is idle: it may be left so.
 *
 * Source. java.util.concurrent.ThreadPoolExecutor, by its documentation. Differs from it in:
 *  - its counts, queue and life change together;
 *  - an idle worker that would have died of old age dies when the next task comes, which is where its death can first be seen;
 *  - a task that has a delay is due whenever a worker looks: time passes as it likes;
 *  - a queue of the program's own is asked by poll() where the JDK calls take();
 *  - workers are counted as busy only if the program asks for it.
 *
 * Verified by: ExecutorsTest; decision 240 has the argument why nothing is missed and nothing made up.
 */
public class ThreadPoolExecutor extends AbstractExecutorService {
    private static final int MOST_TURNS = 2;

    final Object lock = new Object();
    private final Life life = new Life();
    private final BlockingQueue<Runnable> queue;
    /** The queue has no room: a task goes to a worker that waits for it, or nowhere. */
    private final boolean handsOver;
    /** Its tasks have delays. */
    private final boolean delays;
    /** Tasks that repeat themselves, once for each turn. */
    private final List<Runnable> turned = new ArrayList<>();
    private final List<Runnable> resting = new ArrayList<>();
    private final ArrayDeque<Runnable> handed = new ArrayDeque<>();
    private final List<Worker> workers = new ArrayList<>();
    /** Threads there are or will be at once. */
    private int size;
    /** Tasks in the queue. */
    private int queued;
    /** Workers that have said that they wait. */
    private int idle;
    /** Of these, how many have died. */
    private int dead;
    private int busy;
    private int largest;
    private long completed;

    private volatile ThreadFactory factory;
    private volatile RejectedExecutionHandler handler;
    private volatile long keepAlive;
    private volatile boolean coreTimesOut;
    private volatile int core;
    private volatile int most;

    public ThreadPoolExecutor(int core, int most, long keepAlive, TimeUnit unit, BlockingQueue<Runnable> queue) {
        this(core, most, keepAlive, unit, queue, Executors.defaultThreadFactory(), new AbortPolicy());
    }

    public ThreadPoolExecutor(int core, int most, long keepAlive, TimeUnit unit, BlockingQueue<Runnable> queue,
            ThreadFactory factory) {
        this(core, most, keepAlive, unit, queue, factory, new AbortPolicy());
    }

    public ThreadPoolExecutor(int core, int most, long keepAlive, TimeUnit unit, BlockingQueue<Runnable> queue,
            RejectedExecutionHandler handler) {
        this(core, most, keepAlive, unit, queue, Executors.defaultThreadFactory(), handler);
    }

    @SuppressWarnings("this-escape")
    public ThreadPoolExecutor(int core, int most, long keepAlive, TimeUnit unit, BlockingQueue<Runnable> queue,
            ThreadFactory factory, RejectedExecutionHandler handler) {
        if (core < 0 || most <= 0 || most < core || keepAlive < 0) {
            throw new IllegalArgumentException();
        }
        this.core = core;
        this.most = most;
        this.keepAlive = unit.toNanos(keepAlive);
        this.handsOver = queue instanceof SynchronousQueue;
        this.delays = queue instanceof DelayQueue || queue.getClass().getSimpleName().equals("DelayedWorkQueue");
        this.queue = Objects.requireNonNull(queue);
        this.factory = Objects.requireNonNull(factory);
        this.handler = Objects.requireNonNull(handler);
    }

    // ---- submissions

    @Override
    public void execute(Runnable task) {
        Objects.requireNonNull(task);
        boolean taken;
        boolean adds;
        synchronized (lock) {
            taken = life.isRunning();
            adds = taken && size < core;
            if (taken && !adds) {
                letDie();
                if (enqueue(task)) {
                    adds = size == 0;
                    if (adds) {
                        size++;
                    }
                    task = adds ? null : task;
                } else {
                    adds = size < most;
                    taken = adds;
                    if (adds) {
                        size++;
                    }
                }
            } else if (adds) {
                size++;
            }
        }
        if (!taken) {
            reject(Objects.requireNonNull(task));
        } else if (adds) {
            addWorker(task);
        }
    }

    private boolean enqueue(Runnable task) {
        if (!handsOver) {
            boolean offered = queue.offer(task);
            queued += offered ? 1 : 0;
            return offered;
        }
        boolean awaited = idle - dead > handed.size();
        if (awaited) {
            handed.add(task);
        }
        return awaited;
    }

    /** Idle workers that nobody needed may have gone: their time has run since they became idle. */
    private void letDie() {
        if (!announces()) {
            return;
        }
        int mayGo = Math.min(idle - dead - handed.size(), coreTimesOut ? size : size - core);
        if (mayGo > 0 && Waiting.isOver(keepAlive == 0 ? 1 : keepAlive)) {
            dead++;
            size--;
        }
    }

    /** Whether a worker says that it is idle before it waits. */
    private boolean announces() {
        return handsOver || coreTimesOut || most > core && most != Integer.MAX_VALUE;
    }

    private void addWorker(@Nullable Runnable first) {
        Worker worker = new Worker(first);
        boolean started = false;
        try {
            Thread thread = factory.newThread(worker);
            if (thread != null) {
                synchronized (lock) {
                    worker.thread = thread;
                    workers.add(worker);
                    largest = Math.max(largest, workers.size());
                    busy += first == null ? 0 : 1;
                }
                thread.start();
                started = true;
            }
        } finally {
            if (!started) {
                synchronized (lock) {
                    workers.remove(worker);
                    size--;
                    endIfDone();
                }
            }
        }
    }

    void reject(Runnable task) {
        handler.rejectedExecution(task, this);
    }

    // ---- workers

    private final class Worker implements Runnable {
        @Nullable
        Runnable first;
        @Nullable
        Thread thread;

        Worker(@Nullable Runnable first) {
            this.first = first;
        }

        @Override
        public void run() {
            Runnable task = first;
            first = null;
            boolean ended = false;
            try {
                while (task != null || (task = next(this)) != null) {
                    runTask(task);
                    task = null;
                }
                ended = true;
            } finally {
                if (!ended) {
                    replace(this);
                }
            }
        }
    }

    private void runTask(Runnable task) {
        if (life.isAtLeast(Life.STOPPED)) {
            Thread.currentThread().interrupt();
        } else if (Thread.interrupted() && life.isAtLeast(Life.STOPPED)) {
            Thread.currentThread().interrupt();
        }
        beforeExecute(Thread.currentThread(), task);
        try {
            task.run();
        } catch (Throwable thrown) {
            afterExecute(task, thrown);
            throw thrown;
        }
        afterExecute(task, null);
    }

    /** The next task of a worker; null if it ends. */
    private @Nullable Runnable next(Worker worker) {
        boolean announced = false;
        if (announces() || Waiting.isWatched()) {
            synchronized (lock) {
                completed++;
                busy--;
                Runnable task = take();
                if (task != null || ends(worker)) {
                    return task;
                }
                idle++;
                announced = true;
            }
        }
        while (true) {
            int begin = Waiting.begin();
            synchronized (lock) {
                if (announced && dead > 0 && queued == 0 && handed.isEmpty()) {
                    dead--;
                    idle--;
                    workers.remove(worker);
                    return null;
                }
                Runnable task = take();
                if (task != null || ends(worker)) {
                    idle -= announced ? 1 : 0;
                    return task;
                }
            }
            Waiting.idle(begin);
        }
    }

    private @Nullable Runnable take() {
        if (life.isAtLeast(Life.STOPPED)) {
            return null;
        }
        Runnable task = handed.poll();
        if (task == null && queued > 0) {
            task = poll();
            queued = task == null ? 0 : queued - 1;
        }
        busy += task == null ? 0 : 1;
        return task;
    }

    private @Nullable Runnable poll() {
        Runnable first = delays ? queue.peek() : queue.poll();
        return first == null || !delays || queue.remove(first) ? first : null;
    }

    /** Whether the worker has nothing to wait for; it then is no worker any more. */
    private boolean ends(Worker worker) {
        boolean ends = life.isAtLeast(Life.STOPPED) || !life.isRunning() && queued == 0 && handed.isEmpty()
                || size > most;
        if (ends) {
            leave(worker);
        }
        return ends;
    }

    private void leave(Worker worker) {
        workers.remove(worker);
        size--;
        endIfDone();
    }

    /** A task threw: another thread takes the place of the one that ends. */
    private void replace(Worker worker) {
        boolean adds;
        synchronized (lock) {
            completed++;
            busy--;
            adds = !life.isAtLeast(Life.STOPPED) && (life.isRunning() || queued > 0);
            if (adds) {
                workers.remove(worker);
            } else {
                leave(worker);
            }
        }
        if (adds) {
            addWorker(null);
        }
    }

    // ---- the end

    private void endIfDone() {
        boolean done = size == 0 && (life.isAtLeast(Life.STOPPED)
                || !life.isRunning() && queued == 0 && handed.isEmpty());
        if (done && !life.isAtLeast(Life.TERMINATED)) {
            try {
                terminated();
            } finally {
                life.become(Life.TERMINATED);
            }
        }
    }

    final void tryTerminate() {
        synchronized (lock) {
            endIfDone();
        }
    }

    @Override
    public void shutdown() {
        synchronized (lock) {
            life.become(Life.SHUTDOWN);
            onShutdown();
            endIfDone();
        }
    }

    void onShutdown() {}

    @Override
    public List<Runnable> shutdownNow() {
        List<Runnable> left = new ArrayList<>();
        synchronized (lock) {
            life.become(Life.STOPPED);
            left.addAll(handed);
            handed.clear();
            left.addAll(resting);
            resting.clear();
            for (Runnable task = poll(); task != null; task = poll()) {
                left.add(task);
            }
            queued = 0;
            for (Worker worker : workers) {
                Objects.requireNonNull(worker.thread).interrupt();
            }
            endIfDone();
        }
        return left;
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

    protected void beforeExecute(Thread thread, Runnable task) {}

    protected void afterExecute(Runnable task, @Nullable Throwable thrown) {}

    protected void terminated() {}

    // ---- the queue

    public BlockingQueue<Runnable> getQueue() {
        return new LockedQueue(this, queue);
    }

    /** Puts a task in the queue, whether or not there is a worker. */
    boolean enqueueOnly(Runnable task) {
        synchronized (lock) {
            if (task instanceof RunnableScheduledFuture<?> again && again.isPeriodic() && isRested(again)) {
                return true;
            }
            boolean offered = queue.offer(task);
            queued += offered ? 1 : 0;
            return offered;
        }
    }

    /** A task that repeats itself for ever would have no last turn: after some turns its time does not come any more. */
    private boolean isRested(RunnableScheduledFuture<?> task) {
        int turns = 0;
        for (Runnable each : turned) {
            turns += each == task ? 1 : 0;
        }
        turned.add(task);
        if (turns == MOST_TURNS) {
            resting.add(task);
        }
        return turns >= MOST_TURNS;
    }

    boolean withdraw(Object task) {
        synchronized (lock) {
            if (resting.remove(task)) {
                return true;
            }
            boolean removed = queue.remove(task);
            queued -= removed ? 1 : 0;
            return removed;
        }
    }

    /** The tasks that wait. */
    Object[] tasks() {
        synchronized (lock) {
            List<Object> tasks = new ArrayList<>(queue);
            tasks.addAll(resting);
            return tasks.toArray();
        }
    }

    @Nullable
    Runnable withdrawFirst() {
        synchronized (lock) {
            Runnable first = poll();
            queued -= first == null ? 0 : 1;
            return first;
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

    // ---- threads that are there before there is work

    void ensurePrestart() {
        boolean adds;
        synchronized (lock) {
            adds = size < core || size == 0;
            size += adds ? 1 : 0;
        }
        if (adds) {
            addWorker(null);
        }
    }

    public boolean prestartCoreThread() {
        boolean adds;
        synchronized (lock) {
            adds = life.isRunning() && size < core;
            size += adds ? 1 : 0;
        }
        if (adds) {
            addWorker(null);
        }
        return adds;
    }

    public int prestartAllCoreThreads() {
        int started = 0;
        while (prestartCoreThread()) {
            started++;
        }
        return started;
    }

    // ---- settings

    public void setThreadFactory(ThreadFactory factory) {
        this.factory = Objects.requireNonNull(factory);
    }

    public ThreadFactory getThreadFactory() {
        return factory;
    }

    public void setRejectedExecutionHandler(RejectedExecutionHandler handler) {
        this.handler = Objects.requireNonNull(handler);
    }

    public RejectedExecutionHandler getRejectedExecutionHandler() {
        return handler;
    }

    public void setCorePoolSize(int core) {
        if (core < 0 || most < core) {
            throw new IllegalArgumentException();
        }
        int more = core - this.core;
        this.core = core;
        for (int i = 0; i < more && i < waiting() && prestartCoreThread(); i++) {
            // one thread for each task that waits
        }
    }

    private int waiting() {
        synchronized (lock) {
            return queued;
        }
    }

    public int getCorePoolSize() {
        return core;
    }

    public void setMaximumPoolSize(int most) {
        if (most <= 0 || most < core) {
            throw new IllegalArgumentException();
        }
        this.most = most;
    }

    public int getMaximumPoolSize() {
        return most;
    }

    public void setKeepAliveTime(long time, TimeUnit unit) {
        if (time < 0 || time == 0 && coreTimesOut) {
            throw new IllegalArgumentException();
        }
        keepAlive = unit.toNanos(time);
    }

    public long getKeepAliveTime(TimeUnit unit) {
        return unit.convert(keepAlive, TimeUnit.NANOSECONDS);
    }

    public boolean allowsCoreThreadTimeOut() {
        return coreTimesOut;
    }

    public void allowCoreThreadTimeOut(boolean allows) {
        if (allows && keepAlive <= 0) {
            throw new IllegalArgumentException("Core threads must have nonzero keep alive times");
        }
        coreTimesOut = allows;
    }

    // ---- what it is doing

    public int getPoolSize() {
        Waiting.watch();
        synchronized (lock) {
            return life.isAtLeast(Life.TERMINATED) ? 0 : workers.size();
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
            return completed + busy + queued;
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
            return super.toString() + "[" + life + ", pool size = " + workers.size() + ", active threads = " + busy
                    + ", queued tasks = " + queued + ", completed tasks = " + completed + "]";
        }
    }

    // ---- what to do with a task that is refused

    public static class CallerRunsPolicy implements RejectedExecutionHandler {
        public CallerRunsPolicy() {}

        @Override
        public void rejectedExecution(Runnable task, ThreadPoolExecutor executor) {
            if (!executor.isShutdown()) {
                task.run();
            }
        }
    }

    public static class AbortPolicy implements RejectedExecutionHandler {
        public AbortPolicy() {}

        @Override
        public void rejectedExecution(Runnable task, ThreadPoolExecutor executor) {
            throw new RejectedExecutionException("Task " + task + " rejected from a pool of threads");
        }
    }

    public static class DiscardPolicy implements RejectedExecutionHandler {
        public DiscardPolicy() {}

        @Override
        public void rejectedExecution(Runnable task, ThreadPoolExecutor executor) {}
    }

    public static class DiscardOldestPolicy implements RejectedExecutionHandler {
        public DiscardOldestPolicy() {}

        @Override
        public void rejectedExecution(Runnable task, ThreadPoolExecutor executor) {
            if (!executor.isShutdown()) {
                executor.discardOldest();
                executor.execute(task);
            }
        }
    }

    private void discardOldest() {
        withdrawFirst();
    }
}
