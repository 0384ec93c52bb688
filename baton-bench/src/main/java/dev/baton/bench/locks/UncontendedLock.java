package dev.baton.bench.locks;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Cost of locking and unlocking when nobody else wants to. The bar: at most 1.1 times the JDK's. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(3)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class UncontendedLock {
    private final java.util.concurrent.locks.ReentrantLock jdkUnfair = new java.util.concurrent.locks.ReentrantLock();
    private final java.util.concurrent.locks.ReentrantLock jdkFair = new java.util.concurrent.locks.ReentrantLock(true);
    private final dev.baton.ReentrantLock batonUnfair = new dev.baton.ReentrantLock();
    private final dev.baton.ReentrantLock batonFair = new dev.baton.ReentrantLock(true);
    private final Lock jdkRead = new java.util.concurrent.locks.ReentrantReadWriteLock(true).readLock();
    private final Lock jdkWrite = new java.util.concurrent.locks.ReentrantReadWriteLock(true).writeLock();
    private final Lock batonRead = new dev.baton.ReentrantReadWriteLock(true).readLock();
    private final Lock batonWrite = new dev.baton.ReentrantReadWriteLock(true).writeLock();
    private int counter;

    @Benchmark
    public int lockJdkUnfair() {
        jdkUnfair.lock();
        try {
            return ++counter;
        } finally {
            jdkUnfair.unlock();
        }
    }

    @Benchmark
    public int lockJdkFair() {
        jdkFair.lock();
        try {
            return ++counter;
        } finally {
            jdkFair.unlock();
        }
    }

    @Benchmark
    public int lockBatonUnfair() {
        batonUnfair.lock();
        try {
            return ++counter;
        } finally {
            batonUnfair.unlock();
        }
    }

    @Benchmark
    public int lockBatonFair() {
        batonFair.lock();
        try {
            return ++counter;
        } finally {
            batonFair.unlock();
        }
    }

    private int with(Lock lock) {
        lock.lock();
        try {
            return ++counter;
        } finally {
            lock.unlock();
        }
    }

    @Benchmark
    public int readJdkFair() {
        return with(jdkRead);
    }

    @Benchmark
    public int readBatonFair() {
        return with(batonRead);
    }

    @Benchmark
    public int writeJdkFair() {
        return with(jdkWrite);
    }

    @Benchmark
    public int writeBatonFair() {
        return with(batonWrite);
    }
}
