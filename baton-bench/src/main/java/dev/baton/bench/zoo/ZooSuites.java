package dev.baton.bench.zoo;

import dev.baton.bench.Cell;
import dev.baton.bench.Goal;
import dev.baton.bench.Suite;
import dev.baton.bench.SuiteProvider;
import dev.baton.zoo.Species;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** What relaxed access modes bring to the locks that everybody knows, as in Table 5 of the VSync report. */
public final class ZooSuites implements SuiteProvider {
    private static final Set<String> HEADLINES = Set.of("CLH", "MCS", "QSPINLOCK", "TTAS");

    @Override
    public List<Suite> suites() {
        return List.of(Suite.named("zoo").title("Lock zoo: relaxed against all-volatile")
                .source("vsync-report-2021, table 5").operation("lock, increment, unlock")
                .benchmark(ZooBenchmark.class, "increments", "form")
                .parameter("lock", Stream.of(Species.values()).map(Species::name).toArray(String[]::new))
                .axis("threads", "1", "2").quick(ZooSuites::isHeadline).baton("relaxed", "relaxed")
                .peer("volatile", "all-volatile")
                .goal(new Goal.Ratio("relaxed modes cost nothing", "volatile", cell -> true, 0.95, 1)).build());
    }

    private static boolean isHeadline(Cell cell) {
        return cell.is("threads", "1") && HEADLINES.contains(cell.get("lock"));
    }
}
