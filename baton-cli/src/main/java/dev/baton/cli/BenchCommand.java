package dev.baton.cli;

import dev.baton.bench.Suite;
import dev.baton.bench.Suites;
import dev.baton.bench.footprint.Footprint;
import dev.baton.bench.report.SummaryTable;
import dev.baton.bench.result.Comparison;
import dev.baton.bench.result.Headline;
import dev.baton.bench.result.HeadlineFile;
import dev.baton.bench.result.Report;
import dev.baton.bench.run.BenchRun;
import dev.baton.bench.run.MachineBusyException;
import dev.baton.bench.run.Settings;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.runner.RunnerException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code baton bench}. */
@Command(name = "bench", sortOptions = false, mixinStandardHelpOptions = true, usageHelpWidth = 100,
        versionProvider = Version.class, descriptionHeading = "%n", optionListHeading = "%nOptions:%n",
        description = {"Measure Baton against its peers.", "",
                "Prints a table, and writes a page with plots, the headline ratios and JMH's raw results to a directory."},
        exitCodeListHeading = "%nExit codes:%n", exitCodeList = {"0:done",
                "1:with --compare: something got slower beyond its error",
                "2:an option or a file is wrong, or the machine is busy; one sentence on standard error says what"})
final class BenchCommand implements Callable<Integer> {
    private static final String FOOTPRINT = "footprint";

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "SUITE", description = "Suites to run; all if none is named. --list shows them.")
    private List<String> names = new ArrayList<>();

    @Option(names = "--list", description = "List the suites and what they redraw, and run nothing.")
    private boolean list;

    @Option(names = "--quick", description = "Every headline ratio once, in about ten minutes.")
    private boolean quick;

    @Option(names = "--json", paramLabel = "FILE",
            description = "Write the headline ratios to this file too; to standard output, instead of the table, for -.")
    private @Nullable Path json;

    @Option(names = "--compare", paramLabel = "OLD.json",
            description = "Say what got slower since this file of headline ratios was written.")
    private @Nullable Path compare;

    @Option(names = "--results", paramLabel = "NEW.json",
            description = "With --compare: take these headline ratios and run nothing.")
    private @Nullable Path results;

    @Option(names = "--out", paramLabel = "DIR", defaultValue = "target/bench",
            description = "Directory for the page, headlines.json, goals.json and JMH's results (default: ${DEFAULT-VALUE}).")
    private Path out;

    @Option(names = "--forks", paramLabel = "N", description = "JVMs for each contender (default: 3, quick 1).")
    private int forks;

    @Option(names = "--iteration-ms", paramLabel = "N",
            description = "Length of an iteration (default: 1000, quick 300).")
    private int iterationMillis;

    @Option(names = "--force", description = "Run even if other programs use the machine.")
    private boolean force;

    @SuppressWarnings("NullAway.Init") // picocli sets the fields
    BenchCommand() {}

    @Override
    public Integer call() throws IOException, InterruptedException {
        PrintWriter console = spec.commandLine().getOut();
        if (list) {
            Suites.all()
                    .forEach(suite -> console.printf("%-24s %s (%s)%n", suite.name(), suite.title(), suite.source()));
            console.printf("%-24s %s%n", FOOTPRINT, "Bytes of idle primitives and of waiters");
            return ExitCode.OK;
        }
        if (results != null && compare == null) {
            throw wrong("--results needs --compare.");
        }
        List<Headline> before = compare == null ? List.of() : read(compare);
        List<Headline> after = results != null ? read(results) : measure(console).headlines();
        if (compare == null) {
            return ExitCode.OK;
        }
        Comparison comparison = Comparison.of(before, after);
        console.print(comparison.text());
        console.flush();
        return comparison.slower().isEmpty() ? ExitCode.OK : ExitCode.VIOLATION;
    }

    private Report measure(PrintWriter console) throws IOException, InterruptedException {
        List<String> wanted = new ArrayList<>(names);
        boolean footprint = wanted.remove(FOOTPRINT) || names.isEmpty();
        List<Suite> suites;
        try {
            suites = wanted.isEmpty() && !names.isEmpty() ? List.of() : Suites.named(wanted);
        } catch (IllegalArgumentException unknown) {
            throw wrong(String.valueOf(unknown.getMessage()));
        }
        Settings settings = settings();
        checkWritable();
        if (force) {
            System.setProperty("jmh.ignoreLock", "true"); // another JMH that runs is one of the programs to ignore
        }
        Report report;
        Interruption interruption = Interruption.ending(this::stop);
        try (BenchProgress progress = new BenchProgress()) {
            BenchRun run = new BenchRun(suites, settings, commandLine(), out, progress);
            if (!suites.isEmpty()) {
                run.checkMachine(force);
            }
            report = run.run(footprint ? Footprint.measure() : List.of());
        } catch (MachineBusyException busy) {
            throw wrong(String.valueOf(busy.getMessage()));
        } catch (RunnerException refused) {
            throw new InputProblem("JMH refuses to run: " + refused.getMessage(), refused);
        } finally {
            interruption.settle();
        }
        String headlines = HeadlineFile.write(report.headlines());
        if (isStandardOutput(json)) {
            console.print(headlines);
        } else {
            console.print(SummaryTable.of(report));
            if (json != null) {
                Files.writeString(json, headlines);
            }
            console.printf("The page is %s%n", out.resolve("report.html"));
        }
        console.flush();
        return report;
    }

    /** Ends the JVM that measures, and says where everything is that was measured before. */
    private void stop() {
        ProcessHandle.current().descendants().forEach(ProcessHandle::destroy);
        System.err.printf(
                "%nbaton: stopped. What was measured is in %s: jmh.json has every JVM that ended, headlines.json, "
                        + "goals.json and report.html every suite.%n",
                out);
    }

    private static boolean isStandardOutput(@Nullable Path file) {
        return file != null && file.toString().equals("-");
    }

    private Settings settings() {
        Settings base = quick ? Settings.QUICK : Settings.FULL;
        if (forks < 0 || iterationMillis < 0) {
            throw wrong("--forks and --iteration-ms must be positive.");
        }
        return new Settings(base.quick(), forks == 0 ? base.forks() : forks, base.warmups(), base.measurements(),
                iterationMillis == 0 ? base.iterationMillis() : iterationMillis, base.hangSeconds());
    }

    /** Before anything runs for minutes. */
    private void checkWritable() {
        try {
            Files.createDirectories(out);
            if (!Files.isWritable(out)) {
                throw wrong("cannot write to the directory " + out + ".");
            }
        } catch (IOException failure) {
            throw wrong(OutputFile.sentence(out, failure));
        }
        if (json != null && !isStandardOutput(json)) {
            OutputFile.requireWritable(json);
        }
    }

    private List<Headline> read(Path file) {
        try {
            return HeadlineFile.read(Files.readString(file));
        } catch (NoSuchFileException missing) {
            throw wrong("there is no file " + file + ".");
        } catch (IOException unreadable) {
            throw wrong("cannot read " + file + ": " + unreadable.getMessage() + ".");
        } catch (IllegalArgumentException malformed) {
            throw wrong(file + " is not a file of headline ratios: " + malformed.getMessage() + ".");
        }
    }

    private String commandLine() {
        List<String> words = new ArrayList<>(spec.commandLine().getParseResult().originalArgs());
        words.remove(spec.name());
        words.addAll(0, List.of("./baton", spec.name()));
        return String.join(" ", words);
    }

    private static InputProblem wrong(String sentence) {
        return new InputProblem(sentence);
    }
}
