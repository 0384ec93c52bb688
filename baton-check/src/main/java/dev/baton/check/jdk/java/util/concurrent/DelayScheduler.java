package dev.baton.check.jdk.java.util.concurrent;

import dev.baton.check.jdk.Waiting;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Delayed;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The thread of a {@link ForkJoinPool} that starts tasks when their time has come, one after the other, in any order. */
final class DelayScheduler extends Thread {
    private static final int MOST_TURNS = 2;

    private final Object lock = new Object();
    private final List<ScheduledForkJoinTask<?>> waiting = new ArrayList<>();

    DelayScheduler() {
        super((Runnable) null, "DelayScheduler");
        setDaemon(true);
    }

    void add(ScheduledForkJoinTask<?> task) {
        synchronized (lock) {
            waiting.add(task);
        }
    }

    @Override
    public void run() {
        while (true) {
            ScheduledForkJoinTask<?> next = next();
            Waiting.delay(next.delay);
            next.begin();
            if (next.isPeriodic() && next.status >= 0 && next.turns++ < MOST_TURNS) {
                add(next);
            }
        }
    }

    private ScheduledForkJoinTask<?> next() {
        while (true) {
            int begin = Waiting.begin();
            synchronized (lock) {
                if (!waiting.isEmpty()) {
                    return waiting.remove(Waiting.any(waiting.size()));
                }
            }
            Waiting.idle(begin);
        }
    }

    /**
     * A task with a delay.
     *
     * @param <T> its result
     */
    static final class ScheduledForkJoinTask<T> extends ForkJoinTask<T> implements ScheduledFuture<T> {
        private final ForkJoinPool pool;
        private final @Nullable Runnable runnable;
        private final @Nullable Callable<T> callable;
        private final boolean immediate;
        private final long nextDelay;
        final long delay;
        int turns;
        private @Nullable T result;

        ScheduledForkJoinTask(long delay, long nextDelay, boolean immediate, @Nullable Runnable runnable,
                @Nullable Callable<T> callable, ForkJoinPool pool) {
            this.delay = delay;
            this.nextDelay = nextDelay;
            this.immediate = immediate;
            this.runnable = runnable;
            this.callable = callable;
            this.pool = pool;
        }

        void begin() {
            if (immediate) {
                doExec();
            } else {
                pool.push(this);
            }
        }

        boolean isPeriodic() {
            return nextDelay != 0;
        }

        @Override
        public @Nullable T getRawResult() {
            return result;
        }

        @Override
        protected void setRawResult(@Nullable T value) {
            result = value;
        }

        @Override
        protected boolean exec() {
            try {
                if (runnable != null) {
                    runnable.run();
                } else if (callable != null) {
                    result = callable.call();
                }
            } catch (RuntimeException thrown) {
                throw thrown;
            } catch (Exception thrown) {
                throw new RuntimeException(thrown);
            }
            return !isPeriodic();
        }

        @Override
        public long getDelay(TimeUnit unit) {
            return unit.convert(delay, TimeUnit.NANOSECONDS);
        }

        @Override
        public int compareTo(Delayed other) {
            return Long.compare(delay, other.getDelay(TimeUnit.NANOSECONDS));
        }
    }
}
