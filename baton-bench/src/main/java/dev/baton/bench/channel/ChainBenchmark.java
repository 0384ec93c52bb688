package dev.baton.bench.channel;

import dev.baton.bench.load.Team;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;

/** Time per element and stage in a chain of virtual threads, each of which passes on what it receives. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(3)
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 3, time = 1)
public class ChainBenchmark {
    private static final int STAGES = 10_000;
    private static final int ELEMENTS = 100;

    @Param({"BATON", "JOX", "KOTLIN", "ARRAY_QUEUE", "LINKED_QUEUE", "SYNCHRONOUS_FAIR", "SYNCHRONOUS_UNFAIR"})
    private Conduit.Kind kind = Conduit.Kind.BATON;

    @Param({"0", "16", "100"})
    private int capacity;

    @Benchmark
    @OperationsPerInvocation(STAGES * ELEMENTS)
    public void chain(Blackhole blackhole) throws InterruptedException {
        Conduit first = kind.create(capacity);
        Team team = new Team(true);
        Conduit last = first;
        for (int stage = 0; stage < STAGES; stage++) {
            Conduit from = last;
            Conduit to = kind.create(capacity);
            team.add(() -> {
                for (int i = 0; i < ELEMENTS; i++) {
                    to.send(from.receive());
                }
            });
            last = to;
        }
        Conduit end = last;
        team.add(() -> {
            for (int i = 0; i < ELEMENTS; i++) {
                first.send(i);
            }
        });
        team.add(() -> {
            for (int i = 0; i < ELEMENTS; i++) {
                blackhole.consume(end.receive());
            }
        });
        team.begin();
        team.join();
    }
}
