package dev.baton.bench.paper;

import dev.baton.bench.load.Watchdog;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

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
 * The latch is made anew for each call, which JMH does not count.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(3)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class CancelledLatchBenchmark {
    @Param("baton-latch")
    public String peer = "";

    /** How many gave up. */
    @Param("0")
    public int cancelled;

    private final Watchdog watchdog = new Watchdog();
    @SuppressWarnings("NullAway.Init") // set before each call
    private Thread waiting;
    @SuppressWarnings("NullAway.Init") // set before each call
    private Latch latch;

    @Setup(Level.Invocation)
    public void prepare() throws InterruptedException {
        watchdog.begin();
        latch = switch (peer) {
            case "baton-latch" -> new BatonLatch(new dev.baton.CountDownLatch(1));
            case "jdk-latch" -> new JdkLatch(new CountDownLatch(1));
            default -> throw new IllegalArgumentException("no latch is called " + peer);
        };
        for (int count = 0; count < cancelled; count++) {
            if (latch.awaitBriefly()) {
                throw new IllegalStateException("the latch is open");
            }
        }
        waiting = waiter(latch);
    }

    private static Thread waiter(Latch latch) throws InterruptedException {
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
