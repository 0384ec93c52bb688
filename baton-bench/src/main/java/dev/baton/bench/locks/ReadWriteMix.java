package dev.baton.bench.locks;

import dev.baton.bench.load.SteadyCrew;
import dev.baton.bench.load.ThreadKind;
import dev.baton.bench.load.Watchdog;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
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

/** Throughput of read-write locks with some share of writers. The bar: at least the JDK's fair one. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(3)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@SuppressWarnings("NullAway.Init") // JMH sets the parameters, and the set-up the rest
public class ReadWriteMix {
    private static final int SECTIONS = 64 * 1024;

    @Param({"jdkFair", "batonFair", "jdkUnfair", "batonUnfair"})
    String lock;

    @Param({"platform", "virtual"})
    String kind;

    @Param({"2", "8", "64"})
    int threads;

    @Param({"0", "10", "50"})
    int percentWriters;

    @Param({"10"})
    int work;

    private Lock read;
    private Lock write;
    private SteadyCrew crew;

    @Setup
    public void create() {
        ReadWriteLock both = switch (lock) {
            case "jdkFair" -> new java.util.concurrent.locks.ReentrantReadWriteLock(true);
            case "batonFair" -> new dev.baton.ReentrantReadWriteLock(true);
            case "jdkUnfair" -> new java.util.concurrent.locks.ReentrantReadWriteLock();
            case "batonUnfair" -> new dev.baton.ReentrantReadWriteLock();
            default -> throw new IllegalArgumentException(lock);
        };
        read = both.readLock();
        write = both.writeLock();
        crew = new SteadyCrew(threads, ThreadKind.of(kind), new Watchdog(), this::section);
    }

    private void section(int worker, long round) {
        long share = (worker * 37L + round * 61L) % 100L; // visits every per cent once in a hundred rounds
        Lock side = share < percentWriters ? write : read;
        side.lock();
        Blackhole.consumeCPU(work);
        side.unlock();
        Blackhole.consumeCPU(work);
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
