package dev.baton.check.explain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.check.api.CheckResult;
import dev.baton.check.zoo.ReportedCaseStudies;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The bugs that shipped, as a person reads them in a terminal. */
class CaseStudiesTextTest {
    private static void assertReads(CheckResult result, String golden) throws IOException {
        List<String> lines = CounterexampleText.of(result.counterexamples("case", SourcePath.none()).getFirst());
        assertThat(lines).hasSizeLessThan(40);
        Golden.assertMatches(golden, String.join("\n", lines) + "\n");
    }

    @Test
    void dpdkMcsNeedsReleaseWhereTheNodeIsLinked() throws IOException {
        assertReads(ReportedCaseStudies.dpdkMcs(), "dpdk-mcs.txt");
    }

    @Test
    void mcsWithoutAcquireNeedsItWhereTheWaiterPolls() throws IOException {
        assertReads(ReportedCaseStudies.mcsWithoutAcquire(), "mcs-without-acquire.txt");
    }

    @Test
    void qspinlockNeedsOrderInTheExchangeOfTheTail() throws IOException {
        assertReads(ReportedCaseStudies.qspinlock(), "qspinlock.txt");
    }
}
