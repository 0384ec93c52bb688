package dev.baton.bench.combine;

import dev.baton.ReentrantReadWriteLock;
import dev.baton.bench.load.Crew;
import dev.baton.bench.load.Worker;
import dev.baton.bench.peer.Gate;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;

/**
 * The paper's task: choose a prime, put it into a shared map under the lock, sieve up to it outside. The section is
 * made longer by busy work. With a read-write lock some of the tasks' sections only look the prime up. Each task has
 * a thread of its own, virtual or platform.
 */
public class TaskBenchmark extends PolicyBenchmark {
    private static final int OPERATIONS = 10_000;
    private static final int ALL_WRITE = 100;

    @Param("5000")
    public int tasks;

    /** Nanoseconds inside, beside the map. */
    @Param("100")
    public int section;

    /** Per cent of the sections that write; 100 means a mutex. */
    @Param("100")
    public int writers;

    private final Map<Integer, Integer> map = new HashMap<>();
    private int sectionSteps;
    @SuppressWarnings("NullAway.Init") // set before each trial
    private Crew.Shift shift;
    /** One for each task. */
    @SuppressWarnings("NullAway.Init")
    private BitSet[] sieves;

    /** Hires the crew. */
    @Setup(Level.Trial)
    public void hire() {
        sectionSteps = Steps.in(section);
        sieves = new BitSet[tasks];
        for (int index = 0; index < tasks; index++) {
            sieves[index] = new BitSet();
        }
        Contender contender = Contender.of(peer);
        hireCrew(tasks, contender);
        if (writers == ALL_WRITE) {
            Gate gate = PolicyLocks.gate(contender.lock(), tasks);
            shift = (worker, share) -> writeAll(worker, share, gate);
        } else {
            ReadWriteLock lock = readWriteLock(contender.lock());
            shift = (worker, share) -> readAndWrite(worker, share, lock);
        }
    }

    /** Ours with a policy, {@code jdk-lock-fair} or {@code jdk-lock-unfair}. */
    private static ReadWriteLock readWriteLock(String name) {
        return switch (name) {
            case "jdk-lock-fair" -> new java.util.concurrent.locks.ReentrantReadWriteLock(true);
            case "jdk-lock-unfair" -> new java.util.concurrent.locks.ReentrantReadWriteLock(false);
            default -> new ReentrantReadWriteLock(true, PolicyLocks.policy(name));
        };
    }

    /** Dismisses the crew. */
    @TearDown(Level.Trial)
    public void dismiss() throws InterruptedException {
        dismissCrew();
    }

    @Benchmark
    @OperationsPerInvocation(OPERATIONS)
    public void operation() {
        run(OPERATIONS);
    }

    void run(int operations) {
        crew().run(operations, shift);
    }

    /** What the tasks share. */
    Map<Integer, Integer> map() {
        return map;
    }

    private void writeAll(Worker worker, int share, Gate gate) throws InterruptedException {
        long state = seed(worker);
        for (int count = 0; count < share; count++) {
            state = Steps.run(state, 1);
            int prime = Primes.random(state);
            gate.enter(worker);
            map.put(prime, prime);
            state = Steps.run(state, sectionSteps);
            gate.exit(worker);
            Primes.sieve(sieves[worker.index()], prime);
        }
        worker.keep(state);
    }

    private void readAndWrite(Worker worker, int share, ReadWriteLock lock) {
        long state = seed(worker);
        for (int count = 0; count < share; count++) {
            state = Steps.run(state, 1);
            int prime = Primes.random(state);
            boolean writes = (state >>> 33) % 100 < writers;
            Lock side = writes ? lock.writeLock() : lock.readLock();
            side.lock();
            if (writes) {
                map.put(prime, prime);
            } else {
                state += map.getOrDefault(prime, 0) & 1;
            }
            state = Steps.run(state, sectionSteps);
            side.unlock();
            Primes.sieve(sieves[worker.index()], prime);
        }
        worker.keep(state);
    }

    private static long seed(Worker worker) {
        return 0x9E3779B97F4A7C15L * (worker.index() + 1);
    }
}
