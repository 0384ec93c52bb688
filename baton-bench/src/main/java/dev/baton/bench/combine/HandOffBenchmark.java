package dev.baton.bench.combine;

import dev.baton.HandOff;
import dev.baton.Mutex;
import dev.baton.bench.load.Crew;
import dev.baton.bench.load.Notes;
import dev.baton.bench.load.ThreadKind;
import dev.baton.bench.load.Worker;
import dev.baton.bench.peer.Gate;
import dev.baton.bench.peer.Gates;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Threads that loop: a section of a given length under one lock, then work of a given length outside. Latency: the time
 * to enter. The locks are the policies', {@code delegated} (sections that the holder may run), and the {@link Gates gates}.
 */
public class HandOffBenchmark extends PolicyBenchmark {
    private static final int OPERATIONS = 200_000;
    private static final String DELEGATED = "delegated";

    /** {@code platform} or {@code virtual}. */
    @Param("virtual")
    public String kind = "";

    @Param("1000")
    public int threads;

    /** Nanoseconds inside. */
    @Param("1000")
    public int section;

    /** Nanoseconds outside. */
    @Param("2500")
    public int work;

    private final long[] shared = {88172645463325252L};
    private int sectionSteps;
    private int workSteps;
    @SuppressWarnings("NullAway.Init") // set before each trial
    private Crew.Shift shift;
    @SuppressWarnings("NullAway.Init")
    private Crew.Shift sampled;

    /** Hires the crew. */
    @Setup(Level.Trial)
    public void hire() {
        sectionSteps = Steps.in(section);
        workSteps = Steps.in(work);
        hireCrew(threads, new Contender(peer, ThreadKind.of(kind)));
        if (peer.equals(DELEGATED)) {
            Mutex mutex = new Mutex(HandOff.COMBINE);
            Runnable body = this::runSection;
            shift = (worker, share) -> operate(worker, share, () -> mutex.withLock(body));
            sampled = shift;
        } else {
            Gate gate = PolicyLocks.gate(peer, threads);
            shift = (worker, share) -> operate(worker, share, gate);
            sampled = (worker, share) -> sample(worker, share, gate);
        }
    }

    /** Samples latencies and dismisses the crew. */
    @TearDown(Level.Trial)
    public void sampleAndDismiss() throws InterruptedException {
        Notes.latencies(crew().sample(OPERATIONS, sampled));
        dismissCrew();
    }

    @Benchmark
    @OperationsPerInvocation(OPERATIONS)
    public void operation() {
        crew().run(OPERATIONS, shift);
    }

    private void runSection() {
        shared[0] = Steps.run(shared[0], sectionSteps);
    }

    private void operate(Worker worker, int share, Gate gate) throws InterruptedException {
        long state = worker.index() + 1L;
        for (int count = 0; count < share; count++) {
            gate.enter(worker);
            runSection();
            gate.exit(worker);
            state = Steps.run(state, workSteps);
        }
        worker.keep(state);
    }

    private void operate(Worker worker, int share, Runnable lockedSection) {
        long state = worker.index() + 1L;
        for (int count = 0; count < share; count++) {
            lockedSection.run();
            state = Steps.run(state, workSteps);
        }
        worker.keep(state);
    }

    private void sample(Worker worker, int share, Gate gate) throws InterruptedException {
        long state = worker.index() + 1L;
        for (int count = 0; count < share; count++) {
            long began = System.nanoTime();
            gate.enter(worker);
            worker.sample(System.nanoTime() - began);
            runSection();
            gate.exit(worker);
            state = Steps.run(state, workSteps);
        }
        worker.keep(state);
    }
}
