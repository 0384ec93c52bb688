package dev.baton.cli;

import dev.baton.check.api.CheckResult;
import dev.baton.check.api.Checker;
import dev.baton.check.explain.Counterexample;
import dev.baton.check.explain.SourcePath;
import dev.baton.check.explore.Verdict;
import dev.baton.check.program.CheckerException;
import dev.baton.report.CounterexamplePage;
import dev.baton.report.Json;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code baton check}: explores every execution of the checks in some classes. */
@Command(name = "check", sortOptions = false, mixinStandardHelpOptions = true, usageHelpWidth = 100,
        versionProvider = Version.class, descriptionHeading = "%n", optionListHeading = "%nOptions:%n",
        description = {"Run every execution of a program that a memory model allows.", "",
                "Checks are @ModelCheck methods and jcstress tests, in classes, jars, directories or source files; without "
                        + "any, those of Baton's own primitives.",
                ""},
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:every check is verified", "1:a check is violated",
                "2:an option, a class or a file is wrong, a check cannot be modelled, or its classes cannot be run",
                "3:a check was not exhausted: nothing wrong was seen, but not everything was",
                "70:Baton itself failed on a check, and the output says what to report"},
        footer = {"", "The worst of all checks counts: 1 before 70, 2, 3 and 0."})
final class CheckCommand implements Callable<Integer> {
    private static final List<String> MODELS = List.of("sc", "tso", "rc11", "jam", "java", "imm", "arm8");
    /** Without load buffering: those that a relaxed mode can be tried under. */
    static final List<String> WITHOUT_BUFFERING = MODELS.subList(0, 4);
    static final int MOST_THREADS = 1_024;

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "CLASS|JAR|DIR|FILE.java",
            description = "What to check; the proof of Baton's own primitives if nothing is named.")
    private List<String> targets = new ArrayList<>();

    @Option(names = "--all", description = "Go on after a violation: visit every execution, show every violation.")
    private boolean all;

    @Option(names = "--explain",
            description = "Check nothing: say what of the classes will be refused, with the line that leads there and the way out.")
    private boolean explain;

    @Option(names = "--deep", description = "Without a target: the long scenarios too, two minutes each at most.")
    private boolean deep;

    @Option(names = "--model", paramLabel = "MODEL,...", split = ",", hideParamSyntax = true,
            description = "Memory models to check under: sc, tso, rc11, jam; with load buffering, for small checks: java, imm, arm8 "
                    + "(default: what a check says itself, else rc11).")
    private List<String> models = new ArrayList<>();

    @Option(names = "--threads", paramLabel = "N",
            description = "Threads that search. With one, the first violation is the same in every run (default: 1).")
    private @Nullable Integer threads;

    @Option(names = "--max-executions", paramLabel = "N", description = "Give a check up after so many executions.")
    private @Nullable Long maxExecutions;

    @Option(names = "--seconds", paramLabel = "N", description = "Give a check up after so many seconds.")
    private @Nullable Integer seconds;

    @Mixin
    private ProgramOptions program;

    @Option(names = "--classpath", paramLabel = "PATH:...", split = "[:;]", hideParamSyntax = true,
            description = "Jars and directories that the checked classes need, in this order. Nothing else is visible to them but "
                    + "the JDK, the targets and the checker's API.")
    private List<Path> classPath = new ArrayList<>();

    @Option(names = "--with", paramLabel = "GROUP:ARTIFACT:VERSION",
            description = "Libraries by their Maven coordinates, with what they need; your Maven resolves them. They come after "
                    + "--classpath.")
    private List<String> with = new ArrayList<>();

    @Option(names = "--source", paramLabel = "DIR",
            description = "Directories with sources for the counterexamples, where they do not stand beside the classes.")
    private List<Path> sources = new ArrayList<>();

    @Option(names = "--steps", paramLabel = "own|all",
            description = "Steps of a counterexample to show: your own, with a call into a library as one line, or all "
                    + "(default: own).")
    private String steps = "own";

    @Mixin
    private HardwareOptions hardware;

    @Mixin
    private HuntOptions hunting;

    @Option(names = "--save", paramLabel = "FILE",
            description = "When a check is stopped, by Ctrl-C or a limit, write what is left to visit to this file.")
    private @Nullable Path save;

    @Option(names = "--resume", paramLabel = "FILE",
            description = "Go on with what such a file has left, here or on another machine: the same classes, models and "
                    + "options. Counts are those of all parts.")
    private @Nullable Path resume;

    @Mixin
    private ClusterOptions cluster;

    @Option(names = "--html", paramLabel = "FILE", description = "Write the counterexamples as a page to this file.")
    private @Nullable Path html;

    @Option(names = "--json", description = "Print the result as JSON.")
    private boolean json;

    @Mixin
    private PinOptions pin;

    @Mixin
    private ReportFiles reportFiles;

    @Mixin
    private VerdictCache cache;

    private volatile boolean stopped;

    @SuppressWarnings("NullAway.Init") // picocli sets the fields
    CheckCommand() {}

    @Override
    public Integer call() {
        requireOptions();
        try (ClusterOptions _ = cluster;
                CheckProgress progress = new CheckProgress();
                GivenProgram given = new GivenProgram(targets, classPath, with, progress)) {
            return explain
                    ? Explanation.of(given.targets(), spec.commandLine().getOut())
                    : check(given.targets(), progress);
        }
    }

    private int check(CheckTargets found, CheckProgress progress) {
        List<PlannedCheck> plan = plan(found, targets.isEmpty());
        cache.open(found, spec);
        SavedWork work = SavedWork.of(resume, save);
        work.requirePlanned(plan);
        CheckReport report = new CheckReport(found);
        CommandLine commandLine = spec.commandLine();
        CheckConsole console = new CheckConsole(commandLine.getOut(), commandLine.getColorScheme().ansi(),
                steps.equals("all"));
        if (!json) {
            found.unread().forEach(console::show);
        }
        Set<String> ambiguous = ambiguous(plan);
        long began = System.nanoTime();
        Thread worker = Thread.currentThread();
        Interruption interruption = Interruption.stopping(() -> {
            stopped = true;
            worker.interrupt();
        });
        try {
            for (PlannedCheck check : plan) {
                String name = ambiguous.contains(check.name().brief()) ? check.name().full() : check.name().brief();
                progress.next(name, plan.size());
                run(check, name, found, work, report, progress, console);
            }
            stopped = Thread.interrupted() || stopped; // what was found is still to be written
            progress.clear();
            console.endGroup();
            show(report, plan.size(), (System.nanoTime() - began) / 1e9);
            tell(work.write(plan, report.size()));
            tell(pin.write());
            return report.exitCode(stopped);
        } finally {
            interruption.settle();
        }
    }

    /** What is to be checked: the classes that were found, or Baton's own proof. */
    List<PlannedCheck> plan(CheckTargets found, boolean shipped) {
        CheckPlan planner = new CheckPlan(models, sources);
        return shipped ? planner.shipped(deep) : planner.of(found, all);
    }

    /** Short names that more than one check has. */
    private static Set<String> ambiguous(List<PlannedCheck> plan) {
        Map<String, String> owners = new HashMap<>();
        Set<String> several = new HashSet<>();
        for (PlannedCheck check : plan) {
            String other = owners.putIfAbsent(check.name().brief(), check.name().full());
            if (other != null && !other.equals(check.name().full())) {
                several.add(check.name().brief());
            }
        }
        return several;
    }

    /** Runs one check and shows what it came to, whatever that is. */
    private void run(PlannedCheck check, String name, CheckTargets found, SavedWork work, CheckReport report,
            CheckProgress progress,
            CheckConsole console) {
        if (stopped) {
            return;
        }
        Finding finding = cache.remembered(check)
                .orElseGet(() -> cluster.find(check, order(check, name, found), checker -> work.tuned(check,
                        tuned(checker, progress)), progress, verbose()));
        boolean interrupted = stopped || Thread.currentThread().isInterrupted();
        if (interrupted && !finding.verdict().isExplored()) {
            return; // the interrupt may hit a class that is being loaded
        }
        work.add(check, finding);
        List<Counterexample> told = List.of();
        Finding untold = null;
        try {
            told = finding.verdict() == Verdict.VIOLATED ? tell(finding, name, check.sources()) : List.of();
            told = hardware.located(told, check, checker -> tuned(checker, progress), seconds);
        } catch (RuntimeException | Error failure) { // the violation stands
            untold = new Unexplored(finding.name(), finding.model(), finding.expectsViolation(), new CheckerException(
                    "the counterexample cannot be told: " + failure, failure), verbose());
        }
        report.add(finding, told);
        pin.keep(check, found, told, program);
        if (untold == null) {
            cache.remember(check, finding);
        } else {
            report.add(untold, List.of());
        }
        if (!json) {
            progress.clear();
            console.show(check.group(), finding, name, told);
            if (untold != null) {
                console.show(check.group(), untold, name, List.of());
            }
        }
    }

    private boolean verbose() {
        return spec.root().userObject() instanceof BatonCommand baton && baton.verbose();
    }

    private List<Counterexample> tell(Finding finding, String name, SourcePath sourcePath) {
        List<Counterexample> told = new ArrayList<>();
        for (CheckResult each : finding.shown()) {
            if (all || told.isEmpty()) {
                told.addAll(each.counterexamples(json ? finding.name().full() : name, sourcePath));
            }
        }
        return all || told.isEmpty() ? told : told.subList(0, 1);
    }

    /** The check for other machines. */
    private ClusterOrder order(PlannedCheck check, String name, CheckTargets found) {
        List<String> options = new ArrayList<>(List.of("--model=" + check.model()));
        if (deep) {
            options.add("--deep");
        }
        program.given().forEach((option, value) -> options.add(option + "=" + value));
        return new ClusterOrder(name, check.name().full(), check.model(), options, check.entry(),
                found.classPath().stream().map(each -> each.toAbsolutePath().toString()).toList());
    }

    Checker tuned(Checker base, CheckProgress progress) {
        Checker checker = base;
        if (threads != null) {
            checker = checker.workers(threads);
        }
        checker = program.tuned(checker);
        if (maxExecutions != null) {
            checker = checker.maxExecutions(maxExecutions);
        }
        if (seconds != null) {
            checker = checker.timeLimit(Duration.ofSeconds(seconds));
        }
        checker = hunting.tuned(checker, seconds);
        if (all) {
            checker = checker.allExecutions();
        }
        return progress.isShown()
                ? checker.progress(Duration.ofMillis(250), 100, progress::show)
                : checker;
    }

    private void show(CheckReport report, int planned, double elapsed) {
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(Json.of(report.json(stopped, planned, elapsed)));
        } else {
            report.lines(stopped, planned, elapsed).forEach(out::println);
        }
        out.flush();
        if (html != null) {
            writePage(html, report.counterexamples());
        }
        reportFiles.write(report, json ? spec.commandLine().getErr() : out);
    }

    private void tell(String sentence) {
        if (!json && !sentence.isEmpty()) {
            spec.commandLine().getOut().println(sentence);
            spec.commandLine().getOut().flush();
        }
    }

    private void writePage(Path file, List<Counterexample> counterexamples) {
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

    private void requireOptions() {
        requireModels(models, MODELS, spec);
        hardware.requireKnown(spec);
        requireWithin("--threads", threads, MOST_THREADS, spec);
        program.requireKnown(spec);
        requireWithin("--max-executions", maxExecutions, Long.MAX_VALUE, spec);
        requireWithin("--seconds", seconds, Integer.MAX_VALUE, spec);
        hunting.requireAlone(save != null || resume != null, spec);
        if (cluster.isAsked() && (all || hunting.isAsked())) {
            throw new ParameterException(spec.commandLine(),
                    "--cluster visits everything until the first violation: leave "
                            + (all ? "--all" : "--hunt") + " out");
        }
        if (deep && !targets.isEmpty()) {
            throw new ParameterException(spec.commandLine(), "--deep is for Baton's own primitives: name no target");
        }
        if (explain && targets.isEmpty()) {
            throw new ParameterException(spec.commandLine(),
                    "--explain needs a class, a jar, a directory or a source file");
        }
        if (explain && json) {
            throw new ParameterException(spec.commandLine(), "--explain is text: leave --json out");
        }
        if (targets.isEmpty() && !with.isEmpty()) {
            throw new ParameterException(spec.commandLine(), "--with is for a check of yours: name a target");
        }
        requireDirectories(sources);
        if (!steps.equals("own") && !steps.equals("all")) {
            throw new ParameterException(spec.commandLine(), "--steps is own or all, not '" + steps + "'");
        }
        if (html != null) {
            OutputFile.requireWritable(html);
        }
        reportFiles.requireWritable();
        pin.requireUsable(targets.isEmpty(), spec);
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

    static void requireModels(List<String> names, List<String> known, CommandSpec spec) {
        for (String name : names) {
            if (!known.contains(name)) {
                String others = String.join(", ", known.subList(0, known.size() - 1));
                throw new ParameterException(spec.commandLine(),
                        "there is no memory model '" + name + "' here; there are " + others + " and "
                                + known.getLast());
            }
        }
    }
}
