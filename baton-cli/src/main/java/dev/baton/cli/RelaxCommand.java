package dev.baton.cli;

import dev.baton.check.api.PreparedCheck;
import dev.baton.check.program.UnmodelledException;
import dev.baton.check.relax.Refusal;
import dev.baton.check.relax.RelaxProgress;
import dev.baton.check.relax.Relaxation;
import dev.baton.check.relax.Relaxer;
import dev.baton.check.relax.SourcePatch;
import dev.baton.check.relax.UnverifiedStartException;
import dev.baton.report.Json;
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
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code baton relax}: finds the weakest access modes with which checks still verify. */
@Command(name = "relax", sortOptions = false, mixinStandardHelpOptions = true, usageHelpWidth = 100,
        versionProvider = Version.class, descriptionHeading = "%n", optionListHeading = "%nOptions:%n",
        description = {"Find the weakest access modes with which checks still verify.", "",
                "Name the classes or source files that hold the checks and, beside them, the classes to relax; if none is named, every "
                        + "class that the checks load is relaxed. The checks are the specification: what they do not "
                        + "assert may break.",
                ""},
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:the modes were found, and none can be weaker alone",
                "1:the modes to start from do not verify; the counterexample is shown",
                "2:an option, a class or a file is wrong, or a class cannot be modelled",
                "3:a budget ran out: the modes found do verify, but a weaker one was not decided; or there are none"})
final class RelaxCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "CLASS|JAR|DIR|FILE.java", arity = "1..*",
            description = "Classes with checks (also all in a jar, directory or source file), and the classes to relax.")
    private List<String> targets = new ArrayList<>();

    @Option(names = "--from-volatile",
            description = "Begin with every access volatile and every fence full, not with what the code says.")
    private boolean fromVolatile;

    @Option(names = "--weak-forms",
            description = "Let compareAndSet become weakCompareAndSetPlain, which may fail for no reason.")
    private boolean weakForms;

    @Option(names = "--model", paramLabel = "MODEL,...", split = ",", hideParamSyntax = true,
            description = "Memory models that every check must verify under: sc, tso, rc11, jam (default: rc11,jam).")
    private List<String> models = new ArrayList<>(List.of("rc11", "jam"));

    @Option(names = "--threads", paramLabel = "N",
            description = "Candidates to check at once. The result does not depend on it (default: 1).")
    private int threads = 1;

    @Option(names = "--max-executions", paramLabel = "N",
            description = "Executions that a check of a candidate may visit (default: 20 times those of the start).")
    private @Nullable Long maxExecutions;

    @Option(names = "--seconds", paramLabel = "N", description = "Time that a candidate may take (default: no limit).")
    private @Nullable Integer seconds;

    @Option(names = "--classpath", paramLabel = "PATH:...", split = "[:;]", hideParamSyntax = true,
            description = "Jars and directories that the classes need.")
    private List<Path> classPath = new ArrayList<>();

    @Option(names = "--with", paramLabel = "G:A:V", split = ",", hideParamSyntax = true,
            description = "Artifacts that your Maven finds, GROUP:ARTIFACT:VERSION, which the classes need too.")
    private List<String> with = new ArrayList<>();

    @Option(names = "--source", paramLabel = "DIR",
            description = "Directories with sources, for the patch (default: src/main/java and src/test/java).")
    private List<Path> sources = new ArrayList<>();

    @Option(names = "--patch", paramLabel = "FILE", description = "Write the change of the source to this file.")
    private @Nullable Path patch;

    @Option(names = "--json", description = "Print the result as JSON.")
    private boolean json;

    private volatile boolean stopped;
    private volatile @Nullable RelaxProgress last;

    @SuppressWarnings("NullAway.Init") // picocli sets the fields
    RelaxCommand() {}

    @Override
    public Integer call() throws IOException {
        requireOptions();
        Thread worker = Thread.currentThread();
        Interruption interruption = Interruption.stopping(() -> {
            stopped = true;
            worker.interrupt();
        });
        try (CheckProgress progress = new CheckProgress();
                GivenProgram given = new GivenProgram(targets, classPath, with, progress)) {
            Relaxer relaxer = relaxer(given.targets());
            progress.next("Checking the modes to start from", 0);
            Relaxation result = run(relaxer.progress(each -> {
                last = each;
                progress.show(each);
            }));
            progress.clear();
            return show(result);
        } catch (UnverifiedStartException start) {
            return isStopped() ? showStop() : showStart(start.refusal());
        } catch (RuntimeException failure) {
            if (isStopped()) {
                return showStop();
            }
            throw failure;
        } finally {
            interruption.settle();
        }
    }

    private boolean isStopped() {
        return stopped || Thread.currentThread().isInterrupted();
    }

    /** Sorts what was named: classes with checks are the scenarios, the others are to be relaxed. */
    private Relaxer relaxer(CheckTargets program) {
        Relaxer relaxer = new Relaxer().fromVolatile(fromVolatile).weakForms(weakForms).workers(threads)
                .models(models.toArray(String[]::new));
        if (maxExecutions != null) {
            relaxer.maxExecutions(maxExecutions);
        }
        if (seconds != null) {
            relaxer.timeLimit(Duration.ofSeconds(seconds));
        }
        boolean checks = false;
        for (Class<?> type : program.classes()) {
            if (type.getClassLoader() == null) {
                throw new InputProblem("the class '" + type.getName() + "' belongs to the JDK and keeps its modes.");
            }
            if (holdsChecks(type)) {
                relaxer.scenarios(type);
                checks = true;
            } else {
                relaxer.classes(type);
            }
        }
        if (!checks) {
            throw new InputProblem("none of the classes named holds a @ModelCheck method or is a @JCStressTest, "
                    + "and without a check every mode would do.");
        }
        return relaxer;
    }

    private static boolean holdsChecks(Class<?> type) {
        try {
            return !PreparedCheck.in(type).isEmpty();
        } catch (LinkageError missing) {
            throw new InputProblem("the class '" + type.getName() + "' needs " + missing.getMessage()
                    + ", which is not on the class path; add it with --classpath.", missing);
        }
    }

    private static Relaxation run(Relaxer relaxer) {
        try {
            return relaxer.run();
        } catch (UnmodelledException beyond) {
            throw new InputProblem("a check cannot be modelled: " + beyond.getMessage() + ".", beyond);
        } catch (IllegalArgumentException | UnsupportedOperationException | NoClassDefFoundError wrong) {
            throw new InputProblem("a check cannot be run: " + wrong.getMessage() + ".", wrong);
        } catch (IllegalStateException failed) {
            if (failed.getCause() == null) {
                throw failed;
            }
            throw new InputProblem("a check cannot be run: " + failed.getMessage() + ".", failed);
        }
    }

    private int show(Relaxation result) throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        out.print(json ? Json.of(result.data()) + System.lineSeparator() : result.markdown());
        if (patch != null) {
            writePatch(result, patch);
        }
        boolean undecided = result.rows().stream().flatMap(row -> row.refusals().stream())
                .map(refused -> refused.why().kind())
                .anyMatch(kind -> kind == Refusal.Kind.BUDGET || kind == Refusal.Kind.LOOP);
        if (undecided && !json) {
            out.println("A budget ran out before a weaker mode was decided; it was not taken.");
        }
        out.flush();
        return undecided ? ExitCode.NOT_EXHAUSTED : ExitCode.OK;
    }

    private void writePatch(Relaxation result, Path file) throws IOException {
        SourcePatch change = result.patch(sources.toArray(Path[]::new));
        String text = UnifiedDiff.of(change);
        try {
            Files.writeString(file, text);
        } catch (IOException failure) {
            throw new InputProblem(OutputFile.sentence(file, failure), failure);
        }
        PrintWriter notes = json ? spec.commandLine().getErr() : spec.commandLine().getOut();
        notes.println(text.isEmpty() ? "The patch " + file + " is empty." : "The patch is " + file);
        if (!change.leftOut().isEmpty()) {
            notes.println("Not in the patch:");
            change.leftOut().forEach(each -> notes.println("- " + each));
        }
        notes.flush();
    }

    private int showStart(Refusal refusal) {
        if (refusal.kind() == Refusal.Kind.UNDECIDED) {
            throw new InputProblem("the modes to start from cannot be checked: " + refusal.summary() + ".");
        }
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            Map<String, Object> start = new LinkedHashMap<>();
            start.put("scenario", refusal.scenario());
            start.put("model", refusal.model());
            start.put("kind", refusal.kind().name().toLowerCase(Locale.ROOT));
            start.put("message", refusal.message());
            start.put("trace", refusal.trace());
            out.println(Json.of(Map.of("unverifiedStart", start)));
        } else {
            out.println("The modes to start from do not verify: " + refusal.summary());
            refusal.trace().lines().forEach(line -> out.println("  " + line));
        }
        out.flush();
        return refusal.isCounterexample() ? ExitCode.VIOLATION : ExitCode.NOT_EXHAUSTED;
    }

    /** There are no modes to show before the end; what is known is how far it came. */
    private int showStop() {
        var _ = Thread.interrupted(); // the sentence is still to be written
        RelaxProgress reached = last;
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(Json.of(Map.of("stopped", true)));
        } else {
            out.println("Stopped before the end. " + (reached == null
                    ? "The modes to start from were not verified yet."
                    : CheckProgress.text(reached)));
        }
        out.flush();
        return ExitCode.NOT_EXHAUSTED;
    }

    private void requireOptions() {
        CheckCommand.requireModels(models, CheckCommand.WITHOUT_BUFFERING, spec);
        CheckCommand.requireWithin("--threads", threads, CheckCommand.MOST_THREADS, spec);
        CheckCommand.requireWithin("--max-executions", maxExecutions, Long.MAX_VALUE, spec);
        CheckCommand.requireWithin("--seconds", seconds, Integer.MAX_VALUE, spec);
        CheckCommand.requireDirectories(sources);
        if (patch != null) {
            OutputFile.requireWritable(patch);
            if (sources.isEmpty()) {
                sources = Stream.of("src/main/java", "src/test/java").map(Path::of).filter(Files::isDirectory).toList();
            }
            if (sources.isEmpty()) {
                throw new InputProblem("a patch needs the sources; name their directory with --source.");
            }
        }
    }
}
