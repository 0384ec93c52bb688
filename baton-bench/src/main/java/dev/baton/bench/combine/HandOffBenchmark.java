package dev.baton.bench.combine;

import dev.baton.CombiningScheduler;
import dev.baton.HandOff;
import dev.baton.Mutex;
import dev.baton.bench.load.Crew;
import dev.baton.bench.load.Notes;
import dev.baton.bench.load.ThreadKind;
import dev.baton.bench.load.Watchdog;
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
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Threads that loop: a section of a given length under one lock, then work of a given length outside. Latency: the time
 * to enter. The policies run on a scheduler of ours, the peers on the JDK's; delegated sections on platform threads.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(value = 3, jvmArgsAppend = "--add-opens=java.base/java.lang=ALL-UNNAMED")
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class HandOffBenchmark {
    private static final int OPERATIONS = 200_000;
    private static final String DELEGATED = "delegated";

    /** A policy, {@code delegated}, or the name of a {@link Gates gate}. */
    @Param("combine")
    public String peer = "";

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
    private Crew crew;
    @SuppressWarnings("NullAway.Init")
    private CombiningScheduler scheduler;
    @SuppressWarnings("NullAway.Init")
    private Crew.Shift shift;
    @SuppressWarnings("NullAway.Init")
    private Crew.Shift sampled;

    /** Hires the crew. */
    @Setup(Level.Trial)
    public void hire() {
        sectionSteps = Steps.in(section);
        workSteps = Steps.in(work);
        scheduler = CombiningScheduler.create();
        crew = kind.equals("virtual")
                ? new Crew(threads, PolicyLocks.virtualThreads(peer, scheduler), new Watchdog())
                : new Crew(threads, ThreadKind.of(kind), new Watchdog());
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
        Notes.latencies(crew.sample(OPERATIONS, sampled));
        crew.dismiss();
        scheduler.close();
    }

    @Benchmark
    @OperationsPerInvocation(OPERATIONS)
    public void operation() {
        crew.run(OPERATIONS, shift);
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
