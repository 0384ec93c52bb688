package dev.baton.bench.combine;

import dev.baton.bench.load.Crew;
import dev.baton.bench.load.ThreadKind;
import dev.baton.bench.load.Watchdog;
import dev.baton.combine.CombiningScheduler;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Benchmark that compares hand-off policies with each other and with peers. The virtual threads of the policies run on a
 * scheduler of ours, those of the peers on the JDK's.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(value = 3, jvmArgsAppend = "--add-opens=java.base/java.lang=ALL-UNNAMED")
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public abstract class PolicyBenchmark {
    /** A {@link Contender}; each benchmark says which locks there are. */
    @Param("combine")
    public String peer = "";

    @SuppressWarnings("NullAway.Init") // set before each trial
    private CombiningScheduler scheduler;
    @SuppressWarnings("NullAway.Init")
    private Crew crew;

    /** Hires {@code size} threads of the kind that the contender's name says. */
    protected final void hireCrew(int size) {
        hireCrew(size, Contender.of(peer));
    }

    final void hireCrew(int size, Contender contender) {
        scheduler = CombiningScheduler.create();
        crew = contender.threads() == ThreadKind.VIRTUAL
                ? new Crew(size, PolicyLocks.virtualThreads(contender.lock(), scheduler), new Watchdog())
                : new Crew(size, contender.threads(), new Watchdog());
    }

    protected final Crew crew() {
        return crew;
    }

    /** Ends the threads and the scheduler. */
    protected final void dismissCrew() throws InterruptedException {
        crew.dismiss();
        scheduler.close();
    }
}
