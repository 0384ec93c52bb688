package dev.baton.check.jdk.java.util.concurrent;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Callable;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The tasks of a pool that forks and joins which nobody has begun, and all the ways to give it one, at once or after a delay. */
abstract class ForkedSubmissions extends AbstractExecutorService implements ScheduledExecutorService {
    final Object lock = new Object();
    final List<ForkJoinTask<?>> tasks = new ArrayList<>();

    /** Adds a task that a worker may begin. */
    abstract void push(ForkJoinTask<?> task);

    /** Adds a task that is pushed when its time has come. */
    abstract <T> DelayScheduler.ScheduledForkJoinTask<T> scheduleDelayedTask(
            DelayScheduler.ScheduledForkJoinTask<T> task);

    private ForkJoinPool pool() {
        return (ForkJoinPool) this;
    }

    /** A task that nobody waits for: what it throws leaves its thread. */
    static final class Execution extends ForkJoinTask<Void> {
        final Runnable task;

        Execution(Runnable task) {
            this.task = task;
        }

        @Override
        public @Nullable Void getRawResult() {
            return null;
        }

        @Override
        protected void setRawResult(@Nullable Void value) {}

        @Override
        protected boolean exec() {
            task.run();
            return true;
        }
    }

    public <T> T invoke(ForkJoinTask<T> task) {
        push(task);
        return task.join();
    }

    public void execute(ForkJoinTask<?> task) {
        push(Objects.requireNonNull(task));
    }

    @Override
    public void execute(Runnable task) {
        push((Object) Objects.requireNonNull(task) instanceof ForkJoinTask<?> known ? known : new Execution(task));
    }

    public <T> ForkJoinTask<T> submit(ForkJoinTask<T> task) {
        push(Objects.requireNonNull(task));
        return task;
    }

    public <T> ForkJoinTask<T> externalSubmit(ForkJoinTask<T> task) {
        return submit(task);
    }

    public <T> ForkJoinTask<T> lazySubmit(ForkJoinTask<T> task) {
        return submit(task);
    }

    @Override
    public <T> ForkJoinTask<T> submit(Callable<T> task) {
        return submit(ForkJoinTask.<T>adaptInterruptible(task));
    }

    @Override
    public <T> ForkJoinTask<T> submit(Runnable task, @Nullable T result) {
        return submit(ForkJoinTask.adaptInterruptible(task, result));
    }

    @Override
    public ForkJoinTask<?> submit(Runnable task) {
        return submit(ForkJoinTask.<Void>adaptInterruptible(task, null));
    }

    // ---- delays

    @Override
    public ScheduledFuture<?> schedule(Runnable task, long delay, TimeUnit unit) {
        return scheduleDelayedTask(new DelayScheduler.ScheduledForkJoinTask<Void>(unit.toNanos(delay), 0, false,
                Objects.requireNonNull(task), null, pool()));
    }

    @Override
    public <V> ScheduledFuture<V> schedule(Callable<V> task, long delay, TimeUnit unit) {
        return scheduleDelayedTask(new DelayScheduler.ScheduledForkJoinTask<V>(unit.toNanos(delay), 0, false, null,
                Objects.requireNonNull(task), pool()));
    }

    @Override
    public ScheduledFuture<?> scheduleAtFixedRate(Runnable task, long delay, long period, TimeUnit unit) {
        return scheduleWithFixedDelay(task, delay, period, unit);
    }

    @Override
    public ScheduledFuture<?> scheduleWithFixedDelay(Runnable task, long delay, long period, TimeUnit unit) {
        if (period <= 0) {
            throw new IllegalArgumentException();
        }
        return scheduleDelayedTask(
                new DelayScheduler.ScheduledForkJoinTask<Void>(unit.toNanos(delay), unit.toNanos(period),
                        false, Objects.requireNonNull(task), null, pool()));
    }

    // ---- tasks that nobody has begun

    final boolean take(ForkJoinTask<?> task) {
        synchronized (lock) {
            for (int i = 0; i < tasks.size(); i++) {
                if (tasks.get(i) == task) {
                    tasks.remove(i);
                    return true;
                }
            }
            return false;
        }
    }

    final @Nullable ForkJoinTask<?> first() {
        synchronized (lock) {
            return tasks.isEmpty() ? null : tasks.remove(0);
        }
    }

    public long getQueuedTaskCount() {
        synchronized (lock) {
            return tasks.size();
        }
    }

    public boolean hasQueuedSubmissions() {
        return getQueuedTaskCount() > 0;
    }

    protected int drainTasksTo(Collection<? super ForkJoinTask<?>> target) {
        synchronized (lock) {
            int count = tasks.size();
            target.addAll(tasks);
            tasks.clear();
            return count;
        }
    }
}
