package dev.baton.cli;

import dev.baton.bench.Goal;
import dev.baton.bench.Suite;
import dev.baton.bench.SuiteProvider;
import dev.baton.bench.paper.GateBenchmark;
import java.util.List;

/** One tiny suite that goes the whole way. */
public final class SmokeSuites implements SuiteProvider {
    @Override
    public List<Suite> suites() {
        return List
                .of(Suite.named("smoke").title("Smoke").source("no figure").benchmark(GateBenchmark.class, "operation")
                        .parameter("kind", "virtual").axis("threads", "1", "2").quick(cell -> cell.is("threads", "2"))
                        .baton("baton-mutex", "Baton Mutex").peer("jdk-lock-fair", "j.u.c. ReentrantLock, fair")
                        .goal(new Goal.Ratio("goal", "jdk-lock-fair", cell -> true, 0.1, 0)).build());
    }
}
