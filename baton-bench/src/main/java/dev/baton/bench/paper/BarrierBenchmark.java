package dev.baton.bench.paper;

import dev.baton.bench.load.Crew;
import dev.baton.bench.load.CrewBenchmark;
import dev.baton.bench.peer.MeetingPoint;
import dev.baton.bench.peer.MeetingPoints;

import org.HdrHistogram.Histogram;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;

/** Phases in which every thread arrives at a barrier and then works. Latency: the time from arriving to going on. */
public class BarrierBenchmark extends CrewBenchmark {
    private static final int PHASES = 200;

    @Param("baton-barrier")
    public String peer = "";

    /** Mean steps of work after each arrival. */
    @Param("100")
    public int work;

    @SuppressWarnings("NullAway.Init") // set before each trial
    private MeetingPoint barrier;

    @Setup(Level.Trial)
    public void build() {
        barrier = MeetingPoints.create(peer, threads);
    }

    @Benchmark
    @OperationsPerInvocation(PHASES)
    public void phase() {
        crew().run(PHASES * threads, (worker, phases) -> {
            for (int count = 0; count < phases; count++) {
                barrier.arrive();
                worker.work(work);
            }
        });
    }

    @Override
    protected Histogram sample(Crew crew) {
        return crew.sample(PHASES * threads, (worker, phases) -> {
            for (int count = 0; count < phases; count++) {
                long began = System.nanoTime();
                barrier.arrive();
                worker.sample(System.nanoTime() - began);
                worker.work(work);
            }
        });
    }
}
