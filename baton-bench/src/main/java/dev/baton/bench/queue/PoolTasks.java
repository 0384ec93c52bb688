package dev.baton.bench.queue;

import dev.baton.bench.load.Team;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;

/**
 * Time per task of a thread pool whose work queue is synchronous (the paper's figure 7): as many submitters as workers; a
 * submitter whom the pool rejects hands its task over with a blocking put.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(3)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class PoolTasks {
    private static final int TASKS = 32_000;

    @Param({"BATON_FAIR", "JDK_FAIR", "BATON_UNFAIR", "JDK_UNFAIR"})
    private HandOffKind kind = HandOffKind.BATON_FAIR;

    @Param({"1", "4", "16"})
    private int n = 1;

    @Param({"false", "true"})
    private boolean virtual;

    @Benchmark
    @OperationsPerInvocation(TASKS)
    public void tasks(Blackhole blackhole) throws InterruptedException {
        BlockingQueue<Runnable> queue = kind.createQueueOf();
        ThreadPoolExecutor pool = new ThreadPoolExecutor(0, n, 1, TimeUnit.MINUTES, queue,
                virtual ? Thread.ofVirtual().factory() : Thread.ofPlatform().daemon().factory(), PoolTasks::handOver);
        Team team = new Team(virtual);
        for (int i = 0; i < n; i++) {
            team.add(() -> {
                for (int task = 0; task < TASKS / n; task++) {
                    pool.execute(() -> blackhole.consume(this));
                }
            });
        }
        team.begin();
        team.join();
        pool.shutdown();
        if (!pool.awaitTermination(1, TimeUnit.MINUTES) || pool.getCompletedTaskCount() != TASKS) {
            throw new IllegalStateException("tasks were lost: " + pool);
        }
    }

    private static void handOver(Runnable task, ThreadPoolExecutor pool) {
        try {
            pool.getQueue().put(task);
        } catch (InterruptedException unexpected) {
            throw new RejectedExecutionException(unexpected);
        }
    }
}
