package dev.baton.cli;

import dev.baton.check.api.CheckResult;
import dev.baton.check.api.JcstressResult;
import dev.baton.check.explore.Bound;
import dev.baton.check.explore.Verdict;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedSet;

/**
 * A check whose executions were visited, all or some of them.
 *
 * @param verdict  what it came to
 * @param result   of the search
 * @param shown    the results whose violations to show; the same, except for forbidden outcomes of a jcstress test
 * @param outcomes complete executions by outcome
 * @param grades   what a jcstress test says of each outcome, in words; empty for another check
 */
record Explored(CheckName name, Verdict verdict, CheckResult result, List<CheckResult> shown, boolean expectsViolation,
        Map<String, Long> outcomes, Map<String, String> grades) implements Finding {
    static Explored of(CheckName name, CheckResult result, boolean expectsViolation) {
        return new Explored(name, result.verdict(), result, List.of(result), expectsViolation, result.outcomes(),
                Map.of());
    }

    static Explored of(CheckName name, JcstressResult result) {
        Map<String, String> grades = new LinkedHashMap<>();
        for (String outcome : result.outcomes().keySet()) {
            grades.put(outcome, result.grade(outcome) + " " + result.description(outcome));
        }
        return new Explored(name, verdict(result), result.check(), result.isViolated() ? result.shown() : List.of(),
                false, result.outcomes(), grades);
    }

    private static Verdict verdict(JcstressResult result) {
        if (result.isViolated()) {
            return Verdict.VIOLATED;
        }
        if (result.passed()) {
            return Verdict.VERIFIED;
        }
        return result.check().notExhausted() != null ? Verdict.NOT_EXHAUSTED : Verdict.VACUOUS;
    }

    @Override
    public String model() {
        return result.model();
    }

    @Override
    public long executions() {
        return result.executions() + result.blocked();
    }

    @Override
    public double seconds() {
        return result.elapsed().toMillis() / 1e3;
    }

    @Override
    public long violations() {
        return violationsLeftOut() + shown.stream().flatMap(each -> each.violations().stream())
                .map(each -> List.of(each.kind(), each.cause())).distinct().count();
    }

    @Override
    public long violationsLeftOut() {
        return shown.stream().mapToLong(CheckResult::violationsLeftOut).sum();
    }

    @Override
    public SortedSet<String> classes() {
        return result.classes();
    }

    @Override
    public String words() {
        Bound bound = result.notExhausted();
        String words = switch (verdict) {
            case VIOLATED -> expectsViolation ? "violated, as expected" : "VIOLATED";
            case VERIFIED -> expectsViolation ? "NO VIOLATION, though one is expected" : "verified";
            case VACUOUS -> "VACUOUS: no execution ends";
            default -> "NOT EXHAUSTED";
        };
        return words + (bound == null ? "" : ": " + bound)
                + (result.timeBound().isEmpty() ? "" : "; " + result.timeBound())
                + (result.exits().isEmpty() ? "" : "; " + result.exits())
                + (result.trusted().isEmpty() ? "" : "; " + result.trusted());
    }

    /** The outcomes of a jcstress test that is not as it should be, each with its grade. */
    @Override
    public List<String> details() {
        List<String> lines = new ArrayList<>();
        if (verdict == Verdict.VIOLATED) {
            int width = outcomes.keySet().stream().mapToInt(String::length).max().orElse(0);
            grades.forEach((outcome, grade) -> lines.add(String.format(Locale.ROOT, "%-" + Math.max(width, 1)
                    + "s %,12d  %s", outcome, outcomes.get(outcome), grade).stripTrailing()));
        }
        return lines;
    }

    @Override
    public void describe(Map<String, Object> json) {
        if (verdict == Verdict.VIOLATED) {
            json.put("violations", shown.stream().flatMap(each -> each.violations().stream()).map(each -> {
                Map<String, Object> violation = new LinkedHashMap<>();
                violation.put("kind", each.kind().name().toLowerCase(Locale.ROOT));
                violation.put("message", each.text());
                return violation;
            }).toList());
            json.put("violationsLeftOut", violationsLeftOut());
        }
        json.put("executions", executions());
        json.put("complete", result.executions());
        json.put("blocked", result.blocked());
        json.put("processors", result.machine().processors());
        json.put("timeouts", result.machine().timeouts().option());
        json.put("clock", result.machine().clock().option());
        json.put("jdkLocks", result.jdkLocks().option());
        json.put("jdkFields", result.jdkFields().option());
        json.put("strengthened", result.strengthened());
        json.put("standIns", List.copyOf(result.standIns()));
        json.put("seconds", seconds());
        Bound bound = result.notExhausted();
        if (bound != null) {
            json.put("notExhausted", bound.toString());
            json.put("bound", bound.kind());
        }
        json.put("outcomes", outcomes);
        if (!grades.isEmpty()) {
            json.put("grades", grades.entrySet().stream().collect(LinkedHashMap::new,
                    (map, each) -> map.put(each.getKey(), each.getValue().split(" ", 2)[0]), Map::putAll));
        }
        json.put("races", result.races());
    }
}
