package dev.baton.bench.run;

import dev.baton.bench.Suite;
import dev.baton.bench.report.Page;
import dev.baton.bench.result.FootprintRow;
import dev.baton.bench.result.GoalFile;
import dev.baton.bench.result.HeadlineFile;
import dev.baton.bench.result.Report;
import dev.baton.bench.result.SuiteResult;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import org.openjdk.jmh.results.format.ResultFormatFactory;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.RunnerException;

/**
 * Runs suites and writes, after each, everything that is known so far to a directory: {@code headlines.json},
 * {@code goals.json} and {@code report.html}; {@code jmh.json} (raw) is rewritten after each fork, and {@code jmh.log} grows all the while. An
 * interrupted run has no headlines of the suite it was in, but what its forks measured.
 */
public final class BenchRun {
    /** Less of the machine than this is worth a warning. */
    private static final double WARN_SHARE = 0.93;
    /** With less than this numbers mean nothing. */
    private static final double REFUSE_SHARE = 0.75;

    private final List<Suite> suites;
    private final Settings settings;
    private final Path directory;
    private final RunListener listener;
    private final List<String> warnings = new ArrayList<>();
    private final Map<String, String> facts;

    /**
     * Prepares a run.
     *
     * @param command  how it was called, for the captions
     * @param listener told how it goes on
     */
    public BenchRun(List<Suite> suites, Settings settings, String command, Path directory,
            RunListener listener) throws IOException {
        this.suites = suites;
        this.settings = settings;
        this.directory = directory;
        this.listener = listener;
        this.facts = Machine.facts(command, settings);
        Files.createDirectories(directory);
    }

    /**
     * Looks whether the machine is free.
     *
     * @param force go on in any case
     * @throws MachineBusyException if it is not, and numbers would mean nothing
     */
    public void checkMachine(boolean force) throws MachineBusyException, InterruptedException {
        double load = Machine.load();
        double share = Machine.share();
        if (share < REFUSE_SHARE && !force) {
            throw new MachineBusyException(String.format(Locale.ROOT,
                    "other programs use the machine (of %d cores only %.0f %% are free, load average %.1f); wait, or run "
                            + "with --force and do not trust the numbers.",
                    Machine.cores(), share * 100, load));
        }
        if (share < WARN_SHARE) {
            warn(String.format(Locale.ROOT, "Before the run only %.0f %% of the cores were free (load average %.1f).",
                    share * 100, load));
        } else if (load > Machine.cores() * 0.5) {
            warn(String.format(Locale.ROOT, "The load average before the run was %.1f on %d cores.", load,
                    Machine.cores()));
        }
    }

    private void warn(String text) {
        warnings.add(text);
        listener.warned(text);
    }

    /**
     * Runs everything.
     *
     * @param footprint rows for the page's footprint table
     * @return the report, whose files are written
     */
    public Report run(List<FootprintRow> footprint) throws IOException, RunnerException, InterruptedException {
        if (suites.isEmpty()) {
            Report report = new Report(facts, warnings, List.of(), footprint);
            Files.writeString(directory.resolve("report.html"), Page.of(report));
            return report;
        }
        List<SuiteResult> results = new ArrayList<>();
        Report report = new Report(facts, warnings, results, footprint);
        try (PrintStream log = new PrintStream(directory.resolve("jmh.log").toFile(), StandardCharsets.UTF_8)) {
            int planned = Plan.of(suites, settings).trials().size();
            listener.planned(planned, planned * settings.secondsPerTrial());
            Forks forks = new Forks(settings, log);
            for (Suite suite : suites) {
                for (Trial trial : Plan.of(List.of(suite), settings).trials()) {
                    listener.began(trial.suite().name() + " " + trial.cell().label() + ", " + trial.peer().name());
                    forks.run(trial);
                    writeRaw(forks);
                    listener.ended();
                }
                double share = Machine.share();
                if (share < WARN_SHARE) {
                    warnings.add(
                            String.format(Locale.ROOT, "At the end of suite %s only %.0f %% of the cores were free.",
                                    suite.name(), share * 100));
                }
                results.add(new SuiteResult(suite, forks.measurements(suite)));
                report = new Report(facts, warnings, results, footprint);
                write(report);
            }
        }
        return report;
    }

    private void write(Report report) throws IOException {
        Files.writeString(directory.resolve("headlines.json"), HeadlineFile.write(report.headlines()));
        Files.writeString(directory.resolve("goals.json"), GoalFile.write(report.verdicts()));
        Files.writeString(directory.resolve("report.html"), Page.of(report));
    }

    /** JMH's own format, after each fork: what was measured outlives a run that is ended early. */
    private void writeRaw(Forks forks) throws IOException {
        try (PrintStream raw = new PrintStream(directory.resolve("jmh.json").toFile(), StandardCharsets.UTF_8)) {
            ResultFormatFactory.getInstance(ResultFormatType.JSON, raw).writeOut(forks.raw());
        }
    }
}
