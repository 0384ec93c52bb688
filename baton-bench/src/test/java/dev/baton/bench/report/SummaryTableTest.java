package dev.baton.bench.report;

import dev.baton.bench.GoldenFile;
import dev.baton.bench.SampleReports;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class SummaryTableTest {
    @Test
    void tellsRatiosLossesGoalsAndHangs() throws IOException {
        GoldenFile.assertSame("report/summary.txt", SummaryTable.of(SampleReports.mixed()));
    }
}
