package dev.baton.bench.paper;

import dev.baton.bench.load.Worker;
import dev.baton.bench.peer.Gate;
import dev.baton.bench.peer.Gates;
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
import org.openjdk.jmh.annotations.Warmup;

/** Cost of entering and leaving when nobody else wants to. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(3)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class UncontendedBenchmark {
    @Param("baton-semaphore")
    public String peer = "";

    @Param("1")
    public int permits;

    private final Worker worker = Worker.alone();
    @SuppressWarnings("NullAway.Init") // set before each trial
    private Gate gate;

    @Setup(Level.Trial)
    public void open() {
        gate = Gates.create(peer, permits, 1);
    }

    @Benchmark
    public void pair() throws InterruptedException {
        gate.enter(worker);
        gate.exit(worker);
    }
}
