package dev.baton.bench.zoo;

import dev.baton.bench.load.Crew;
import dev.baton.bench.load.CrewBenchmark;
import dev.baton.bench.load.Worker;
import dev.baton.zoo.Species;
import dev.baton.zoo.ZooLock;

import org.HdrHistogram.Histogram;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;

/** Threads that lock, increment a shared count and unlock, with no work in between. Latency: the time to lock. */
public class ZooBenchmark extends CrewBenchmark {
    private static final int OPERATIONS = 50_000;

    /** {@code relaxed} or {@code volatile}. */
    @Param("relaxed")
    public String form = "";

    /** Name of a {@link Species}. */
    @Param("MCS")
    public String lock = "";

    @SuppressWarnings("NullAway.Init") // set before each trial
    private ZooLock zooLock;
    private long count;

    @Setup(Level.Trial)
    public void create() {
        zooLock = Species.valueOf(lock).create(form.equals("relaxed"), threads);
    }

    @Benchmark
    @OperationsPerInvocation(OPERATIONS)
    public long increments() {
        crew().run(OPERATIONS, this::increment);
        return count;
    }

    private void increment(Worker worker, int share) {
        for (int done = 0; done < share; done++) {
            zooLock.lock(worker.index());
            count++;
            zooLock.unlock(worker.index());
        }
    }

    @Override
    protected Histogram sample(Crew crew) {
        return crew.sample(OPERATIONS, (worker, share) -> {
            for (int done = 0; done < share; done++) {
                long began = System.nanoTime();
                zooLock.lock(worker.index());
                worker.sample(System.nanoTime() - began);
                count++;
                zooLock.unlock(worker.index());
            }
        });
    }
}
