package dev.baton.cli;

import dev.baton.check.api.Checker;
import dev.baton.check.event.Clock;
import dev.baton.check.event.Timeouts;
import dev.baton.check.explain.Counterexample;
import dev.baton.check.explain.SourcePath;
import dev.baton.check.program.UnmodelledException;
import dev.baton.report.CounterexamplePage;
import dev.baton.report.Json;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code baton check}: explores every execution of the checks in some classes. */
@Command(name = "check", sortOptions = false, mixinStandardHelpOptions = true, usageHelpWidth = 100,
        versionProvider = Version.class, descriptionHeading = "%n", optionListHeading = "%nOptions:%n",
        description = {"Run every execution of a program that a memory model allows.", "",
                "Checks are @ModelCheck methods and jcstress tests, in classes, jars or directories; without any, those of "
                        + "Baton's own primitives.",
                ""},
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:every check is verified", "1:a check is violated",
                "2:an option, a class or a file is wrong, or a class cannot be modelled",
                "3:a check was not exhausted: nothing wrong was seen, but not everything was"})
final class CheckCommand implements Callable<Integer> {
    private static final List<String> MODELS = List.of("sc", "tso", "rc11", "jam");
    static final int MOST_THREADS = 1_024;
    private static final int MOST_PROCESSORS = 65_536;

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "CLASS|JAR|DIR",
            description = "What to check; the proof of Baton's own primitives if nothing is named.")
    private List<String> targets = new ArrayList<>();

    @Option(names = "--all", description = "Go on after a violation: visit every execution, show every violation.")
    private boolean all;

    @Option(names = "--deep", description = "Without a target: the long scenarios too, two minutes each at most.")
    private boolean deep;

    @Option(names = "--model", paramLabel = "MODEL,...", split = ",", hideParamSyntax = true,
            description = "Memory models to check under: sc, tso, rc11, jam (default: what a check says itself, else rc11).")
    private List<String> models = new ArrayList<>();

    @Option(names = "--threads", paramLabel = "N",
            description = "Threads that search. With one, the first violation is the same in every run (default: 1).")
    private @Nullable Integer threads;

    @Option(names = "--max-executions", paramLabel = "N", description = "Give a check up after so many executions.")
    private @Nullable Long maxExecutions;

    @Option(names = "--seconds", paramLabel = "N", description = "Give a check up after so many seconds.")
    private @Nullable Integer seconds;

    @Option(names = "--processors", paramLabel = "N",
            description = "Processors that the program sees; with one, most code that spins parks at once (default: 1).")
    private @Nullable Integer processors;

    @Option(names = "--timeouts", paramLabel = "WHEN",
            description = "When a timed wait may expire: never, last (when nothing else can go on) or free (default: free).")
    private @Nullable String timeouts;

    @Option(names = "--clock", paramLabel = "WHICH",
            description = "Whose clock a thread reads: one that is shared, or its own (default: own).")
    private @Nullable String clock;

    @Option(names = "--classpath", paramLabel = "PATH:...", split = "[:;]", hideParamSyntax = true,
            description = "Jars and directories that the checked classes need.")
    private List<Path> classPath = new ArrayList<>();

    @Option(names = "--source", paramLabel = "DIR",
            description = "Directories with sources for the counterexamples, where they do not stand beside the classes.")
    private List<Path> sources = new ArrayList<>();

    @Option(names = "--steps", paramLabel = "own|all",
            description = "Steps of a counterexample to show: your own, with a call into a library as one line, or all "
                    + "(default: own).")
    private String steps = "own";

    @Option(names = "--html", paramLabel = "FILE", description = "Write the counterexamples as a page to this file.")
    private @Nullable Path html;

    @Option(names = "--json", description = "Print the result as JSON.")
    private boolean json;

    private final List<Finding> findings = new ArrayList<>();
    private final List<String> refused = new ArrayList<>();
    private final List<Counterexample> counterexamples = new ArrayList<>();
    private volatile boolean stopped;

    @SuppressWarnings("NullAway.Init") // picocli sets the fields
    CheckCommand() {}

    @Override
    public Integer call() throws IOException {
        requireOptions();
        CheckPlan planner = new CheckPlan(models, sources);
        CheckTargets found = new CheckTargets(targets, classPath);
        List<PlannedCheck> plan = targets.isEmpty() ? planner.shipped(deep) : planner.of(found);
        CommandLine commandLine = spec.commandLine();
        CheckConsole console = new CheckConsole(commandLine.getOut(), commandLine.getColorScheme().ansi(),
                steps.equals("all"));
        long began = System.nanoTime();
        Thread worker = Thread.currentThread();
        Interruption interruption = Interruption.stopping(() -> {
            stopped = true;
            worker.interrupt();
        });
        try (CheckProgress progress = new CheckProgress()) {
            for (PlannedCheck check : plan) {
                progress.next(check.name(), plan.size());
                try {
                    run(check, progress, console);
                } catch (RuntimeException | LinkageError failure) {
                    if (!stopped && !Thread.currentThread().isInterrupted()) { // the interrupt may hit a class that is being loaded
                        throw failure;
                    }
                }
            }
            stopped = Thread.interrupted() || stopped; // what was found is still to be written
            progress.clear();
            console.endGroup();
            report((System.nanoTime() - began) / 1e9);
            return exitCode();
        } finally {
            interruption.settle();
        }
    }

    /** Runs one check; one that cannot be modelled is noted, and the others go on. */
    private void run(PlannedCheck check, CheckProgress progress, CheckConsole console) {
        if (stopped) {
            return;
        }
        String name = check.name();
        try {
            for (Finding finding : check.run().apply(checker -> tuned(checker, progress))) {
                findings.add(finding);
                List<Counterexample> told = finding.hasViolation() ? tell(finding, check.sources()) : List.of();
                counterexamples.addAll(told);
                if (!json) {
                    progress.clear();
                    console.show(check.group(), finding, told);
                }
            }
        } catch (UnmodelledException beyond) {
            refuse(name, "cannot be modelled: " + beyond.getMessage(), beyond);
        } catch (IllegalArgumentException | UnsupportedOperationException | NoClassDefFoundError wrong) {
            refuse(name, "cannot be checked: " + (wrong instanceof NoClassDefFoundError
                    ? "the class " + String.valueOf(wrong.getMessage()).replace('/', '.') + " is not on the class path"
                    : wrong.getMessage()), wrong);
        } catch (IllegalStateException failed) {
            Throwable cause = failed.getCause();
            if (cause == null) {
                throw failed;
            }
            refuse(name, "cannot be checked: " + failed.getMessage(), failed);
        }
    }

    private List<Counterexample> tell(Finding finding, SourcePath sourcePath) {
        List<Counterexample> told = Counterexample.allOf(finding.name(), finding.shown(), sourcePath);
        return all ? told : told.subList(0, 1);
    }

    private void refuse(String name, String sentence, Throwable cause) {
        if (findings.isEmpty() && refused.isEmpty() && targets.size() == 1 && !json) {
            // The usual case, one class: the exception carries the stack for --verbose.
            refused.add(name + " " + sentence);
            throw new InputProblem(name + " " + sentence + ".", cause);
        }
        refused.add(name + " " + sentence);
        spec.commandLine().getErr().println("baton: " + name + " " + sentence + ".");
        spec.commandLine().getErr().flush();
    }

    private Checker tuned(Checker base, CheckProgress progress) {
        Checker checker = base;
        if (threads != null) {
            checker = checker.workers(threads);
        }
        if (processors != null) {
            checker = checker.processors(processors);
        }
        if (timeouts != null) {
            checker = checker.timeouts(Timeouts.valueOf(timeouts.toUpperCase(Locale.ROOT)));
        }
        if (clock != null) {
            checker = checker.clock(Clock.valueOf(clock.toUpperCase(Locale.ROOT)));
        }
        if (maxExecutions != null) {
            checker = checker.maxExecutions(maxExecutions);
        }
        if (seconds != null) {
            checker = checker.timeLimit(Duration.ofSeconds(seconds));
        }
        if (all) {
            checker = checker.allExecutions();
        }
        return progress.isShown()
                ? checker.progress(Duration.ofMillis(250), 100, progress::show)
                : checker;
    }

    private void report(double elapsed) throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        long executions = findings.stream().mapToLong(Finding::executions).sum();
        long violations = findings.stream().filter(Finding::isViolation).count();
        if (json) {
            Map<String, Object> root = new LinkedHashMap<>();
            root.put("checks", findings.stream().map(Finding::json).toList());
            root.put("refused", refused);
            root.put("executions", executions);
            root.put("violations", violations);
            root.put("stopped", stopped);
            root.put("seconds", Math.round(elapsed * 1000) / 1e3);
            root.put("counterexamples", counterexamples.stream().map(CounterexamplePage::data).toList());
            out.println(Json.of(root));
        } else {
            out.printf(Locale.ROOT, "%s%,d checks, %,d executions, %,d violations, %.1f seconds%n",
                    stopped ? "Stopped. " : "", findings.size(), executions, violations, elapsed);
        }
        out.flush();
        if (html != null) {
            writePage(html);
        }
    }

    private void writePage(Path file) {
        try {
            Files.writeString(file, CounterexamplePage.of("baton check", counterexamples));
        } catch (IOException failure) {
            throw new InputProblem(OutputFile.sentence(file, failure), failure);
        }
        if (!json) {
            spec.commandLine().getOut().printf("The page is %s%n", file);
            spec.commandLine().getOut().flush();
        }
    }

    private int exitCode() {
        if (findings.stream().anyMatch(Finding::isViolation)) {
            return ExitCode.VIOLATION;
        }
        if (!refused.isEmpty()) {
            return ExitCode.USAGE;
        }
        return stopped || findings.stream().anyMatch(Finding::isOpen) ? ExitCode.NOT_EXHAUSTED : ExitCode.OK;
    }

    private void requireOptions() {
        requireModels(models, spec);
        requireWithin("--threads", threads, MOST_THREADS, spec);
        requireWithin("--processors", processors, MOST_PROCESSORS, spec);
        requireOneOf("--timeouts", timeouts, Arrays.stream(Timeouts.values()).map(Timeouts::option).toList());
        requireOneOf("--clock", clock, Arrays.stream(Clock.values()).map(Clock::option).toList());
        requireWithin("--max-executions", maxExecutions, Long.MAX_VALUE, spec);
        requireWithin("--seconds", seconds, Integer.MAX_VALUE, spec);
        if (deep && !targets.isEmpty()) {
            throw new ParameterException(spec.commandLine(), "--deep is for Baton's own primitives: name no target");
        }
        requireDirectories(sources);
        if (!steps.equals("own") && !steps.equals("all")) {
            throw new ParameterException(spec.commandLine(), "--steps is own or all, not '" + steps + "'");
        }
        if (html != null) {
            OutputFile.requireWritable(html);
        }
    }

    private void requireOneOf(String option, @Nullable String given, List<String> known) {
        if (given != null && !known.contains(given)) {
            throw new ParameterException(spec.commandLine(),
                    option + " is one of " + String.join(", ", known) + ", not '" + given + "'");
        }
    }

    /** A number that the user gave must be positive and within reason. */
    static void requireWithin(String option, @Nullable Number value, long most, CommandSpec spec) {
        if (value != null && (value.longValue() < 1 || value.longValue() > most)) {
            throw new ParameterException(spec.commandLine(), most >= Integer.MAX_VALUE
                    ? String.format(Locale.ROOT, "%s must be positive, not %,d", option, value.longValue())
                    : String.format(Locale.ROOT, "%s must be between 1 and %,d, not %,d", option, most,
                            value.longValue()));
        }
    }

    static void requireDirectories(List<Path> sources) {
        for (Path source : sources) {
            if (!Files.isDirectory(source)) {
                throw new InputProblem("there is no directory " + source + " with sources.");
            }
        }
    }

    static void requireModels(List<String> names, CommandSpec spec) {
        for (String name : names) {
            if (!MODELS.contains(name)) {
                throw new ParameterException(spec.commandLine(),
                        "there is no memory model '" + name + "'; there are sc, tso, rc11 and jam");
            }
        }
    }
}
