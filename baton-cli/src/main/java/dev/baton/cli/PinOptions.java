package dev.baton.cli;

import dev.baton.check.api.CheckResult;
import dev.baton.check.api.PinnedExecution;
import dev.baton.check.explain.Counterexample;
import dev.baton.check.explore.Bound;
import dev.baton.check.explore.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.lang.model.SourceVersion;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Keeps counterexamples as tests: each is made again before it is written down. */
final class PinOptions {
    @Option(names = "--pin", paramLabel = "FILE.java",
            description = "Keep the counterexamples as JUnit tests in this file: each fails as long as the program allows its "
                    + "execution.")
    private @Nullable Path pin;

    private final List<PinnedTest> kept = new ArrayList<>();
    private final List<String> refused = new ArrayList<>();

    @SuppressWarnings("NullAway.Init") // picocli sets the fields
    PinOptions() {}

    /** Says before the work begins what could not be written after it. */
    void requireUsable(boolean withoutTarget, CommandSpec spec) {
        if (pin == null) {
            return;
        }
        if (withoutTarget) {
            throw new ParameterException(spec.commandLine(), "--pin is for a check of yours: name a target");
        }
        if (className() == null) {
            throw new ParameterException(spec.commandLine(),
                    "--pin writes a Java class: the file is called NAME.java, not '" + pin.getFileName() + "'");
        }
        OutputFile.requireWritable(pin);
    }

    private @Nullable String className() {
        String file = pin == null ? "" : String.valueOf(pin.getFileName());
        String name = file.endsWith(".java") ? file.substring(0, file.length() - ".java".length()) : "";
        return SourceVersion.isName(name) ? name : null;
    }

    /** Keeps what a check found wrong, if that is asked for. */
    void keep(PlannedCheck check, CheckTargets found, List<Counterexample> told, ProgramOptions program) {
        if (pin == null) {
            return;
        }
        for (Counterexample each : told) {
            PinnedTest test = new PinnedTest(check, each, program.asJava());
            String why = obstacle(test, found, program);
            if (why.isEmpty()) {
                kept.add(test);
            } else {
                refused.add(check.name().brief() + ": " + why);
            }
        }
    }

    /** Makes the execution again in a world of its own; why that does not work, or nothing. */
    private String obstacle(PinnedTest test, CheckTargets found, ProgramOptions program) {
        if (test.execution().isEmpty()) {
            return "an execution of a specification's scenario, or one in which a read sees a later write, cannot be pinned";
        }
        if (!kept.isEmpty() && !kept.getFirst().packageName().equals(test.packageName())) {
            return "it is in another package than " + kept.getFirst().check().name().brief()
                    + "; pin it in a call of its own";
        }
        try {
            Class<?> type = Class.forName(test.type(), false, found.loader());
            CheckResult again = new PinnedExecution(type, test.method(), String.join("\n", test.execution()))
                    .under(test.check().model()).with(program::tuned).replay();
            return again.verdict() == Verdict.VIOLATED
                    ? ""
                    : "the execution was not met again (" + (again.notExhausted() instanceof Bound.Pinned pinned
                            ? pinned.why()
                            : again.toString()) + ")";
        } catch (ClassNotFoundException | RuntimeException | LinkageError failure) {
            return "the execution could not be made again: " + failure;
        }
    }

    /** Writes the file; {@return what became of it, in a sentence; empty if nobody asked} */
    String write() {
        String name = className();
        if (pin == null || name == null) {
            return "";
        }
        List<String> sentences = new ArrayList<>();
        refused.forEach(each -> sentences.add("Not pinned: " + each));
        if (!kept.isEmpty()) {
            try {
                Files.writeString(pin, PinnedTest.file(name, kept));
            } catch (IOException failure) {
                throw new InputProblem(OutputFile.sentence(pin, failure), failure);
            }
            sentences.add((kept.size() == 1 ? "The execution is" : kept.size() + " executions are")
                    + " pinned as a JUnit test in " + pin);
        } else if (refused.isEmpty()) {
            sentences.add("Nothing went wrong, so nothing is pinned: " + pin + " was not written");
        }
        return String.join("\n", sentences);
    }
}
