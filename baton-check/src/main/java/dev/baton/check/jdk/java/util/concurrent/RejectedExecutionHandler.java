package dev.baton.check.jdk.java.util.concurrent;

/** What to do with a task that a pool refuses. */
public interface RejectedExecutionHandler {
    void rejectedExecution(Runnable task, ThreadPoolExecutor executor);
}
