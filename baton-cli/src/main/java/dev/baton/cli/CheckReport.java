package dev.baton.cli;

import dev.baton.check.explain.Counterexample;
import dev.baton.check.explore.Verdict;
import dev.baton.report.CounterexamplePage;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** All that a call of {@code baton check} found: nothing that was looked at is left out, of the total or the exit code. */
final class CheckReport {
    private final List<Reported> reported = new ArrayList<>();
    private final List<Finding> findings = new ArrayList<>();
    private final List<CheckTargets.Unread> unread;
    private final Origins origins;

    CheckReport(CheckTargets targets) {
        this.unread = targets.unread();
        this.origins = new Origins(targets);
    }

    void add(Finding finding, List<Counterexample> told) {
        reported.add(new Reported(finding, told));
        findings.add(finding);
        origins.add(finding);
    }

    List<Reported> reported() {
        return reported;
    }

    List<Counterexample> counterexamples() {
        return reported.stream().flatMap(each -> each.told().stream()).toList();
    }

    /** How many checks were looked at. */
    int size() {
        return findings.size();
    }

    private long executions() {
        return findings.stream().mapToLong(Finding::executions).sum();
    }

    private long violations() {
        return findings.stream().filter(Finding::isViolation).mapToLong(Finding::violations).sum();
    }

    private long count(Verdict verdict) {
        return findings.stream().filter(each -> each.verdict() == verdict).count();
    }

    /** The last lines for a reader. */
    List<String> lines(boolean stopped, int planned, double seconds) {
        List<String> parts = new ArrayList<>();
        parts.add(Sentences.count(findings.size(), "check", "checks"));
        parts.add(Sentences.count(executions(), "execution", "executions"));
        parts.add(Sentences.count(violations(), "violation", "violations"));
        addIfAny(parts, findings.stream().filter(Finding::lacksViolation).count(), "without the expected violation");
        addIfAny(parts, count(Verdict.NOT_EXHAUSTED), "not exhausted");
        addIfAny(parts, count(Verdict.VACUOUS), "vacuous");
        addIfAny(parts, count(Verdict.REFUSED), "refused");
        addIfAny(parts, count(Verdict.ENVIRONMENT_FAILED), "not runnable");
        addIfAny(parts, count(Verdict.CHECKER_FAILED), "failed in Baton itself");
        if (!unread.isEmpty()) {
            parts.add(Sentences.count(unread.size(), "place", "places") + " not checked");
        }
        parts.add(String.format(Locale.ROOT, "%.1f seconds", seconds));
        List<String> lines = new ArrayList<>();
        lines.add((stopped ? "Stopped, " + (planned - findings.size()) + " of " + planned + " checks not run. " : "")
                + String.join(", ", parts));
        lines.addAll(origins.lines());
        return lines;
    }

    private static void addIfAny(List<String> parts, long count, String what) {
        if (count > 0) {
            parts.add(String.format(Locale.ROOT, "%,d %s", count, what));
        }
    }

    /** As maps and lists, to be written as JSON; {@code docs/schema/check.json} describes it. */
    Map<String, Object> json(boolean stopped, int planned, double seconds) {
        Map<String, Object> root = new LinkedHashMap<>();
        root.put("checks", findings.stream().map(each -> {
            Map<String, Object> check = each.json();
            check.put("origins", origins.json(each));
            return check;
        }).toList());
        root.put("refused", findings.stream().filter(each -> each.verdict() == Verdict.REFUSED)
                .map(each -> each.name().full() + " " + each.words()).toList());
        root.put("unread", unread.stream().map(each -> {
            Map<String, Object> map = new LinkedHashMap<>();
            map.put("place", each.place());
            map.put("reason", each.reason());
            return map;
        }).toList());
        root.put("duplicates", origins.duplicates());
        root.put("planned", planned);
        root.put("executions", executions());
        root.put("violations", violations());
        root.put("stopped", stopped);
        root.put("exitCode", exitCode(stopped));
        root.put("seconds", Math.round(seconds * 1000) / 1e3);
        root.put("counterexamples", counterexamples().stream().map(CounterexamplePage::data).toList());
        return root;
    }

    int exitCode(boolean stopped) {
        List<Integer> codes = new ArrayList<>(findings.stream().map(Finding::exitCode).toList());
        if (!unread.isEmpty()) {
            codes.add(ExitCode.USAGE);
        }
        if (stopped) {
            codes.add(ExitCode.NOT_EXHAUSTED);
        }
        return ExitCode.worst(codes);
    }
}
