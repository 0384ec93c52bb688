package dev.baton.bench.run;

import dev.baton.bench.Cell;
import dev.baton.bench.Peer;
import dev.baton.bench.Suite;
import dev.baton.bench.load.Notes;
import dev.baton.bench.load.Watchdog;
import dev.baton.bench.result.Latency;
import dev.baton.bench.result.Measurement;
import dev.baton.bench.result.Score;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

import org.HdrHistogram.Histogram;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.format.OutputFormat;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Runs trials by JMH, one fork at a time, and puts the forks of a contender in a cell together. */
final class Forks {
    private static final String ALLOCATION = "gc.alloc.rate.norm";

    private final Settings settings;
    private final OutputFormat log;
    private final Map<Place, Collected> collected = new LinkedHashMap<>();

    Forks(Settings settings, PrintStream log) {
        this.settings = settings;
        this.log = OutputFormatFactory.createFormatInstance(log, VerboseMode.NORMAL);
    }

    private record Place(Suite suite, Cell cell, Peer peer) {}

    private record Collected(List<BenchmarkResult> results, List<Histogram> latencies, List<String> failures) {}

    /** Runs one fork. A fork that fails or hangs is noted, and the run goes on. */
    void run(Trial trial) throws IOException, RunnerException {
        Path file = Files.createTempFile("baton-bench", ".notes");
        Collection<RunResult> results;
        Notes notes;
        Leash leash = new Leash(settings.longestTrial());
        try {
            results = new Runner(options(trial, file), log).run();
            notes = Notes.read(file);
        } finally {
            leash.release();
            Files.deleteIfExists(file);
        }
        Collected to = collected.computeIfAbsent(new Place(trial.suite(), trial.cell(), trial.peer()),
                place -> new Collected(new ArrayList<>(), new ArrayList<>(), new ArrayList<>()));
        int before = to.results.size();
        results.forEach(result -> to.results.addAll(result.getBenchmarkResults()));
        to.latencies.addAll(notes.latencies());
        if (!notes.hangs().isEmpty()) {
            to.failures.add("hung: " + notes.hangs().get(0));
            notes.stacks().forEach(log::println);
        } else if (leash.pulled()) {
            to.failures.add("hung: no end after " + settings.longestTrial().toSeconds() + " s");
        } else if (to.results.size() == before) {
            to.failures.add("failed; the log says why");
        }
    }

    private Options options(Trial trial, Path notes) {
        Suite suite = trial.suite();
        boolean byMethod = suite.peerParameter().isEmpty();
        String method = byMethod ? suite.benchmark() + "." + trial.peer().id() : suite.benchmark();
        ChainedOptionsBuilder options = new OptionsBuilder().include("^" + Pattern.quote(method) + "$").forks(1)
                .warmupIterations(settings.warmups()).warmupTime(TimeValue.milliseconds(settings.iterationMillis()))
                .measurementIterations(settings.measurements())
                .measurementTime(TimeValue.milliseconds(settings.iterationMillis())).addProfiler(GCProfiler.class)
                .shouldFailOnError(false).jvmArgs(Settings.JVM_OPTIONS.toArray(String[]::new))
                .jvmArgsAppend("-D" + Notes.FILE + "=" + notes, "-D" + Watchdog.LIMIT + "=" + settings.hangSeconds());
        if (!byMethod) {
            options.param(suite.peerParameter(), trial.peer().id());
        }
        trial.cell().values().forEach((name, value) -> options.param(name, value));
        return options.build();
    }

    /** What the forks of a suite measured so far. */
    List<Measurement> measurements(Suite suite) {
        List<Measurement> measurements = new ArrayList<>();
        for (Cell cell : suite.cells()) {
            for (Peer peer : suite.peers()) {
                Collected forks = collected.get(new Place(suite, cell, peer));
                if (forks != null) {
                    measurements.add(measurement(cell, peer, forks));
                }
            }
        }
        return measurements;
    }

    private static Measurement measurement(Cell cell, Peer peer, Collected forks) {
        String failure = forks.failures.isEmpty() ? "" : forks.failures.get(0);
        return merged(forks).filter(all -> failure.isEmpty()).map(all -> {
            Result<?> allocation = all.getSecondaryResults().get(ALLOCATION);
            return new Measurement(cell, peer, Score.of(all.getPrimaryResult()),
                    allocation == null ? null : allocation.getScore(), Latency.of(forks.latencies), "");
        }).orElseGet(() -> new Measurement(cell, peer, null, null, null, failure));
    }

    private static Optional<RunResult> merged(Collected forks) {
        return forks.results.isEmpty()
                ? Optional.empty()
                : Optional.of(new RunResult(forks.results.get(0).getParams(), forks.results));
    }

    /** Everything as JMH knows it, for its own JSON. */
    List<RunResult> raw() {
        return collected.values().stream().map(Forks::merged).flatMap(Optional::stream).toList();
    }
}
