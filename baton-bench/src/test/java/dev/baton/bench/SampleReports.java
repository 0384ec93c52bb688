package dev.baton.bench;

import dev.baton.bench.result.FootprintRow;
import dev.baton.bench.result.Latency;
import dev.baton.bench.result.Measurement;
import dev.baton.bench.result.Report;
import dev.baton.bench.result.Score;
import dev.baton.bench.result.SuiteResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reports with numbers made up for tests: a win, a loss, a tie, and a contender that hung. */
public final class SampleReports {
    private SampleReports() {}

    public static Report mixed() {
        Suite lock = Suite.named("lock").title("Lock").source("figure 1").operation("lock & unlock")
                .benchmark(SampleReports.class, "none").parameter("kind", "platform").axis("threads", "1", "8", "64")
                .baton("ours", "Baton Lock").peer("fair", "Fair <Lock>").peer("fast", "Unfair Lock")
                .baseline("nothing", "no lock", cell -> cell.number("threads") < 64)
                .goal(new Goal.Ratio("against the fair one", "fair", cell -> true, 0.95, 1.2))
                .goal(new Goal.Ratio("alone, against the fast one", "fast", cell -> cell.is("threads", "1"), 1, 0))
                .build();
        Suite abort = Suite.named("abort").title("Abort").source("figure 2").operation("abort")
                .benchmark(SampleReports.class, "none").axis("waiters", "0", "1000").baton("ours", "Baton Lock")
                .peer("fair", "Fair <Lock>").goal(new Goal.Flat("flat", 1.5))
                .goal(new Goal.Allocation("allocates little", 64)).build();
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("CPU", "Example 9000");
        facts.put("Cores", "2");
        facts.put("Command", "./baton bench lock abort");
        return new Report(facts, List.of("The load average before the run was 3.0 on 2 cores."),
                List.of(locks(lock), aborts(abort)), List.of(new FootprintRow("Baton Lock", 344, 45.6)));
    }

    /** Every suite there is, with numbers made up: each cell and contender, or those of a quick run. */
    public static Report everySuite(boolean quick) {
        List<SuiteResult> results = new ArrayList<>();
        for (Suite suite : Suites.all()) {
            List<Measurement> all = new ArrayList<>();
            for (Cell cell : suite.cells()) {
                if (quick && !suite.quick().test(cell)) {
                    continue;
                }
                for (Peer peer : suite.peers()) {
                    if (peer.where().test(cell)) {
                        int seed = (suite.name() + cell.label() + peer.id()).hashCode() & 1023;
                        double time = 40 * Math.exp(seed / 150.0) * (1 + all.size() % 7);
                        all.add(new Measurement(cell, peer, new Score(time, time * (seed % 40) / 100), seed / 10.0,
                                new Latency((long) time, (long) time * 2, (long) time * 3, 40_000, 2_000_000), ""));
                    }
                }
            }
            results.add(new SuiteResult(suite, all));
        }
        return new Report(mixed().facts(), List.of(), results, mixed().footprint());
    }

    /** One suite in which every string is the given one. */
    public static Report naming(String text) {
        Suite suite = Suite.named(text).title(text).source(text).operation(text)
                .benchmark(SampleReports.class, "none").parameter("kind", text).axis("threads", text, "2")
                .baton("ours", text).peer("fair", text).goal(new Goal.Ratio(text, "fair", cell -> true, 2, 0)).build();
        List<Measurement> all = new ArrayList<>();
        for (Cell cell : suite.cells()) {
            all.add(new Measurement(cell, suite.peers().get(0), new Score(100, 2), 1.0, null, ""));
            all.add(new Measurement(cell, suite.peers().get(1), new Score(50, 2), 1.0, null, ""));
        }
        all.add(new Measurement(suite.cells().get(0), suite.peers().get(1), null, null, null, text));
        SuiteResult result = new SuiteResult(suite, all);
        return new Report(Map.of(text, text), List.of(text), List.of(result, result),
                List.of(new FootprintRow(text, 1, 1)));
    }

    private static SuiteResult locks(Suite suite) {
        double[][] nanos = {{20, 41, 19, 5}, {900, 9_000, 300, 6}, {1_000, 1_010, 310, 0}};
        List<Measurement> all = new ArrayList<>();
        for (int row = 0; row < nanos.length; row++) {
            for (int column = 0; column < suite.peers().size(); column++) {
                double time = nanos[row][column];
                if (time > 0) {
                    all.add(new Measurement(suite.cells().get(row), suite.peers().get(column),
                            new Score(time, time * 0.04), 0.0,
                            new Latency((long) time, (long) time * 2, (long) time * 3, 40_000, 2_000_000), ""));
                }
            }
        }
        return new SuiteResult(suite, all);
    }

    private static SuiteResult aborts(Suite suite) {
        Cell empty = suite.cells().get(0);
        Cell full = suite.cells().get(1);
        return new SuiteResult(suite,
                List.of(new Measurement(empty, suite.peers().get(0), new Score(100, 2), 72.0, null, ""),
                        new Measurement(empty, suite.peers().get(1), new Score(210, 3), 32.0, null, ""),
                        new Measurement(full, suite.peers().get(0), new Score(110, 2), 72.0, null, ""),
                        new Measurement(full, suite.peers().get(1), null, null, null, "hung: no progress for 60 s")));
    }
}
