package dev.baton.bench.locks;

import dev.baton.bench.load.SteadyCrew;
import dev.baton.bench.load.ThreadKind;
import dev.baton.bench.load.Watchdog;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
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
import org.openjdk.jmh.infra.Blackhole;

/**
 * Throughput of locks and binary semaphores that several threads want all the time. The bars: fair at least the
 * JDK's fair, barging with a bound at least 0.9 times the JDK's unfair.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(3)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@SuppressWarnings("NullAway.Init") // JMH sets the parameters, and the set-up the rest
public class ContendedLock {
    private static final int SECTIONS = 64 * 1024;

    @Param({"jdkUnfair", "batonUnfair", "jdkFair", "batonFair", "jdkSemaphoreUnfair", "batonSemaphoreUnfair",
            "jdkSemaphoreFair", "batonSemaphoreFair"})
    String lock;

    @Param({"platform", "virtual"})
    String kind;

    @Param({"2", "8", "64"})
    int threads;

    /** Work inside and outside the section, in blackhole tokens. */
    @Param({"10"})
    int work;

    private Section section;
    private SteadyCrew crew;

    /** Enters and leaves. */
    private interface Section {
        void run(int work);
    }

    @Setup
    public void create() {
        section = switch (lock) {
            case "jdkUnfair" -> section(new java.util.concurrent.locks.ReentrantLock());
            case "batonUnfair" -> section(new dev.baton.ReentrantLock());
            case "jdkFair" -> section(new java.util.concurrent.locks.ReentrantLock(true));
            case "batonFair" -> section(new dev.baton.ReentrantLock(true));
            case "jdkSemaphoreUnfair" -> section(new java.util.concurrent.Semaphore(1));
            case "batonSemaphoreUnfair" -> section(new dev.baton.Semaphore(1));
            case "jdkSemaphoreFair" -> section(new java.util.concurrent.Semaphore(1, true));
            case "batonSemaphoreFair" -> section(new dev.baton.Semaphore(1, true));
            default -> throw new IllegalArgumentException(lock);
        };
        crew = new SteadyCrew(threads, ThreadKind.of(kind), new Watchdog(), (worker, round) -> {
            section.run(work);
            Blackhole.consumeCPU(work);
        });
    }

    private static Section section(Lock lock) {
        return work -> {
            lock.lock();
            Blackhole.consumeCPU(work);
            lock.unlock();
        };
    }

    private static Section section(java.util.concurrent.Semaphore semaphore) {
        return work -> {
            semaphore.acquireUninterruptibly();
            Blackhole.consumeCPU(work);
            semaphore.release();
        };
    }

    private static Section section(dev.baton.Semaphore semaphore) {
        return work -> {
            semaphore.acquireUninterruptibly();
            Blackhole.consumeCPU(work);
            semaphore.release();
        };
    }

    @Benchmark
    @OperationsPerInvocation(SECTIONS)
    public void sections() {
        crew.advance(SECTIONS);
    }

    @TearDown
    public void dismiss() throws InterruptedException {
        crew.dismiss();
    }
}
