package dev.baton;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.ThreadFactory;

/** Description of a {@link BoundedExecutor} to build. */
public final class BoundedExecutorBuilder {
    final int limit;
    int queueLimit = Integer.MAX_VALUE;
    long queueNanos = Long.MAX_VALUE;
    BoundedExecutor.WhenFull whenFull = BoundedExecutor.WhenFull.REJECT;
    ThreadFactory threadFactory = Thread.ofVirtual().factory();

    BoundedExecutorBuilder(int limit) {
        if (limit <= 0) {
            throw new IllegalArgumentException("the limit must be positive: " + limit);
        }
        this.limit = limit;
    }

    /**
     * The most tasks that wait; no limit unless told.
     *
     * @param tasks how many; zero for none
     * @return this builder
     * @throws IllegalArgumentException if {@code tasks} is negative
     */
    public BoundedExecutorBuilder queueLimit(int tasks) {
        if (tasks < 0) {
            throw new IllegalArgumentException("negative limit of the queue: " + tasks);
        }
        this.queueLimit = tasks;
        return this;
    }

    /**
     * The longest that a task waits in the queue; for ever unless told. A task that waited so long is taken out and never
     * runs. Its future fails with {@link java.util.concurrent.TimeoutException}.
     *
     * @param timeout the longest wait
     * @return this builder
     * @throws IllegalArgumentException if {@code timeout} is zero or negative
     */
    public BoundedExecutorBuilder queueTimeout(Duration timeout) {
        long nanos = java.util.concurrent.TimeUnit.NANOSECONDS.convert(timeout);
        if (nanos <= 0L) {
            throw new IllegalArgumentException("the timeout must be positive: " + timeout);
        }
        this.queueNanos = nanos;
        return this;
    }

    /**
     * What a submission does that finds the queue full; {@link BoundedExecutor.WhenFull#REJECT} unless told.
     *
     * @param policy what it does
     * @return this builder
     */
    public BoundedExecutorBuilder whenFull(BoundedExecutor.WhenFull policy) {
        this.whenFull = Objects.requireNonNull(policy, "policy");
        return this;
    }

    /**
     * What makes the thread of each task; new virtual threads unless told.
     *
     * @param factory makes a thread that was not started
     * @return this builder
     */
    public BoundedExecutorBuilder threadFactory(ThreadFactory factory) {
        this.threadFactory = Objects.requireNonNull(factory, "factory");
        return this;
    }

    /**
     * Builds the executor; starts no thread yet.
     *
     * @return the executor
     */
    public BoundedExecutor build() {
        return new BoundedExecutor(this);
    }
}
