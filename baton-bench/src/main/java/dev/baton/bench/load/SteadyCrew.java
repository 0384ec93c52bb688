package dev.baton.bench.load;

import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

import org.jspecify.annotations.Nullable;

/**
 * Threads that repeat an operation for as long as they are employed; a benchmark waits until they have done so many.
 * Unlike in a {@link Crew}, nobody starts or ends within what is measured: to start 64 threads takes longer than it
 * takes the first of them to do a thousand short operations, alone.
 */
public final class SteadyCrew {
    /** What each worker repeats. */
    @FunctionalInterface
    public interface Operation {
        void run(int worker, long round);
    }

    /** Distance of two workers' counts, so that each has cache lines of its own. */
    private static final int STRIDE = 32;
    private static final long LOOK_NANOS = 50_000L;

    private final Operation operation;
    private final Watchdog watchdog;
    private final Thread[] threads;
    private final AtomicLongArray done;
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    private volatile boolean dismissed;

    /** Starts {@code size} threads. */
    @SuppressWarnings("this-escape") // all that the threads use is set before they start
    public SteadyCrew(int size, ThreadKind kind, Watchdog watchdog, Operation operation) {
        this.operation = operation;
        this.watchdog = watchdog;
        this.done = new AtomicLongArray(size * STRIDE);
        this.threads = new Thread[size];
        for (int index = 0; index < size; index++) {
            int worker = index;
            threads[index] = kind.builder().name("worker-" + index).unstarted(() -> live(worker));
        }
        for (Thread thread : threads) {
            thread.start();
        }
    }

    private void live(int worker) {
        try {
            for (long round = 0; !dismissed; round++) {
                operation.run(worker, round);
                done.setOpaque(worker * STRIDE, round + 1);
            }
        } catch (Throwable thrown) {
            failure.compareAndSet(null, thrown);
        }
    }

    /** Returns when all together have done {@code operations} more. */
    public void advance(long operations) {
        long target = total() + operations;
        watchdog.begin();
        while (total() < target && failure.get() == null) {
            LockSupport.parkNanos(LOOK_NANOS);
        }
        watchdog.end();
        Throwable thrown = failure.get();
        if (thrown != null) {
            throw new IllegalStateException("a worker failed", thrown);
        }
    }

    private long total() {
        long total = 0;
        for (int worker = 0; worker < threads.length; worker++) {
            total += done.getOpaque(worker * STRIDE);
        }
        return total;
    }

    /** Ends and joins the threads. */
    public void dismiss() throws InterruptedException {
        dismissed = true;
        for (Thread thread : threads) {
            thread.join();
        }
    }
}
