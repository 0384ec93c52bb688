package dev.baton.cli;

import dev.baton.check.api.CheckResult;
import dev.baton.check.api.Checker;
import dev.baton.check.api.Jcstress;
import dev.baton.check.api.JcstressResult;
import dev.baton.check.api.ScenarioMethod;
import dev.baton.check.explore.Verdict;
import dev.baton.check.program.UnmodelledException;
import dev.baton.report.Counterexample;
import dev.baton.report.CounterexamplePage;
import dev.baton.report.CounterexampleText;
import dev.baton.report.Json;
import dev.baton.report.SourcePath;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
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
    private static final List<String> SHIPPED = List.of("dev.baton.ShippedMutexChecks",
            "dev.baton.ShippedSemaphoreChecks");

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "CLASS|JAR|DIR",
            description = "What to check; Baton's own primitives if nothing is named.")
    private List<String> targets = new ArrayList<>();

    @Option(names = "--all", description = "Go on after a violation: visit every execution, show every violation.")
    private boolean all;

    @Option(names = "--model", paramLabel = "MODEL", split = ",",
            description = "Memory models to check under: sc, tso, rc11, jam (default: what a check says itself, else rc11).")
    private List<String> models = new ArrayList<>();

    @Option(names = "--threads", paramLabel = "N",
            description = "Threads that search. With one, the first violation is the same in every run (default: 1).")
    private int threads;

    @Option(names = "--max-executions", paramLabel = "N", description = "Give a check up after so many executions.")
    private long maxExecutions;

    @Option(names = "--seconds", paramLabel = "N", description = "Give a check up after so many seconds.")
    private int seconds;

    @Option(names = "--classpath", paramLabel = "PATH", split = "[:;]",
            description = "Jars and directories that the checked classes need.")
    private List<Path> classPath = new ArrayList<>();

    @Option(names = "--source", paramLabel = "DIR",
            description = "Directories with sources for the counterexamples, where they do not stand beside the classes.")
    private List<Path> sources = new ArrayList<>();

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
        CheckTargets found = new CheckTargets(targets.isEmpty() ? SHIPPED : targets, classPath);
        List<Class<?>> classes = found.classes();
        long began = System.nanoTime();
        Thread worker = Thread.currentThread();
        Interruption interruption = Interruption.stopping(() -> {
            stopped = true;
            worker.interrupt();
        });
        try (CheckProgress progress = new CheckProgress()) {
            for (Class<?> type : classes) {
                try {
                    check(type, found.loader(), progress);
                } catch (RuntimeException | LinkageError failure) {
                    if (!stopped) { // the interrupt may hit a class that is being loaded
                        throw failure;
                    }
                }
            }
            stopped = Thread.interrupted() || stopped; // what was found is still to be written
            progress.clear();
            report((System.nanoTime() - began) / 1e9);
            return exitCode();
        } finally {
            interruption.settle();
        }
    }

    private void check(Class<?> type, ClassLoader loader, CheckProgress progress) {
        if (type.getClassLoader() == null) {
            throw new InputProblem("the class '" + type.getName() + "' belongs to the JDK and holds no check.");
        }
        SourcePath sourcePath = new SourcePath(sources, loader);
        List<ScenarioMethod> methods;
        try {
            methods = ScenarioMethod.in(type);
        } catch (LinkageError missing) {
            throw new InputProblem("the class '" + type.getName() + "' needs " + missing.getMessage()
                    + ", which is not on the class path; add it with --classpath.", missing);
        }
        for (ScenarioMethod method : methods) {
            List<String> wanted = models.isEmpty() ? List.of(method.settings().models()) : models;
            for (String model : wanted) {
                String name = type.getSimpleName() + "." + method.method().getName();
                run(name, progress, sourcePath, () -> {
                    CheckResult result = method.check(tuned(method.checker(model), name, progress));
                    return List.of(new Finding(name, result, result, result.verdict() == Verdict.VERIFIED,
                            method.settings().expectViolation(), result.outcomes()));
                });
            }
        }
        if (methods.isEmpty()) {
            for (String model : models.isEmpty() ? List.of("rc11") : models) {
                run(type.getSimpleName(), progress, sourcePath, () -> jcstress(type, model, progress));
            }
        }
    }

    private List<Finding> jcstress(Class<?> type, String model, CheckProgress progress) {
        List<Finding> results = new ArrayList<>();
        Checker checker = tuned(new Checker().model(model), type.getSimpleName(), progress);
        for (JcstressResult result : new Jcstress(checker).check(type)) {
            results.add(new Finding(result.name().substring(result.name().lastIndexOf('.') + 1), result.check(),
                    result.shown(), result.passed(), false, new TreeMap<>(result.outcomes())));
        }
        return results;
    }

    /** Runs one check; one that cannot be modelled is noted, and the others go on. */
    private void run(String name, CheckProgress progress, SourcePath sourcePath, Supplier<List<Finding>> check) {
        if (stopped) {
            return;
        }
        progress.begin(name);
        try {
            for (Finding finding : check.get()) {
                findings.add(finding);
                if (finding.hasViolation()) {
                    List<Counterexample> told = Counterexample.allOf(finding.name(), finding.shown(), sourcePath);
                    counterexamples.addAll(all ? told : told.subList(0, 1));
                }
                show(finding, progress);
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

    private Checker tuned(Checker base, String name, CheckProgress progress) {
        Checker checker = base;
        if (threads > 0) {
            checker = checker.workers(threads);
        }
        if (maxExecutions > 0) {
            checker = checker.maxExecutions(maxExecutions);
        }
        if (seconds > 0) {
            checker = checker.timeLimit(Duration.ofSeconds(seconds));
        }
        if (all) {
            checker = checker.allExecutions();
        }
        return progress.isShown()
                ? checker.progress(Duration.ofMillis(250), 100, each -> progress.show(name, each))
                : checker;
    }

    private void show(Finding finding, CheckProgress progress) {
        if (json) {
            return;
        }
        progress.clear();
        PrintWriter out = spec.commandLine().getOut();
        Ansi ansi = spec.commandLine().getColorScheme().ansi();
        String line = finding.line(52);
        out.println(ansi.enabled()
                ? (finding.isViolation() ? "\u001b[31m" : finding.isOpen() ? "\u001b[33m" : "\u001b[32m") + line
                        + "\u001b[0m"
                : line);
        if (finding.hasViolation()) {
            int shown = all ? finding.shown().violations().size() : 1;
            counterexamples.subList(counterexamples.size() - shown, counterexamples.size()).forEach(each -> {
                out.println();
                CounterexampleText.of(each).forEach(text -> out.println("  " + text));
            });
            out.println();
        }
        out.flush();
    }

    private void report(double elapsed) throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        long executions = findings.stream().mapToLong(Finding::executions).sum();
        long violations = findings.stream().filter(Finding::isViolation).count();
        if (html != null) {
            try {
                Files.writeString(html, CounterexamplePage.of("baton check", counterexamples));
            } catch (IOException failure) {
                throw new InputProblem("cannot write to " + html + ": " + failure.getMessage() + ".", failure);
            }
        }
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
            if (html != null) {
                out.printf("The page is %s%n", html);
            }
        }
        out.flush();
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
        if (threads < 0 || threads > 1_024 || maxExecutions < 0 || seconds < 0) {
            throw new ParameterException(spec.commandLine(),
                    "--threads, --max-executions and --seconds must be positive");
        }
        if (html != null) {
            requireWritable(html);
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

    /** Says so before the work begins if its result could not be written. */
    static void requireWritable(Path file) {
        Path directory = file.toAbsolutePath().getParent();
        if (directory == null || !Files.isDirectory(directory) || Files.isDirectory(file)) {
            throw new InputProblem("cannot write to " + file + ": its directory does not exist, or it is one.");
        }
    }
}
