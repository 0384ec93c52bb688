package dev.baton.bench.load;

import java.util.concurrent.TimeUnit;

import org.HdrHistogram.Histogram;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Benchmark whose invocations spread a fixed amount of work over a {@link Crew}. JMH's score is the time of one
 * operation; the latencies of single operations come from one more pass at the end of the trial, so that reading the
 * clock does not weigh on the score.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(3)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public abstract class CrewBenchmark {
    /** {@code platform} or {@code virtual}. */
    @Param("platform")
    public String kind = "";

    /** Size of the crew. */
    @Param("8")
    public int threads;

    private final Watchdog watchdog = new Watchdog();
    @SuppressWarnings("NullAway.Init") // set before each trial
    private Crew crew;

    /** Hires the crew. */
    @Setup(Level.Trial)
    public final void hire() {
        crew = new Crew(threads, ThreadKind.of(kind), watchdog);
    }

    /** Samples latencies and dismisses the crew. */
    @TearDown(Level.Trial)
    public final void sampleAndDismiss() throws Exception {
        Notes.latencies(sample(crew));
        crew.dismiss();
    }

    protected final Crew crew() {
        return crew;
    }

    /** Runs the work once more and returns the latencies of its operations. */
    protected abstract Histogram sample(Crew crew) throws Exception;
}
