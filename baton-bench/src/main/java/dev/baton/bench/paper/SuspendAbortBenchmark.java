package dev.baton.bench.paper;

import dev.baton.bench.load.Watchdog;
import dev.baton.bench.peer.Abortable;
import dev.baton.bench.peer.Abortables;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** Cost of a request that waits and gives up at once, with others (parked virtual threads) waiting before it. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(3)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class SuspendAbortBenchmark {
    @Param("baton-semaphore-timed")
    public String peer = "";

    /** How many wait before it. */
    @Param("0")
    public int waiters;

    private final Watchdog watchdog = new Watchdog();
    private final List<Thread> threads = new ArrayList<>();
    @SuppressWarnings("NullAway.Init") // set before each trial
    private Abortable queue;

    @Setup(Level.Trial)
    public void populate() throws InterruptedException {
        queue = Abortables.create(peer);
        watchdog.begin();
        for (int count = 0; count < waiters; count++) {
            threads.add(Thread.ofVirtual().start(queue::waitForRelease));
        }
        while (queue.length() < waiters) {
            Thread.sleep(5);
        }
        watchdog.end();
    }

    @Setup(Level.Iteration)
    public void watch() {
        watchdog.begin();
    }

    @TearDown(Level.Iteration)
    public void relax() {
        watchdog.end();
    }

    @Benchmark
    public void suspendAndAbort() throws InterruptedException {
        queue.suspendAndAbort();
    }

    @TearDown(Level.Trial)
    public void release() throws InterruptedException {
        watchdog.begin();
        queue.releaseAll(waiters);
        for (Thread thread : threads) {
            thread.join();
        }
        watchdog.end();
    }
}
