package dev.baton.check.jdk.java.util.concurrent;

import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What code in this package sees of the JDK's class, which is itself part of the program: this one only names its members.
 *
 * @param <V> the result
 */
@SuppressWarnings("DoNotCallSuggester") // nothing here is ever called
public abstract class ForkJoinTask<V> implements Future<V> {
    volatile int status;

    public ForkJoinTask() {}

    final void doExec() {}

    public abstract @Nullable V getRawResult();

    protected abstract void setRawResult(@Nullable V value);

    protected abstract boolean exec();

    @Override
    public boolean cancel(boolean interrupts) {
        return false;
    }

    @Override
    public final boolean isCancelled() {
        return false;
    }

    @Override
    public final boolean isDone() {
        return false;
    }

    @Override
    public final V get() {
        throw new AssertionError();
    }

    @Override
    public final V get(long time, TimeUnit unit) {
        throw new AssertionError();
    }

    public final V join() {
        throw new AssertionError();
    }

    public static <T> ForkJoinTask<T> adaptInterruptible(Callable<? extends T> callable) {
        throw new AssertionError();
    }

    public static <T> ForkJoinTask<T> adaptInterruptible(Runnable runnable, @Nullable T result) {
        throw new AssertionError();
    }
}
