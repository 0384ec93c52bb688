package dev.baton.check.jdk.java.util.concurrent;

import java.util.Objects;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

/** What a pool of threads was told: how many threads it has, of which factory, for how long, and what it does when it is full. */
abstract class PoolSettings extends AbstractExecutorService {
    volatile ThreadFactory factory;
    volatile RejectedExecutionHandler handler;
    volatile long keepAlive;
    volatile boolean coreTimesOut;
    volatile int core;
    volatile int most;

    PoolSettings(int core, int most, long keepAlive, TimeUnit unit, ThreadFactory factory,
            RejectedExecutionHandler handler) {
        if (core < 0 || most <= 0 || most < core || keepAlive < 0) {
            throw new IllegalArgumentException();
        }
        this.core = core;
        this.most = most;
        this.keepAlive = unit.toNanos(keepAlive);
        this.factory = Objects.requireNonNull(factory);
        this.handler = Objects.requireNonNull(handler);
    }

    /** How many tasks wait in the queue. */
    abstract int waiting();

    /** Starts a thread if there are fewer than the core has; whether it did. */
    public abstract boolean prestartCoreThread();

    public int prestartAllCoreThreads() {
        int started = 0;
        while (prestartCoreThread()) {
            started++;
        }
        return started;
    }

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
}
