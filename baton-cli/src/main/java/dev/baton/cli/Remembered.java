package dev.baton.cli;

import dev.baton.check.api.CheckResult;
import dev.baton.check.explore.Verdict;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * A check that came to what it wants in an earlier call, of bytes that are still the same: it was not explored again.
 *
 * @param executions visited then
 */
record Remembered(CheckName name, String model, boolean expectsViolation, long executions) implements Finding {
    @Override
    public Verdict verdict() {
        return expectsViolation ? Verdict.VIOLATED : Verdict.VERIFIED;
    }

    @Override
    public double seconds() {
        return 0;
    }

    @Override
    public String words() {
        return (expectsViolation ? "violated, as expected" : "verified") + " before, unchanged since";
    }

    @Override
    public List<String> details() {
        return List.of();
    }

    @Override
    public List<CheckResult> shown() {
        return List.of();
    }

    @Override
    public long violations() {
        return expectsViolation ? 1 : 0;
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
    public void describe(Map<String, Object> json) {
        json.put("remembered", true);
        json.put("executions", executions);
        json.put("seconds", 0.0);
    }
}
