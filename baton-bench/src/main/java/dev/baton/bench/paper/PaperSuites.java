package dev.baton.bench.paper;

import dev.baton.bench.Cell;
import dev.baton.bench.Goal;
import dev.baton.bench.Suite;
import dev.baton.bench.SuiteProvider;
import java.util.List;

/** The figures of the CQS paper and of the slides on fair locks, with virtual threads beside platform threads. */
public final class PaperSuites implements SuiteProvider {
    private static final String[] THREADS = {"1", "2", "4", "8", "16", "32", "64", "1000", "10000"};
    @Override
    public List<Suite> suites() {
        return List.of(semaphore(), mutex(), framework(), barrier(), latch(), pool());
    }

    private static boolean isPlatform(Cell cell) {
        return cell.is("kind", "platform");
    }

    /** Platform threads to 64; virtual threads to 10,000. */
    private static boolean isSensible(Cell cell) {
        return isPlatform(cell)
                ? cell.number("threads") <= 64
                : List.of("1", "8", "64", "1000", "10000").contains(cell.get("threads"));
    }

    private static boolean isHeadline(Cell cell) {
        return (isPlatform(cell) ? List.of("2", "8", "64") : List.of("64", "10000")).contains(cell.get("threads"));
    }

    /** A phase of 10,000 threads takes tens of milliseconds. */
    private static boolean isPhaseAffordable(Cell cell) {
        return isSensible(cell) && cell.number("threads") > 1
                && (cell.number("threads") < 10_000 || cell.is("work", "100"));
    }

    private static boolean isThousandOr64(Cell cell) {
        return List.of("64", "1000").contains(cell.get("threads"));
    }

    private static boolean isSpare(Cell cell) {
        return cell.number("threads") <= cell.number("permits");
    }

    private static Suite semaphore() {
        return Suite.named("semaphore").title("Semaphore").source("cqs-2023, figure 7 (semaphore)")
                .operation("acquire, work, release").benchmark(GateBenchmark.class, "operation")
                .parameter("kind", "platform", "virtual").parameter("permits", "1", "4", "8", "16", "64")
                .axis("threads", THREADS).where(PaperSuites::isSensible)
                .quick(cell -> isHeadline(cell) && List.of("1", "8").contains(cell.get("permits")))
                .baton("baton-semaphore", "Baton Semaphore").peer("jdk-semaphore-fair", "j.u.c. Semaphore, fair")
                .peer("jdk-semaphore-unfair", "j.u.c. Semaphore, unfair").peer("kotlin-semaphore", "Kotlin Semaphore")
                .goal(new Goal.Ratio("against the fair Semaphore of the JDK", "jdk-semaphore-fair", cell -> true, 0.95,
                        1.2))
                .goal(new Goal.Ratio("with spare permits, against the unfair Semaphore of the JDK",
                        "jdk-semaphore-unfair", PaperSuites::isSpare, 1.0, 0))
                .build();
    }

    private static Suite mutex() {
        return Suite.named("mutex").title("Mutual exclusion")
                .source("cqs-2023, figure 7 (mutex); fair-locks-slides-2020, evaluation (no work before)")
                .operation("lock, work, unlock").benchmark(GateBenchmark.class, "operation")
                .parameter("kind", "platform", "virtual").parameter("before", "100", "0").axis("threads", THREADS)
                .where(PaperSuites::isSensible).quick(cell -> isHeadline(cell) && cell.is("before", "100"))
                .baton("baton-mutex", "Baton Mutex").baton("baton-semaphore", "Baton Semaphore")
                .baton("baton-lock-fair", "Baton ReentrantLock, fair")
                .baton("baton-lock-unfair", "Baton ReentrantLock, barging")
                .peer("jdk-lock-fair", "j.u.c. ReentrantLock, fair")
                .peer("jdk-lock-unfair", "j.u.c. ReentrantLock, unfair")
                .peer("jdk-semaphore-fair", "j.u.c. Semaphore, fair")
                .peer("jdk-semaphore-unfair", "j.u.c. Semaphore, unfair").peer("kotlin-mutex", "Kotlin Mutex")
                .peer("kotlin-semaphore", "Kotlin Semaphore").peer("clh", "CLH spin lock", PaperSuites::isPlatform)
                .peer("mcs", "MCS spin lock", PaperSuites::isPlatform)
                .goal(new Goal.Ratio("against the fair ReentrantLock of the JDK", "jdk-lock-fair", cell -> true, 0.95,
                        0))
                .build();
    }

    private static Suite framework() {
        return Suite.named("framework").title("Semaphore on the framework, by mode")
                .source("fair-locks-slides-2020, evaluation (no work before); cqs-2023, figure 7 (Sync)")
                .operation("acquire, work, release").benchmark(GateBenchmark.class, "operation")
                .parameter("kind", "platform", "virtual").parameter("before", "0", "100")
                .parameter("permits", "1", "16").axis("threads", THREADS).where(PaperSuites::isSensible)
                .quick(cell -> cell.label().equals("virtual before=0 permits=1 threads=64"))
                .baton("baton-async-smart", "ASYNC + SMART").baton("baton-async-simple", "ASYNC + SIMPLE")
                .baton("baton-sync-smart", "SYNC + SMART").baton("baton-sync-simple", "SYNC + SIMPLE")
                .baton("baton-semaphore", "Baton Semaphore").peer("jdk-semaphore-fair", "j.u.c. Semaphore, fair")
                .peer("jdk-semaphore-unfair", "j.u.c. Semaphore, unfair")
                .peer("jdk-lock-fair", "j.u.c. ReentrantLock, fair", cell -> cell.is("permits", "1"))
                .peer("jdk-lock-unfair", "j.u.c. ReentrantLock, unfair", cell -> cell.is("permits", "1"))
                .goal(new Goal.Ratio("against the fair Semaphore of the JDK", "jdk-semaphore-fair", cell -> true, 0.95,
                        0))
                .build();
    }

    private static Suite barrier() {
        return Suite.named("barrier").title("Barrier").source("cqs-2023, figure 5")
                .operation("phase of all threads").benchmark(BarrierBenchmark.class, "phase")
                .parameter("kind", "platform", "virtual").parameter("work", "100", "1000", "10000")
                .axis("threads", THREADS).where(PaperSuites::isPhaseAffordable)
                .quick(cell -> cell.is("work", "100") && (isPlatform(cell) ? isHeadline(cell) : isThousandOr64(cell)))
                .baton("baton-barrier", "Baton Barrier").peer("jdk-barrier", "j.u.c. CyclicBarrier")
                .peer("jdk-phaser", "j.u.c. Phaser")
                .baseline("spinning-counter", "counter, active waiting", PaperSuites::isPlatform)
                .goal(new Goal.Ratio("against the CyclicBarrier of the JDK", "jdk-barrier", cell -> true, 0.95, 1.2))
                .build();
    }

    private static Suite latch() {
        return Suite.named("latch").title("Count-down latch").source("cqs-2023, figure 6")
                .operation("countDown, work").benchmark(LatchBenchmark.class, "countDown")
                .parameter("kind", "platform", "virtual").parameter("work", "50", "100", "200").axis("threads", THREADS)
                .where(PaperSuites::isSensible).quick(cell -> isHeadline(cell) && cell.is("work", "50"))
                .baton("baton-latch", "Baton CountDownLatch").peer("jdk-latch", "j.u.c. CountDownLatch")
                .baseline("work-only", "the work alone", cell -> true)
                .goal(new Goal.Ratio("against the CountDownLatch of the JDK", "jdk-latch", cell -> true, 0.95, 1.2))
                .build();
    }

    private static Suite pool() {
        return Suite.named("pool").title("Pools").source("cqs-2023, figure 8").operation("take, work, put")
                .benchmark(PoolBenchmark.class, "operation").parameter("kind", "platform", "virtual")
                .parameter("elements", "1", "4", "8", "16", "64").axis("threads", THREADS)
                .where(PaperSuites::isSensible)
                .quick(cell -> isHeadline(cell) && List.of("1", "8").contains(cell.get("elements")))
                .baton("baton-queue-pool", "Baton BlockingPool, queue")
                .baton("baton-stack-pool", "Baton BlockingPool, stack").baton("baton-queue-bag", "Baton Bag, queue")
                .baton("baton-stack-bag", "Baton Bag, stack")
                .peer("jdk-array-fair", "j.u.c. ArrayBlockingQueue, fair")
                .peer("jdk-array-unfair", "j.u.c. ArrayBlockingQueue, unfair")
                .peer("jdk-linked", "j.u.c. LinkedBlockingQueue").peer("hikari-bag", "HikariCP ConcurrentBag")
                .peer("commons-pool-fair", "commons-pool2, fair").peer("commons-pool-unfair", "commons-pool2, unfair")
                .goal(new Goal.Ratio("against the fair ArrayBlockingQueue of the JDK", "jdk-array-fair", cell -> true,
                        0.95,
                        2))
                .goal(new Goal.Ratio("with 8 elements or more, against the LinkedBlockingQueue of the JDK",
                        "jdk-linked",
                        cell -> cell.number("elements") >= 8, 0, 1))
                .build();
    }
}
