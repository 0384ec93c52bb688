package dev.baton.check.jdk.jdk.internal.misc;

import dev.baton.check.jdk.Waiting;
import dev.baton.check.jdk.java.lang.ScopedValue;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The threads of a structured scope. */
/*
 * The owner waits until each thread has ended or somebody has called it; whether a thread has ended is a step of the thread itself.
 * The JDK counts threads as they leave, in their last instructions, and tells its container of threads, which a program does not see.
 */
public class ThreadFlock implements AutoCloseable, Predicate<Thread> {
    private final @Nullable String name;
    private final Thread owner = Thread.currentThread();
    /** Only the owner starts threads; those that are interrupted are found here by others. */
    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean called;
    private volatile boolean isShut;
    private volatile boolean isClosed;
    private final ScopedValue.@Nullable Bequest outer;

    private ThreadFlock(@Nullable String name) {
        this.name = name;
        this.outer = ScopedValue.open(this);
    }

    public static ThreadFlock open(@Nullable String name) {
        return new ThreadFlock(name);
    }

    public @Nullable String name() {
        return name;
    }

    public Thread owner() {
        return owner;
    }

    public Thread start(Thread thread) {
        if (isShut || isClosed) {
            throw new IllegalStateException("Shutdown");
        }
        synchronized (threads) {
            threads.add(thread);
        }
        thread.start();
        return thread;
    }

    public boolean awaitAll() throws InterruptedException {
        while (true) {
            int begin = Waiting.begin();
            if (called || haveEnded()) {
                boolean ended = !called;
                called = false;
                return ended;
            }
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            Waiting.await(begin, Long.MAX_VALUE);
        }
    }

    private boolean haveEnded() {
        for (Thread thread : all()) {
            if (thread.isAlive()) {
                return false;
            }
        }
        return true;
    }

    private Thread[] all() {
        synchronized (threads) {
            return threads.toArray(new Thread[0]);
        }
    }

    public void wakeup() {
        if (Thread.currentThread() != owner) {
            called = true;
        }
    }

    public void shutdown() {
        isShut = true;
    }

    @Override
    public void close() {
        isShut = true;
        int begin = Waiting.begin();
        if (!haveEnded()) {
            Waiting.await(begin, Long.MAX_VALUE);
        }
        isClosed = true;
        ScopedValue.close(outer);
    }

    public boolean isShutdown() {
        return isShut;
    }

    public boolean isClosed() {
        return isClosed;
    }

    public Stream<Thread> threads() {
        List<Thread> alive = new ArrayList<>();
        for (Thread thread : all()) {
            if (thread.isAlive()) {
                alive.add(thread);
            }
        }
        return alive.stream();
    }

    /** Whether a thread is in the scope. */
    @Override
    public boolean test(Thread thread) {
        return containsThread(thread);
    }

    public boolean containsThread(Thread thread) {
        synchronized (threads) {
            return threads.contains(thread);
        }
    }
}
