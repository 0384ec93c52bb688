package dev.baton.bench.paper;

import dev.baton.bench.load.Watchdog;
import java.lang.management.ManagementFactory;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import jdk.management.VirtualThreadSchedulerMXBean;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Cost of the countDown that opens a latch on which one virtual thread waits, behind many others that gave up. One, because
 * the JDK's countDown wakes the first and leaves the next to it, so that with more the two would not do the same.
 * <p>
 * The latch is made anew for each call, which JMH does not count. What is counted is one call at a time, so everything
 * else must be alike: before each call the same number of requests give up, {@code cancelled} of them on this latch and the
 * others on another one, which leaves caches alike; the call is compiled before the first measurement; and the one
 * carrier of virtual threads is busy during the call, so that a wake-up puts the thread into its queue and does not
 * call the operating system, which would take a hundred times as long as all the rest.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(3)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class CancelledLatchBenchmark {
    private static final int GIVE_UP = 100_000;
    private static final int ROUNDS_TO_COMPILE = 30_000;

    static {
        System.setProperty("jdk.virtualThreadScheduler.parallelism", "1"); // read when the first virtual thread starts
    }

    @Param("baton-latch")
    public String peer = "";

    /** How many gave up. */
    @Param("0")
    public int cancelled;

    private final Watchdog watchdog = new Watchdog();
    private volatile boolean occupied;
    @SuppressWarnings("NullAway.Init") // set before each call
    private Thread occupier;
    @SuppressWarnings("NullAway.Init") // set before each call
    private Thread waiting;
    @SuppressWarnings("NullAway.Init") // set before each call
    private Latch latch;

    @Setup(Level.Trial)
    public void compile() throws InterruptedException {
        occupyCarrier();
        freeCarrier();
        int carriers = ManagementFactory.getPlatformMXBean(VirtualThreadSchedulerMXBean.class).getParallelism();
        if (carriers != 1) {
            throw new IllegalStateException("another carrier would have to be woken: there are " + carriers);
        }
        for (int round = 0; round < ROUNDS_TO_COMPILE; round++) {
            latch = closed();
            giveUp(latch, round % 100 == 0 ? 3_000 : round % 3); // few and many, as before the calls that are measured
            Thread waiter = waiter(latch);
            finalCountDown();
            waiter.join();
        }
    }

    /** Returns when a virtual thread has the carrier, which it keeps. */
    private void occupyCarrier() {
        occupier = Thread.ofVirtual().start(() -> {
            occupied = true;
            while (occupied) {
                Thread.onSpinWait();
            }
        });
        while (!occupied) {
            Thread.onSpinWait();
        }
    }

    private void freeCarrier() throws InterruptedException {
        occupied = false;
        occupier.join();
    }

    @Setup(Level.Invocation)
    public void prepare() throws InterruptedException {
        watchdog.begin();
        latch = closed();
        giveUp(closed(), GIVE_UP - cancelled);
        giveUp(latch, cancelled);
        waiting = waiter(latch);
        occupyCarrier();
    }

    private Latch closed() {
        return switch (peer) {
            case "baton-latch" -> new BatonLatch(new dev.baton.CountDownLatch(1));
            case "jdk-latch" -> new JdkLatch(new CountDownLatch(1));
            default -> throw new IllegalArgumentException("no latch is called " + peer);
        };
    }

    private static void giveUp(Latch latch, int times) throws InterruptedException {
        for (int count = 0; count < times; count++) {
            if (latch.awaitBriefly()) {
                throw new IllegalStateException("the latch is open");
            }
        }
    }

    private static Thread waiter(Latch latch) {
        Thread thread = Thread.ofVirtual().start(() -> {
            try {
                latch.await();
            } catch (InterruptedException unexpected) {
                throw new IllegalStateException(unexpected);
            }
        });
        while (thread.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        return thread;
    }

    @Benchmark
    public void finalCountDown() {
        latch.countDown();
    }

    @TearDown(Level.Invocation)
    public void join() throws InterruptedException {
        freeCarrier();
        waiting.join();
        watchdog.end();
    }

    private interface Latch {
        void countDown();

        void await() throws InterruptedException;

        boolean awaitBriefly() throws InterruptedException;
    }

    private record BatonLatch(dev.baton.CountDownLatch latch) implements Latch {
        @Override
        public void countDown() {
            latch.countDown();
        }

        @Override
        public void await() throws InterruptedException {
            latch.await();
        }

        @Override
        public boolean awaitBriefly() throws InterruptedException {
            return latch.await(1, TimeUnit.NANOSECONDS);
        }
    }

    private record JdkLatch(CountDownLatch latch) implements Latch {
        @Override
        public void countDown() {
            latch.countDown();
        }

        @Override
        public void await() throws InterruptedException {
            latch.await();
        }

        @Override
        public boolean awaitBriefly() throws InterruptedException {
            return latch.await(1, TimeUnit.NANOSECONDS);
        }
    }
}
