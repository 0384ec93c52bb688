package dev.baton.bench.paper;

import dev.baton.bench.load.Crew;
import dev.baton.bench.load.CrewBenchmark;
import dev.baton.bench.peer.Abortable;
import dev.baton.bench.peer.Abortables;

import org.HdrHistogram.Histogram;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;

/**
 * Requests of many threads that all give up at once: the comparison that the paper could not make, because AQS hung.
 * Latency: the time of a request.
 */
public class ConcurrentAbortBenchmark extends CrewBenchmark {
    private static final int OPERATIONS = 50_000;

    @Param("baton-semaphore-timed")
    public String peer = "";

    @SuppressWarnings("NullAway.Init") // set before each trial
    private Abortable queue;

    @Setup(Level.Trial)
    public void create() {
        queue = Abortables.create(peer);
    }

    @Benchmark
    @OperationsPerInvocation(OPERATIONS)
    public void suspendAndAbort() {
        crew().run(OPERATIONS, (worker, share) -> {
            for (int count = 0; count < share; count++) {
                queue.suspendAndAbort();
            }
        });
    }

    @Override
    protected Histogram sample(Crew crew) {
        return crew.sample(OPERATIONS, (worker, share) -> {
            for (int count = 0; count < share; count++) {
                long began = System.nanoTime();
                queue.suspendAndAbort();
                worker.sample(System.nanoTime() - began);
            }
        });
    }
}
