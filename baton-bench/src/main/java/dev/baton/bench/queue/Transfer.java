package dev.baton.bench.queue;

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

/** Time per element that producers hand to consumers as fast as they can (the paper's figures 3, 4 and 5). */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(3)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class Transfer {
    private static final int TRANSFERS = 64_000;

    @Param({"BATON_FAIR", "JDK_FAIR", "BATON_UNFAIR", "JDK_UNFAIR", "JAVA5_FAIR", "JAVA5_UNFAIR", "HANSON", "NAIVE",
            "TRANSFER_QUEUE", "EXCHANGER", "JOX", "KOTLIN"})
    private HandOffKind kind = HandOffKind.BATON_FAIR;

    /** N:N, 1:N or N:1. */
    @Param({"N:N", "1:N", "N:1"})
    private String shape = "N:N";

    /** Threads on a side that has many; N:N with 1, 4 and 16 has 2, 8 and 32 threads. */
    @Param({"1", "4", "16"})
    private int n = 1;

    @Param({"false", "true"})
    private boolean virtual;

    private HandOff queue = HandOffKind.BATON_FAIR.create();

    @Setup(Level.Iteration)
    public void create() {
        queue = kind.create();
    }

    @Benchmark
    @OperationsPerInvocation(TRANSFERS)
    public void transfer(Blackhole blackhole) throws InterruptedException {
        int producers = shape.startsWith("N") ? n : 1;
        int consumers = shape.endsWith("N") ? n : 1;
        Team team = new Team(virtual);
        for (int i = 0; i < producers; i++) {
            team.add(() -> {
                for (int element = 0; element < TRANSFERS / producers; element++) {
                    queue.put(element);
                }
            });
        }
        for (int i = 0; i < consumers; i++) {
            team.add(() -> {
                for (int element = 0; element < TRANSFERS / consumers; element++) {
                    blackhole.consume(queue.take());
                }
            });
        }
        team.begin();
        team.join();
    }
}
