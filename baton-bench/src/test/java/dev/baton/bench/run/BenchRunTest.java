package dev.baton.bench.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.bench.Suite;
import dev.baton.bench.result.Report;
import dev.baton.bench.result.SuiteResult;
import dev.baton.testing.HangLimit;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BenchRunTest {
    /** Ends a run before its second fork. */
    private static final class Impatient implements RunListener {
        private int begun;

        @Override
        public void planned(int forks, double seconds) {}

        @Override
        public void ended() {}

        @Override
        public void warned(String sentence) {}

        @Override
        public void began(String what) {
            if (++begun == 2) {
                throw new CancellationException(what);
            }
        }
    }

    @Test
    void runThatIsEndedEarlyKeepsWhatItsForksMeasured(@TempDir Path directory) throws Exception {
        System.setProperty("jmh.ignoreLock", "true");
        Suite suite = Suite.named("ended").benchmark(HangingBenchmark.class, "operation").axis("threads", "2", "3")
                .baton("ends", "ends").build();
        BenchRun run = new BenchRun(List.of(suite), new Settings(false, 1, 0, 1, 20, 20), "test", directory,
                new Impatient());
        assertThatThrownBy(() -> run.run(List.of())).isInstanceOf(CancellationException.class);
        assertThat(directory.resolve("jmh.json")).content().contains("\"threads\" : \"2\"", "\"score\"");
    }

    @Test
    @HangLimit(seconds = 120)
    void hungForkIsReportedAndTheRunGoesOn(@TempDir Path directory) throws Exception {
        System.setProperty("jmh.ignoreLock", "true"); // another build may run beside this one
        Suite suite = Suite.named("hanging").benchmark(HangingBenchmark.class, "operation").axis("threads", "2")
                .baton("ends", "ends").peer("hangs", "hangs").build();
        Report report = new BenchRun(List.of(suite), new Settings(false, 1, 0, 1, 20, 2), "test", directory,
                RunListener.NONE).run(List.of());
        SuiteResult result = report.suites().get(0);
        assertThat(result.measurements()).hasSize(2);
        assertThat(result.measurements().get(0).score()).isNotNull();
        assertThat(result.measurements().get(1).score()).isNull();
        assertThat(result.measurements().get(1).failure()).isEqualTo("hung: no progress for 2 s");
        assertThat(directory.resolve("report.html")).content().contains("What did not finish");
        assertThat(directory.resolve("goals.json")).exists();
    }
}
