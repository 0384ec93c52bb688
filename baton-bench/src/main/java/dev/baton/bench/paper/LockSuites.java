package dev.baton.bench.paper;

import dev.baton.bench.Goal;
import dev.baton.bench.Suite;
import dev.baton.bench.SuiteProvider;
import dev.baton.bench.locks.ContendedLock;
import dev.baton.bench.locks.ReadWriteMix;
import java.util.List;
import java.util.Locale;

/** The classes that keep the interface of java.util.concurrent.locks, fair against fair and unfair against unfair. */
public final class LockSuites implements SuiteProvider {
    @Override
    public List<Suite> suites() {
        return List.of(contended("lock-fair", "ReentrantLock, fair", "Fair", 1.0),
                contended("lock-unfair", "ReentrantLock, barging", "Unfair", 0.9),
                readWrite("read-write-fair", "ReentrantReadWriteLock, fair", "Fair"), uncontended());
    }

    private static Suite contended(String name, String title, String fairness, double least) {
        return Suite.named(name).title(title).source("own").operation("lock, work, unlock, work")
                .benchmark(ContendedLock.class, "sections", "lock").parameter("kind", "platform", "virtual")
                .axis("threads", "2", "8", "64").quick(cell -> cell.is("threads", "8"))
                .baton("baton" + fairness, "Baton ReentrantLock")
                .baton("batonSemaphore" + fairness, "Baton Semaphore, one permit")
                .peer("jdk" + fairness, "j.u.c. ReentrantLock")
                .peer("jdkSemaphore" + fairness, "j.u.c. Semaphore, one permit")
                .goal(new Goal.Ratio("against the ReentrantLock of the JDK, both " + fairness.toLowerCase(Locale.ROOT),
                        "jdk" + fairness, cell -> true, least, 0))
                .build();
    }

    private static Suite readWrite(String name, String title, String fairness) {
        return Suite.named(name).title(title).source("own").operation("lock, work, unlock, work")
                .benchmark(ReadWriteMix.class, "sections", "lock").parameter("kind", "platform", "virtual")
                .parameter("percentWriters", "0", "10", "50").axis("threads", "2", "8", "64")
                .quick(cell -> cell.is("threads", "8") && cell.is("percentWriters", "10"))
                .baton("baton" + fairness, "Baton ReentrantReadWriteLock")
                .peer("jdk" + fairness, "j.u.c. ReentrantReadWriteLock")
                .goal(new Goal.Ratio("against that of the JDK, both " + fairness.toLowerCase(Locale.ROOT),
                        "jdk" + fairness,
                        cell -> true, 1.0, 0))
                .build();
    }

    private static Suite uncontended() {
        return Suite.named("uncontended-lock").title("ReentrantLock without contention").source("cost table")
                .operation("lock and unlock").benchmark(UncontendedBenchmark.class, "pair").axis("permits", "1")
                .baton("baton-lock-unfair", "Baton ReentrantLock, barging")
                .baton("baton-lock-fair", "Baton ReentrantLock, fair")
                .peer("jdk-lock-unfair", "j.u.c. ReentrantLock, unfair")
                .peer("jdk-lock-fair", "j.u.c. ReentrantLock, fair")
                .goal(new Goal.Ratio("at most 1.1 times the unfair ReentrantLock of the JDK", "jdk-lock-unfair",
                        cell -> true, 1 / 1.1, 0))
                .goal(new Goal.Allocation("allocates nothing", 0.5)).build();
    }
}
