package dev.baton.cli;

import dev.baton.check.api.CheckResult;
import dev.baton.check.explore.Verdict;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedSet;

/** What one check under one model came to. */
sealed interface Finding permits Explored, Remembered, Unexplored {
    /** The check. */
    CheckName name();

    /** The memory model. */
    String model();

    /** What it came to, whatever was expected. */
    Verdict verdict();

    /** A violation is what the check wants to see. */
    boolean expectsViolation();

    /** Executions that were visited, those that could not go on too. */
    long executions();

    /** How long it took. */
    double seconds();

    /** The verdict in words, with its reason. */
    String words();

    /** More lines, beneath the first. */
    List<String> details();

    /** The results whose violations are to be shown. */
    List<CheckResult> shown();

    /** How many violations were found, those of one cause counted once. */
    long violations();

    /** How many violations there are beside those to be shown. */
    long violationsLeftOut();

    /** The classes that were under check. */
    SortedSet<String> classes();

    /** Adds what is known beside the verdict. */
    void describe(Map<String, Object> json);

    /** It came to what the check wants. */
    default boolean isAsExpected() {
        return verdict() == (expectsViolation() ? Verdict.VIOLATED : Verdict.VERIFIED);
    }

    /** The program does what the check says it must not. */
    default boolean isViolation() {
        return verdict() == Verdict.VIOLATED && !expectsViolation();
    }

    /** The check wants to see a violation, and no execution shows one. */
    default boolean lacksViolation() {
        return verdict() == Verdict.VERIFIED && expectsViolation();
    }

    /** What it adds to the exit code. */
    default int exitCode() {
        if (isAsExpected()) {
            return ExitCode.OK;
        }
        return switch (verdict()) {
            case VIOLATED -> ExitCode.VIOLATION;
            case REFUSED, ENVIRONMENT_FAILED -> ExitCode.USAGE;
            case CHECKER_FAILED -> ExitCode.INTERNAL;
            case VERIFIED, NOT_EXHAUSTED, VACUOUS -> ExitCode.NOT_EXHAUSTED;
        };
    }

    /** One line for a reader. */
    default String line(String shownName, int width) {
        return verdict().isExplored()
                ? String.format(Locale.ROOT, "%-" + width + "s  %-5s %,12d executions %8.2f s  %s", shownName, model(),
                        executions(), seconds(), words())
                : String.format(Locale.ROOT, "%-" + width + "s  %-5s %s", shownName, model(), words());
    }

    /** As maps and lists, to be written as JSON. */
    default Map<String, Object> json() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("check", name().full());
        map.put("model", model());
        map.put("verdict", verdict().name().toLowerCase(Locale.ROOT));
        map.put("expectsViolation", expectsViolation());
        map.put("expected", isAsExpected());
        describe(map);
        return map;
    }
}
