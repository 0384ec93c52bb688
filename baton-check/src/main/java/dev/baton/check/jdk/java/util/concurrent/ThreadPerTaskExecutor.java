package dev.baton.check.jdk.java.util.concurrent;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

/** An executor that starts a thread for each task. */
/*
 * One lock guards the threads and the executor's life. A task is one section when it is submitted and one when it ends. The
 * JDK's class keeps its threads in a concurrent set and is a container of threads for diagnosis, which a program does not see.
 */
class ThreadPerTaskExecutor extends AbstractExecutorService {
    private final Object lock = new Object();
    private final Life life = new Life();
    private final ThreadFactory factory;
    private final List<Thread> threads = new ArrayList<>();
    private int running;

    private ThreadPerTaskExecutor(ThreadFactory factory) {
        this.factory = Objects.requireNonNull(factory);
    }

    static ThreadPerTaskExecutor create(ThreadFactory factory) {
        return new ThreadPerTaskExecutor(factory);
    }

    @Override
    public void execute(Runnable task) {
        Objects.requireNonNull(task);
        if (!life.isRunning()) {
            throw new RejectedExecutionException();
        }
        Thread thread = factory.newThread(() -> run(task));
        if (thread == null) {
            throw new RejectedExecutionException();
        }
        synchronized (lock) {
            if (!life.isRunning()) {
                throw new RejectedExecutionException();
            }
            running++;
            threads.add(thread);
        }
        thread.start();
    }

    private void run(Runnable task) {
        try {
            task.run();
        } finally {
            synchronized (lock) {
                running--;
                endIfDone();
            }
        }
    }

    private void endIfDone() {
        if (running == 0 && !life.isRunning()) {
            life.become(Life.TERMINATED);
        }
    }

    @Override
    public void shutdown() {
        synchronized (lock) {
            life.become(Life.SHUTDOWN);
            endIfDone();
        }
    }

    @Override
    public List<Runnable> shutdownNow() {
        synchronized (lock) {
            life.become(Life.STOPPED);
            for (Thread thread : threads) {
                thread.interrupt();
            }
            endIfDone();
        }
        return List.of();
    }

    @Override
    public boolean isShutdown() {
        return !life.isRunning();
    }

    @Override
    public boolean isTerminated() {
        return life.isAtLeast(Life.TERMINATED);
    }

    @Override
    public boolean awaitTermination(long time, TimeUnit unit) throws InterruptedException {
        return life.await(time, unit);
    }
}
