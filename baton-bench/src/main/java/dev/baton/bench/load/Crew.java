package dev.baton.bench.load;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Fixed number of threads that share a fixed number of operations, so that thread counts compare. The threads live as
 * long as the crew and park between shifts; they are woken and counted with nothing that a benchmark measures.
 */
public final class Crew {
    /** What each worker does: {@code share} operations. */
    @FunctionalInterface
    public interface Shift {
        void work(Worker worker, int share) throws Exception;
    }

    private final Worker[] workers;
    private final Thread[] threads;
    private final Watchdog watchdog;
    private final AtomicInteger busy = new AtomicInteger();
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    private @Nullable Shift shift;
    private int operations;
    private @Nullable Thread foreman;
    private volatile int day;
    private volatile boolean closed;

    /** Starts {@code size} threads. */
    public Crew(int size, ThreadKind kind, Watchdog watchdog) {
        this(size, kind.builder(), watchdog);
    }

    /** Starts {@code size} threads that {@code builder} makes. */
    public Crew(int size, Thread.Builder builder, Watchdog watchdog) {
        this.watchdog = watchdog;
        workers = new Worker[size];
        threads = new Thread[size];
        for (int index = 0; index < size; index++) {
            Worker worker = new Worker(index);
            workers[index] = worker;
            threads[index] = builder.name("worker-" + index).unstarted(() -> live(worker));
        }
        for (Thread thread : threads) {
            thread.start();
        }
    }

    public int size() {
        return workers.length;
    }

    /** Runs {@code total} operations, spread evenly, and returns when all are done. */
    public void run(int total, Shift what) {
        shift = what;
        operations = total;
        foreman = Thread.currentThread();
        busy.set(workers.length);
        watchdog.begin();
        int next = day + 1; // only the foreman writes it
        day = next;
        for (Thread thread : threads) {
            LockSupport.unpark(thread);
        }
        while (busy.get() != 0) {
            LockSupport.park(this);
        }
        watchdog.end();
        Throwable thrown = failure.get();
        if (thrown != null) {
            throw new IllegalStateException("a worker failed", thrown);
        }
    }

    /** Like {@link #run}, for a shift that samples latencies. */
    public Histogram sample(int total, Shift what) {
        for (Worker worker : workers) {
            worker.expectSamples(share(worker, total));
        }
        run(total, what);
        Histogram latencies = new Histogram(3);
        for (Worker worker : workers) {
            for (long nanos : worker.samples()) {
                latencies.recordValue(Math.max(0L, nanos));
            }
            worker.expectSamples(0);
        }
        return latencies;
    }

    private int share(Worker worker, int total) {
        int share = total / workers.length;
        return worker.index() < total % workers.length ? share + 1 : share;
    }

    private void live(Worker worker) {
        int seen = 0;
        for (;;) {
            while (day == seen) {
                if (closed) {
                    return;
                }
                LockSupport.park(this);
            }
            seen = day;
            try {
                Shift what = shift;
                if (what != null) {
                    what.work(worker, share(worker, operations));
                }
            } catch (Throwable thrown) {
                failure.compareAndSet(null, thrown);
            }
            if (busy.decrementAndGet() == 0) {
                LockSupport.unpark(foreman);
            }
        }
    }

    /** Ends and joins the threads. */
    public void dismiss() throws InterruptedException {
        closed = true;
        for (Thread thread : threads) {
            LockSupport.unpark(thread);
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }
}
