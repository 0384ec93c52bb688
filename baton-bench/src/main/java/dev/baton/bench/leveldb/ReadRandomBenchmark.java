package dev.baton.bench.leveldb;

import dev.baton.bench.combine.PolicyBenchmark;
import dev.baton.bench.load.Worker;
import java.io.IOException;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Virtual threads that read random keys of one LevelDB, whose mutex each read takes twice. The mutex is a policy's,
 * {@code jdk-lock-fair}, or {@code jdk-lock-unfair}, which is the database as it is.
 */
public class ReadRandomBenchmark extends PolicyBenchmark {
    private static final int OPERATIONS = 20_000;
    private static final int ENTRIES = 100_000;

    @Param("1000")
    public int threads;

    @SuppressWarnings("NullAway.Init") // set before each trial
    private Database database;

    /** Fills the database and hires the crew. */
    @Setup(Level.Trial)
    public void fill() throws IOException {
        database = Database.create(peer, ENTRIES);
        hireCrew(threads);
    }

    /** Dismisses the crew and deletes the database. */
    @TearDown(Level.Trial)
    public void dismiss() throws InterruptedException {
        dismissCrew();
        database.close();
    }

    @Benchmark
    @OperationsPerInvocation(OPERATIONS)
    public void readRandom() {
        crew().run(OPERATIONS, this::read);
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
