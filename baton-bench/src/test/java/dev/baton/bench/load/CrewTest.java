package dev.baton.bench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CrewTest {
    @ParameterizedTest
    @EnumSource(ThreadKind.class)
    void sharesAllOperationsEvenly(ThreadKind kind) throws InterruptedException {
        Crew crew = new Crew(7, kind, new Watchdog());
        AtomicInteger total = new AtomicInteger();
        AtomicInteger largest = new AtomicInteger();
        for (int round = 0; round < 50; round++) {
            crew.run(100, (worker, share) -> {
                total.addAndGet(share);
                largest.accumulateAndGet(share, Math::max);
            });
        }
        crew.dismiss();
        assertThat(total).hasValue(5000);
        assertThat(largest).hasValue(15);
    }

    @Test
    void failureOfAWorkerFailsTheRun() throws InterruptedException {
        Crew crew = new Crew(2, ThreadKind.PLATFORM, new Watchdog());
        assertThatThrownBy(() -> crew.run(2, (worker, share) -> {
            throw new IllegalArgumentException("broken");
        })).hasRootCauseMessage("broken");
        crew.dismiss();
    }

    @Test
    void samplesEveryOperation() throws InterruptedException {
        Crew crew = new Crew(3, ThreadKind.VIRTUAL, new Watchdog());
        Histogram latencies = crew.sample(100, (worker, share) -> {
            for (int count = 0; count < share; count++) {
                worker.sample(1000 * (worker.index() + 1));
            }
        });
        crew.dismiss();
        assertThat(latencies.getTotalCount()).isEqualTo(100);
        assertThat(latencies.getMinValue()).isBetween(990L, 1010L);
    }

    @Test
    void workHasTheMeanThatWasAskedFor() {
        Worker worker = Worker.alone();
        long steps = 0;
        for (int count = 0; count < 100_000; count++) {
            steps += worker.work(100);
        }
        assertThat(steps / 100_000.0).isBetween(98.0, 102.0);
        assertThat(worker.work(0)).isZero();
    }

    @Test
    void notesReachTheOtherSide(@TempDir Path directory) throws Exception {
        Path file = directory.resolve("notes");
        assertThat(Notes.read(file).latencies()).isEmpty();
        String before = System.setProperty(Notes.FILE, file.toString());
        try {
            Histogram histogram = new Histogram(3);
            histogram.recordValue(4711);
            Notes.latencies(histogram);
            Notes.hung("no progress for 1 s", "main\n\tat x");
        } finally {
            if (before == null) {
                System.clearProperty(Notes.FILE);
            }
        }
        assertThat(Files.readAllLines(file)).hasSize(3);
        assertThat(Notes.read(file).latencies().get(0).getTotalCount()).isEqualTo(1);
        assertThat(Notes.read(file).hangs()).containsExactly("no progress for 1 s");
        assertThat(Notes.read(file).stacks()).containsExactly("main\n\tat x");
    }
}
