package dev.baton.cli;

import dev.baton.cli.demo.Load;
import dev.baton.cli.demo.LoadResult;
import dev.baton.cli.demo.WaitTimes;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DemoReportTest {
    private final DemoReport report = new DemoReport(new DemoReport.Machine("25.0.3", 2),
            Load.of(10_000, 8, Duration.ofSeconds(6)), results());

    @Test
    void tableShowsBothPoolsSideBySide() throws IOException {
        Golden.assertMatches("demo-table.txt", String.join("\n", report.table()) + "\n");
    }

    @Test
    void jsonHoldsEveryFigure() throws IOException {
        Golden.assertMatches("demo.json", report.json() + "\n");
    }

    /** Invented figures: every field has another value, so that none can stand in another's place. */
    private static Map<String, LoadResult> results() {
        Map<String, LoadResult> results = new LinkedHashMap<>();
        results.put("one", new LoadResult(6.01, 1_111, 185.4, 2_222, 0, new WaitTimes(999, 33_333, 4_444_444),
                new WaitTimes(55, 6_666, 77_777), 0, 0, 0, 0, false, null));
        results.put("other", new LoadResult(6.02, 12_345, 2_056.7, 23_456, 1, new WaitTimes(111, 222, 333),
                new WaitTimes(444, 555, 666), 2, 3, 4, 5, true, new IllegalStateException("planted")));
        return results;
    }
}
