package dev.baton.bench.combine;

import dev.baton.bench.Cell;
import dev.baton.bench.Goal;
import dev.baton.bench.Suite;
import dev.baton.bench.SuiteProvider;
import java.util.List;

/** Where the next owner of a contended lock runs: the three policies against each other and against the peers. */
public final class CombineSuites implements SuiteProvider {
    private static final String COMBINE_AND_EXCHANGE = "Combine-and-Exchange Locks, figures 9, 10 and 13";

    @Override
    public List<Suite> suites() {
        return List.of(policies(), delegation(), tasks(), readWriteTasks());
    }

    private static Suite policies() {
        return Suite.named("combine").title("Hand-off policies, 1000 virtual threads").source(COMBINE_AND_EXCHANGE)
                .operation("lock, section, unlock, work").benchmark(HandOffBenchmark.class, "operation")
                .parameter("kind", "virtual").parameter("threads", "1000").parameter("section", "100", "1000", "7000")
                .axis("work", "200", "2500", "10000").quick(cell -> cell.is("section", "1000"))
                .baton("combine", "Baton Mutex, COMBINE").baton("dispatch", "Baton Mutex, DISPATCH")
                .baton("inline", "Baton Mutex, INLINE").peer("jdk-lock-fair", "j.u.c. ReentrantLock, fair")
                .peer("jdk-lock-unfair", "j.u.c. ReentrantLock, unfair").peer("kotlin-mutex", "Kotlin Mutex")
                .goal(new Goal.Ratio("at least twice DISPATCH up to 2.5 µs of work", "dispatch",
                        cell -> cell.number("work") <= 2_500, 2, 0))
                .goal(new Goal.Ratio("never below 0.98 of DISPATCH", "dispatch", cell -> true, 0.98, 0))
                .goal(new Goal.Ratio("at least 1.1 of the JDK's fair lock for short loops", "jdk-lock-fair",
                        CombineSuites::isShort, 1.1, 0))
                .goal(new Goal.Ratio("never below the JDK's fair lock", "jdk-lock-fair", cell -> true, 1, 0))
                .goal(new Goal.Ratio("at least 0.95 of the JDK's unfair lock from 2.5 µs of work", "jdk-lock-unfair",
                        cell -> cell.number("work") >= 2_500, 0.95, 0))
                .build();
    }

    private static boolean isShort(Cell cell) {
        return cell.number("section") + cell.number("work") <= 4_000;
    }

    private static Suite delegation() {
        return Suite.named("delegation").title("Delegated sections, platform threads").source("own")
                .operation("section, work").benchmark(HandOffBenchmark.class, "operation")
                .parameter("kind", "platform").parameter("section", "100", "1000").parameter("work", "200")
                .axis("threads", "8", "16", "64").quick(cell -> cell.is("section", "100"))
                .baton("delegated", "Baton Mutex.withLock, COMBINE").peer("jdk-lock-fair", "j.u.c. ReentrantLock, fair")
                .peer("jdk-lock-unfair", "j.u.c. ReentrantLock, unfair")
                .goal(new Goal.Ratio("at least three times the JDK's fair lock", "jdk-lock-fair", cell -> true, 3, 0))
                .build();
    }

    private static Suite tasks() {
        return Suite.named("combine-tasks").title("The paper's task, 5000 threads, mutex")
                .source("Combine-and-Exchange Locks, figures 9, 10 and 13")
                .operation("map insert under the lock, sieve")
                .benchmark(TaskBenchmark.class, "operation").parameter("tasks", "5000")
                .axis("section", "100", "250", "1000", "2500", "7500").quick(cell -> cell.is("section", "1000"))
                .baton("combine", "Baton Mutex, COMBINE").baton("dispatch", "Baton Mutex, DISPATCH")
                .baton("inline", "Baton Mutex, INLINE").peer("jdk-lock-fair", "j.u.c. ReentrantLock, fair")
                .peer("jdk-lock-unfair", "j.u.c. ReentrantLock, unfair").peer("kotlin-mutex", "Kotlin Mutex")
                .baton("platform-dispatch", "Baton Mutex, platform threads")
                .peer("platform-jdk-lock-fair", "j.u.c. ReentrantLock, fair, platform threads")
                .peer("platform-jdk-lock-unfair", "j.u.c. ReentrantLock, unfair, platform threads")
                .goal(new Goal.Ratio("never below 0.98 of DISPATCH", "dispatch", cell -> true, 0.98, 0))
                .goal(new Goal.Ratio("never below the JDK's fair lock", "jdk-lock-fair", cell -> true, 1, 0)).build();
    }

    private static Suite readWriteTasks() {
        return Suite.named("combine-read-write").title("The paper's task, 5000 threads, read-write lock")
                .source("Combine-and-Exchange Locks, figure 11")
                .operation("map insert or look-up under the lock, sieve")
                .benchmark(TaskBenchmark.class, "operation").parameter("tasks", "5000")
                .parameter("writers", "50", "25", "6").axis("section", "100", "250", "1000", "2500", "7500")
                .quick(cell -> cell.is("section", "1000") && cell.is("writers", "50"))
                .baton("combine", "Baton ReentrantReadWriteLock, COMBINE")
                .baton("dispatch", "Baton ReentrantReadWriteLock, DISPATCH")
                .baton("inline", "Baton ReentrantReadWriteLock, INLINE")
                .peer("jdk-lock-fair", "j.u.c. ReentrantReadWriteLock, fair")
                .peer("jdk-lock-unfair", "j.u.c. ReentrantReadWriteLock, unfair")
                .baton("platform-dispatch", "Baton ReentrantReadWriteLock, platform threads")
                .peer("platform-jdk-lock-fair", "j.u.c. ReentrantReadWriteLock, fair, platform threads")
                .peer("platform-jdk-lock-unfair", "j.u.c. ReentrantReadWriteLock, unfair, platform threads")
                .goal(new Goal.Ratio("never below 0.98 of DISPATCH", "dispatch", cell -> true, 0.98, 0))
                .goal(new Goal.Ratio("never below the JDK's fair lock", "jdk-lock-fair", cell -> true, 1, 0)).build();
    }
}
