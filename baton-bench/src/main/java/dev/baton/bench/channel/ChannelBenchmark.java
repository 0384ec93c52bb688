package dev.baton.bench.channel;

import dev.baton.bench.load.Team;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;

/** Time per element that senders pass to receivers as fast as they can. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(3)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class ChannelBenchmark {
    private static final int ELEMENTS = 64_000;

    @Param({"BATON", "BATON_SYNCHRONOUS", "JOX", "KOTLIN", "ARRAY_QUEUE", "LINKED_QUEUE", "TRANSFER_QUEUE",
            "SYNCHRONOUS_FAIR", "SYNCHRONOUS_UNFAIR"})
    private Conduit.Kind kind = Conduit.Kind.BATON;

    /** Elements that are kept; -1 for any number. */
    @Param({"0", "1", "16", "100", "-1"})
    private int capacity;

    /** N:N, 1:N or N:1. */
    @Param({"N:N", "1:N", "N:1"})
    private String shape = "N:N";

    /** Threads on a side that has many. */
    @Param({"1", "4"})
    private int n = 1;

    @Param({"false", "true"})
    private boolean virtual;

    private Conduit conduit = Conduit.Kind.BATON.create(1);

    @Setup(Level.Iteration)
    public void create() {
        conduit = kind.create(capacity);
    }

    @Benchmark
    @OperationsPerInvocation(ELEMENTS)
    public void pass(Blackhole blackhole) throws InterruptedException {
        int senders = shape.startsWith("N") ? n : 1;
        int receivers = shape.endsWith("N") ? n : 1;
        Team team = new Team(virtual);
        for (int i = 0; i < senders; i++) {
            team.add(() -> {
                for (int element = 0; element < ELEMENTS / senders; element++) {
                    conduit.send(element);
                }
            });
        }
        for (int i = 0; i < receivers; i++) {
            team.add(() -> {
                for (int element = 0; element < ELEMENTS / receivers; element++) {
                    blackhole.consume(conduit.receive());
                }
            });
        }
        team.begin();
        team.join();
    }
}
