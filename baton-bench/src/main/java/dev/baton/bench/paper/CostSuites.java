package dev.baton.bench.paper;

import dev.baton.bench.Goal;
import dev.baton.bench.Suite;
import dev.baton.bench.SuiteProvider;
import java.util.List;

/** The cost table: what an operation costs without contention, and what an abort costs however long the queue is. */
public final class CostSuites implements SuiteProvider {
    @Override
    public List<Suite> suites() {
        return List.of(uncontendedSemaphore(), uncontendedMutex(), abort(), concurrentAbort(), cancelledLatch());
    }

    private static Suite uncontendedSemaphore() {
        return Suite.named("uncontended-semaphore").title("Semaphore without contention").source("cost table")
                .operation("acquire and release").benchmark(UncontendedBenchmark.class, "pair").axis("permits", "1")
                .baton("baton-semaphore", "Baton Semaphore")
                .peer("jdk-semaphore-unfair", "j.u.c. Semaphore, unfair")
                .peer("jdk-semaphore-fair", "j.u.c. Semaphore, fair").peer("kotlin-semaphore", "Kotlin Semaphore")
                .goal(new Goal.Ratio("at most 1.1 times the unfair Semaphore of the JDK", "jdk-semaphore-unfair",
                        cell -> true, 1 / 1.1, 0))
                .goal(new Goal.Allocation("allocates nothing", 0.5)).build();
    }

    private static Suite uncontendedMutex() {
        return Suite.named("uncontended-mutex").title("Mutex without contention").source("cost table")
                .operation("lock and unlock").benchmark(UncontendedBenchmark.class, "pair").axis("permits", "1")
                .baton("baton-mutex", "Baton Mutex").peer("jdk-lock-unfair", "j.u.c. ReentrantLock, unfair")
                .peer("jdk-lock-fair", "j.u.c. ReentrantLock, fair").peer("kotlin-mutex", "Kotlin Mutex")
                .peer("clh", "CLH spin lock").peer("mcs", "MCS spin lock")
                .goal(new Goal.Ratio("at most 1.1 times the unfair ReentrantLock of the JDK", "jdk-lock-unfair",
                        cell -> true, 1 / 1.1, 0))
                .goal(new Goal.Allocation("allocates nothing", 0.5)).build();
    }

    private static Suite abort() {
        return Suite.named("abort").title("Suspend and abort").source("cqs-2023, figure 9; cost table")
                .operation("request that gives up at once").benchmark(SuspendAbortBenchmark.class, "suspendAndAbort")
                .axis("waiters", "0", "10", "100", "1000", "10000", "100000")
                .quick(cell -> List.of("0", "1000", "100000").contains(cell.get("waiters")))
                .baton("baton-semaphore-timed", "Baton Semaphore, timed")
                .baton("baton-semaphore-future", "Baton Semaphore, future")
                .baton("baton-cqs-simple", "Baton CQS, simple").baton("baton-cqs-smart", "Baton CQS, smart")
                .peer("jdk-semaphore-timed", "j.u.c. Semaphore, timed")
                .goal(new Goal.Ratio("on an empty queue, at least 2 times as fast as the JDK", "jdk-semaphore-timed",
                        cell -> cell.number("waiters") == 0, 2, 0))
                .goal(new Goal.Ratio("with 1000 waiters, at least 50 times as fast as the JDK", "jdk-semaphore-timed",
                        cell -> cell.number("waiters") >= 1000, 50, 0))
                .goal(new Goal.Flat("flat to 100,000 waiters", 1.5)).build();
    }

    private static Suite concurrentAbort() {
        return Suite.named("concurrent-abort").title("Suspend and abort, many threads at once")
                .source("cqs-2023, section 6.5 (could not be measured there)")
                .operation("request that gives up at once")
                .benchmark(ConcurrentAbortBenchmark.class, "suspendAndAbort").parameter("kind", "platform", "virtual")
                .axis("threads", "1", "2", "8", "64").quick(cell -> List.of("2", "64").contains(cell.get("threads")))
                .baton("baton-semaphore-timed", "Baton Semaphore, timed")
                .baton("baton-semaphore-future", "Baton Semaphore, future")
                .peer("jdk-semaphore-timed", "j.u.c. Semaphore, timed")
                .goal(new Goal.Ratio("against the fair Semaphore of the JDK", "jdk-semaphore-timed", cell -> true, 0.95,
                        0))
                .build();
    }

    private static Suite cancelledLatch() {
        return Suite.named("cancelled-latch").title("Final countDown after many cancelled waiters").source("cost table")
                .operation("countDown that opens the latch").benchmark(CancelledLatchBenchmark.class, "finalCountDown")
                .axis("cancelled", "0", "1000", "100000")
                .baton("baton-latch", "Baton CountDownLatch").peer("jdk-latch", "j.u.c. CountDownLatch")
                .goal(new Goal.Ratio("against the CountDownLatch of the JDK", "jdk-latch", cell -> true, 0.95, 0))
                .goal(new Goal.Flat("flat to 100,000 cancelled waiters", 1.5)).build();
    }
}
