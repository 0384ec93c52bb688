package dev.baton.bench.run;

import dev.baton.bench.load.Crew;
import dev.baton.bench.load.CrewBenchmark;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;

/** Ends at once or never. */
public class HangingBenchmark extends CrewBenchmark {
    @Param("ends")
    public String peer;

    @Benchmark
    public void operation() {
        crew().run(threads, (worker, share) -> {
            while (peer.equals("hangs")) {
                LockSupport.park();
            }
        });
    }

    @Override
    protected Histogram sample(Crew crew) {
        return crew.sample(threads, (worker, share) -> worker.sample(1));
    }
}
