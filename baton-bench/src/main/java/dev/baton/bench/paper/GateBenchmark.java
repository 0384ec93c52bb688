package dev.baton.bench.paper;

import dev.baton.bench.load.Crew;
import dev.baton.bench.load.CrewBenchmark;
import dev.baton.bench.load.Worker;
import dev.baton.bench.peer.Gate;
import dev.baton.bench.peer.Gates;

import org.HdrHistogram.Histogram;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;

/** Operations whose parallelism a semaphore or lock limits: work, enter, work, exit. Latency: the time to enter. */
public class GateBenchmark extends CrewBenchmark {
    private static final int OPERATIONS = 50_000;

    @Param("baton-semaphore")
    public String peer = "";

    @Param("1")
    public int permits;

    /** Mean steps of work before entering. */
    @Param("100")
    public int before;

    /** Mean steps of work inside. */
    @Param("100")
    public int inside;

    @SuppressWarnings("NullAway.Init") // set before each trial
    private Gate gate;

    @Setup(Level.Trial)
    public void open() {
        gate = Gates.create(peer, permits, threads);
    }

    @Benchmark
    @OperationsPerInvocation(OPERATIONS)
    public void operation() {
        crew().run(OPERATIONS, this::operate);
    }

    private void operate(Worker worker, int share) throws InterruptedException {
        for (int count = 0; count < share; count++) {
            worker.work(before);
            gate.enter(worker);
            worker.work(inside);
            gate.exit(worker);
        }
    }

    @Override
    protected Histogram sample(Crew crew) {
        return crew.sample(OPERATIONS, (worker, share) -> {
            for (int count = 0; count < share; count++) {
                worker.work(before);
                long began = System.nanoTime();
                gate.enter(worker);
                worker.sample(System.nanoTime() - began);
                worker.work(inside);
                gate.exit(worker);
            }
        });
    }
}
