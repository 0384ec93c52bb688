package dev.baton.bench.paper;

import dev.baton.bench.load.Crew;
import dev.baton.bench.load.CrewBenchmark;
import dev.baton.bench.peer.Elements;
import dev.baton.bench.peer.Pools;

import org.HdrHistogram.Histogram;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;

/** Operations with a shared element: work, take, work with it, put it back. Latency: the time to take. */
public class PoolBenchmark extends CrewBenchmark {
    private static final int OPERATIONS = 50_000;
    private static final int WORK = 100;

    @Param("jdk-array-fair")
    public String peer = "";

    /** Elements in the pool. */
    @Param("8")
    public int elements;

    @SuppressWarnings("NullAway.Init") // set before each trial
    private Elements pool;

    @Setup(Level.Trial)
    public void fill() throws Exception {
        pool = Pools.create(peer, elements);
    }

    @Benchmark
    @OperationsPerInvocation(OPERATIONS)
    public void operation() {
        crew().run(OPERATIONS, (worker, share) -> {
            for (int count = 0; count < share; count++) {
                worker.work(WORK);
                Object element = pool.take();
                worker.work(WORK);
                pool.put(element);
            }
        });
    }

    @Override
    protected Histogram sample(Crew crew) {
        return crew.sample(OPERATIONS, (worker, share) -> {
            for (int count = 0; count < share; count++) {
                worker.work(WORK);
                long began = System.nanoTime();
                Object element = pool.take();
                worker.sample(System.nanoTime() - began);
                worker.work(WORK);
                pool.put(element);
            }
        });
    }
}
