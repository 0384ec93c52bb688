package dev.baton.bench.queue;

import dev.baton.bench.load.Team;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.openjdk.jmh.annotations.AuxCounters;
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

/**
 * Hand-offs with patience at the edge between too little and enough (the paper's figure 6): each thread waits an eighth
 * longer after a failure and an eighth shorter after a success. Two figures count: how many attempts are made, which is
 * the paper's, and how many of them hand something over. The score of {@link #round}, rounds of a tenth of a second, means
 * nothing; that of {@link #handOff} is the time of an element that was handed over, failed attempts included.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(3)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class LowPatience {
    private static final long ROUND_MILLIS = 100;
    /** So many that starting the threads, and the kernel's spreading them over the processors, do not weigh. */
    private static final int TRANSFERS = 64_000;

    @Param({"BATON_FAIR", "JDK_FAIR", "BATON_UNFAIR", "JDK_UNFAIR", "JAVA5_FAIR", "JAVA5_UNFAIR"})
    private HandOffKind kind = HandOffKind.BATON_FAIR;

    @Param({"1", "4", "16"})
    private int n = 1;

    @Param({"false", "true"})
    private boolean virtual;

    private TimedHandOff queue = HandOffKind.BATON_FAIR.createTimed();
    private volatile boolean stop;

    /** What a round counted. */
    @AuxCounters(AuxCounters.Type.OPERATIONS)
    @State(Scope.Thread)
    public static class Counters {
        public long attempts;
        public long transfers;
    }

    @Setup(Level.Iteration)
    public void create() {
        queue = kind.createTimed();
    }

    @Benchmark
    public void round(Counters counters) throws InterruptedException {
        LongAdder attempts = new LongAdder();
        LongAdder transfers = new LongAdder();
        stop = false;
        Team team = new Team(virtual);
        for (int i = 0; i < n; i++) {
            team.add(() -> {
                long tried = 0;
                for (long patience = 0; !stop; tried++) {
                    patience = adjust(patience, queue.offer(1, patience));
                }
                attempts.add(tried);
            });
            team.add(() -> {
                long tried = 0;
                long received = 0;
                for (long patience = 0; !stop; tried++) {
                    boolean success = queue.poll(patience) != null;
                    received += success ? 1 : 0;
                    patience = adjust(patience, success);
                }
                attempts.add(tried);
                transfers.add(received);
            });
        }
        team.begin();
        Thread.sleep(ROUND_MILLIS);
        stop = true;
        team.join();
        counters.attempts += attempts.sum();
        counters.transfers += transfers.sum();
    }

    /** As many elements as are handed over in one go, each tried until it succeeds. */
    @Benchmark
    @OperationsPerInvocation(TRANSFERS)
    public void handOff() throws InterruptedException {
        Team team = new Team(virtual);
        for (int i = 0; i < n; i++) {
            team.add(() -> {
                long patience = 0;
                for (int left = TRANSFERS / n; left > 0;) {
                    boolean success = queue.offer(1, patience);
                    left -= success ? 1 : 0;
                    patience = adjust(patience, success);
                }
            });
            team.add(() -> {
                long patience = 0;
                for (int left = TRANSFERS / n; left > 0;) {
                    boolean success = queue.poll(patience) != null;
                    left -= success ? 1 : 0;
                    patience = adjust(patience, success);
                }
            });
        }
        team.begin();
        team.join();
    }

    private static long adjust(long patience, boolean success) {
        return success ? patience - (patience >> 3) : patience + (patience >> 3) + 1;
    }
}
