package dev.baton.check.jdk.java.util.concurrent;

import dev.baton.check.jdk.Waiting;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
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
public class ThreadPoolExecutor extends PoolState {
    private final List<Worker> workers = new ArrayList<>();

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
        super(core, most, keepAlive, unit, queue, factory, handler);
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
                if (line.offer(task, line.handsOver() ? idle - dead : 0)) {
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

    /** Idle workers that nobody needed may have gone: their time has run since they became idle. */
    private void letDie() {
        if (!announces()) {
            return;
        }
        int mayGo = Math.min(idle - dead - line.handed(), coreTimesOut ? size : size - core);
        if (mayGo > 0 && Waiting.isOver(keepAlive == 0 ? 1 : keepAlive)) {
            dead++;
            size--;
        }
    }

    /** Whether a worker says that it is idle before it waits. */
    private boolean announces() {
        return line.handsOver() || coreTimesOut || most > core && most != Integer.MAX_VALUE;
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
                if (announced && dead > 0 && line.isEmpty()) {
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
        Runnable task = line.take();
        busy += task == null ? 0 : 1;
        return task;
    }

    /** Whether the worker has nothing to wait for; it then is no worker any more. */
    private boolean ends(Worker worker) {
        boolean ends = life.isAtLeast(Life.STOPPED) || !life.isRunning() && line.isEmpty()
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
            adds = !life.isAtLeast(Life.STOPPED) && (life.isRunning() || line.queued() > 0);
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

    @Override
    void endIfDone() {
        boolean done = size == 0 && (life.isAtLeast(Life.STOPPED)
                || !life.isRunning() && line.isEmpty());
        if (done && !life.isAtLeast(Life.TERMINATED)) {
            try {
                terminated();
            } finally {
                life.become(Life.TERMINATED);
            }
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
            line.drainTo(left);
            for (Worker worker : workers) {
                Objects.requireNonNull(worker.thread).interrupt();
            }
            endIfDone();
        }
        return left;
    }

    protected void beforeExecute(Thread thread, Runnable task) {}

    protected void afterExecute(Runnable task, @Nullable Throwable thrown) {}

    protected void terminated() {}

    // ---- the queue

    public BlockingQueue<Runnable> getQueue() {
        return new LockedQueue(this, line.queue());
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

    @Override
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

    @Override
    int workers() {
        return workers.size();
    }

    private void discardOldest() {
        withdrawFirst();
    }
}
