package dev.baton.bench.leveldb;

import dev.baton.bench.Goal;
import dev.baton.bench.Suite;
import dev.baton.bench.SuiteProvider;
import java.util.List;

/** Random reads of a database that only differs in its mutex. */
public final class LevelDbSuite implements SuiteProvider {
    @Override
    public List<Suite> suites() {
        return List.of(Suite.named("leveldb").title("LevelDB in Java, readrandom, virtual threads")
                .source("Combine-and-Exchange Locks, figure 14").operation("read of a random key")
                .benchmark(ReadRandomBenchmark.class, "readRandom").axis("threads", "16", "256", "1000")
                .quick(cell -> cell.is("threads", "1000")).baton("combine", "Baton ReentrantLock, COMBINE")
                .baton("dispatch", "Baton ReentrantLock, DISPATCH").baton("inline", "Baton ReentrantLock, INLINE")
                .peer("jdk-lock-fair", "j.u.c. ReentrantLock, fair")
                .peer("jdk-lock-unfair", "j.u.c. ReentrantLock, unfair")
                .goal(new Goal.Ratio("never below 0.98 of DISPATCH", "dispatch", cell -> true, 0.98, 0))
                .goal(new Goal.Ratio("never below the JDK's fair lock", "jdk-lock-fair", cell -> true, 1, 0))
                .goal(new Goal.Ratio("at least 0.95 of the JDK's unfair lock", "jdk-lock-unfair", cell -> true, 0.95,
                        0))
                .build());
    }
}
