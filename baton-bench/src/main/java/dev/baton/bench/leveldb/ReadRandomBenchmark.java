package dev.baton.bench.leveldb;

import dev.baton.CombiningScheduler;
import dev.baton.bench.combine.PolicyLocks;
import dev.baton.bench.load.Crew;
import dev.baton.bench.load.Watchdog;
import dev.baton.bench.load.Worker;
import java.io.IOException;
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
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** Virtual threads that read random keys of one LevelDB, whose mutex each read takes twice. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(value = 3, jvmArgsAppend = "--add-opens=java.base/java.lang=ALL-UNNAMED")
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class ReadRandomBenchmark {
    private static final int OPERATIONS = 20_000;
    private static final int ENTRIES = 100_000;

    /** A policy, {@code jdk-lock-fair}, or {@code jdk-lock-unfair}, which is the database as it is. */
    @Param("combine")
    public String peer = "";

    @Param("1000")
    public int threads;

    @SuppressWarnings("NullAway.Init") // set before each trial
    private Database database;
    @SuppressWarnings("NullAway.Init")
    private CombiningScheduler scheduler;
    @SuppressWarnings("NullAway.Init")
    private Crew crew;

    /** Fills the database and hires the crew. */
    @Setup(Level.Trial)
    public void fill() throws IOException {
        database = Database.create(peer, ENTRIES);
        scheduler = CombiningScheduler.create();
        crew = new Crew(threads, PolicyLocks.virtualThreads(peer, scheduler), new Watchdog());
    }

    /** Dismisses the crew and deletes the database. */
    @TearDown(Level.Trial)
    public void dismiss() throws InterruptedException {
        crew.dismiss();
        scheduler.close();
        database.close();
    }

    @Benchmark
    @OperationsPerInvocation(OPERATIONS)
    public void readRandom() {
        crew.run(OPERATIONS, this::read);
    }

    private void read(Worker worker, int share) {
        long state = 0x9E3779B97F4A7C15L * (worker.index() + 1);
        long sum = 0;
        for (int count = 0; count < share; count++) {
            state ^= state << 13;
            state ^= state >>> 7;
            state ^= state << 17;
            sum += database.read((int) ((state >>> 1) % ENTRIES));
        }
        worker.keep(sum);
    }
}
