package dev.baton.bench.paper;

import dev.baton.bench.load.Crew;
import dev.baton.bench.load.CrewBenchmark;
import java.util.concurrent.CountDownLatch;

import org.HdrHistogram.Histogram;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;

/**
 * A fixed number of countDown calls, each followed by work; the latch is new for each invocation and is awaited at its
 * end. Latency: the time of countDown.
 */
public class LatchBenchmark extends CrewBenchmark {
    /** So many that starting the threads, which is part of an invocation, is a small part of it. */
    private static final int OPERATIONS = 500_000;

    @Param("baton-latch")
    public String peer = "";

    /** Mean steps of work after each call. */
    @Param("100")
    public int work;

    @Benchmark
    @OperationsPerInvocation(OPERATIONS)
    public void countDown() throws InterruptedException {
        Latch latch = latch();
        crew().run(OPERATIONS, (worker, share) -> {
            for (int count = 0; count < share; count++) {
                latch.countDown();
                worker.work(work);
            }
        });
        latch.await();
    }

    @Override
    protected Histogram sample(Crew crew) {
        Latch latch = latch();
        return crew.sample(OPERATIONS, (worker, share) -> {
            for (int count = 0; count < share; count++) {
                long began = System.nanoTime();
                latch.countDown();
                worker.sample(System.nanoTime() - began);
                worker.work(work);
            }
        });
    }

    private Latch latch() {
        return switch (peer) {
            case "baton-latch" -> new BatonLatch(new dev.baton.CountDownLatch(OPERATIONS));
            case "jdk-latch" -> new JdkLatch(new CountDownLatch(OPERATIONS));
            case "work-only" -> new NoLatch();
            default -> throw new IllegalArgumentException("no latch is called " + peer);
        };
    }

    private interface Latch {
        void countDown();

        void await() throws InterruptedException;
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
    }

    /** The papers' baseline: only the work. */
    private record NoLatch() implements Latch {
        @Override
        public void countDown() {}

        @Override
        public void await() {}
    }
}
