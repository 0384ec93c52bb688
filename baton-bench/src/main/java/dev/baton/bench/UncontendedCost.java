package dev.baton.bench;

import dev.baton.Mutex;
import dev.baton.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Cost of acquiring and releasing when nobody else wants to. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(3)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class UncontendedCost {
    private final Semaphore batonSemaphore = new Semaphore(8);
    private final java.util.concurrent.Semaphore jdkUnfairSemaphore = new java.util.concurrent.Semaphore(8);
    private final java.util.concurrent.Semaphore jdkFairSemaphore = new java.util.concurrent.Semaphore(8, true);
    private final Mutex batonMutex = new Mutex();
    private final ReentrantLock jdkUnfairLock = new ReentrantLock();

    @Benchmark
    public void semaphoreBaton() throws InterruptedException {
        batonSemaphore.acquire();
        batonSemaphore.release();
    }

    @Benchmark
    public void semaphoreJdkUnfair() throws InterruptedException {
        jdkUnfairSemaphore.acquire();
        jdkUnfairSemaphore.release();
    }

    @Benchmark
    public void semaphoreJdkFair() throws InterruptedException {
        jdkFairSemaphore.acquire();
        jdkFairSemaphore.release();
    }

    @Benchmark
    public void mutexBaton() {
        batonMutex.lock();
        batonMutex.unlock();
    }

    @Benchmark
    public void mutexJdkUnfairLock() {
        jdkUnfairLock.lock();
        jdkUnfairLock.unlock();
    }
}
