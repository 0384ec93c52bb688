package dev.baton.cli;

import dev.baton.check.api.CheckResult;
import dev.baton.check.explore.Verdict;
import dev.baton.check.program.CheckFailure;
import dev.baton.check.program.CheckerException;
import dev.baton.check.program.EnvironmentException;
import dev.baton.check.program.InvalidCheckException;
import dev.baton.check.program.UnmodelledException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * A check that came to no word on the program.
 *
 * @param failure why
 * @param verbose whether to show where
 */
record Unexplored(CheckName name, String model, boolean expectsViolation, CheckFailure failure,
        boolean verbose) implements Finding {
    private static final int FRAMES = 12;

    @Override
    public Verdict verdict() {
        return failure.verdict();
    }

    @Override
    public long executions() {
        return 0;
    }

    @Override
    public double seconds() {
        return 0;
    }

    @Override
    public List<CheckResult> shown() {
        return List.of();
    }

    @Override
    public long violations() {
        return 0;
    }

    @Override
    public long violationsLeftOut() {
        return 0;
    }

    @Override
    public SortedSet<String> classes() {
        return Collections.unmodifiableSortedSet(new TreeSet<>());
    }

    @Override
    public String words() {
        return switch (failure) {
            case UnmodelledException refusal -> "REFUSED: cannot be modelled: " + sentence();
            case InvalidCheckException refusal -> "REFUSED: cannot be checked: " + sentence();
            case EnvironmentException environment -> "ENVIRONMENT FAILED: " + sentence();
            case CheckerException fault -> "CHECKER FAILED: a fault in Baton, not in the program: " + sentence();
        };
    }

    private String sentence() {
        String message = String.valueOf(failure.getMessage()).strip().replaceAll("\\s*\\R\\s*", " ");
        if (failure instanceof EnvironmentException environment && environment.missingClass() != null) {
            String artifact = KnownArtifacts.of(environment.missingClass());
            return message + (artifact.isEmpty()
                    ? "; add its jar with --classpath or its artifact with --with"
                    : "; add --with " + artifact + ":VERSION, or its jar with --classpath");
        }
        return message;
    }

    /** What to report of a fault in Baton; where another failure comes from, if asked. */
    @Override
    public List<String> details() {
        List<String> lines = new ArrayList<>();
        if (failure instanceof CheckerException fault) {
            lines.add("Please report this, with these lines and, if you can, the class:");
            lines.addAll(List.of(version()));
            lines.add("check " + name.full() + ", model " + model);
            stack(fault).lines().limit(verbose ? Long.MAX_VALUE : FRAMES).forEach(lines::add);
        } else if (failure instanceof UnmodelledException && !verbose) {
            lines.add("What can be modelled, and the way out of a refusal: docs/what-the-checker-takes.md");
        } else if (verbose) {
            stack((Throwable) failure).lines().forEach(lines::add);
        }
        return lines;
    }

    private static String stack(Throwable thrown) {
        StringWriter text = new StringWriter();
        (thrown instanceof CheckerException && thrown.getCause() != null ? thrown.getCause() : thrown)
                .printStackTrace(new PrintWriter(text, true));
        return text.toString();
    }

    private static String[] version() {
        try {
            return new Version().getVersion();
        } catch (IOException e) {
            return new String[]{"baton, version unknown"};
        }
    }

    @Override
    public void describe(Map<String, Object> json) {
        json.put("message", sentence());
        if (failure instanceof CheckerException fault) {
            json.put("report", List.of(String.join("; ", version()), stack(fault)));
        }
    }
}
