package dev.baton.cli;

import dev.baton.check.api.CheckResult;
import dev.baton.check.explore.Bound;
import dev.baton.check.explore.Verdict;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * What one check under one model came to.
 *
 * @param name     of the check
 * @param result   of the search
 * @param shown    the result whose violations to show; the same, except for a forbidden outcome of a jcstress test
 * @param passed   every execution was visited and is as it should be
 * @param expected whether a violation is what the check wants to see
 * @param outcomes complete executions by outcome
 */
record Finding(String name, CheckResult result, CheckResult shown, boolean passed, boolean expected,
        Map<String, Long> outcomes) {
    boolean hasViolation() {
        return !shown.violations().isEmpty() && !passed;
    }

    boolean isViolation() {
        return hasViolation() && !expected;
    }

    /** Neither right nor wrong: a bound was reached, or no execution ended. */
    boolean isOpen() {
        return !hasViolation() && (!passed || expected);
    }

    double seconds() {
        return result.raw().elapsed().toMillis() / 1e3;
    }

    long executions() {
        return result.executions() + result.blocked();
    }

    String verdict() {
        if (hasViolation()) {
            return expected ? "violated, as expected" : "VIOLATED";
        }
        if (expected) {
            return "NO VIOLATION, though one is expected";
        }
        return passed
                ? "verified"
                : result.verdict() == Verdict.VACUOUS ? "VACUOUS: no execution ends" : "NOT EXHAUSTED";
    }

    String line(int width) {
        Bound bound = result.notExhausted();
        return String.format(Locale.ROOT, "%-" + width + "s  %-5s %,12d executions %8.2f s  %s", name, result.model(),
                executions(), seconds(), verdict() + (bound == null ? "" : ": " + bound)
                        + (result.timeBound().isEmpty() ? "" : "; " + result.timeBound()));
    }

    Map<String, Object> json() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("check", name);
        map.put("model", result.model());
        map.put("verdict", passed
                ? "verified"
                : hasViolation() ? "violated" : result.verdict().name().toLowerCase(Locale.ROOT));
        map.put("expected", !expected || hasViolation());
        map.put("executions", result.executions());
        map.put("blocked", result.blocked());
        map.put("processors", result.machine().processors());
        map.put("timeouts", result.machine().timeouts().option());
        map.put("clock", result.machine().clock().option());
        map.put("seconds", seconds());
        map.put("notExhausted", String.valueOf(result.raw().notExhausted()));
        if (result.raw().notExhausted() == null) {
            map.remove("notExhausted");
        }
        map.put("outcomes", outcomes);
        map.put("races", result.races());
        return map;
    }
}
