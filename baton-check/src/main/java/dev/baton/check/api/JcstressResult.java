package dev.baton.check.api;

import dev.baton.check.explore.Verdict;
import dev.baton.check.explore.Violation;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** What a jcstress test showed: every outcome that can occur, and how the test grades it. */
public final class JcstressResult {
    private final JcstressTest test;
    private final Map<String, Long> outcomes;
    private final CheckResult found;
    private final List<CheckResult> shown;

    JcstressResult(JcstressTest test, Map<String, Long> outcomes, CheckResult found, List<CheckResult> shown) {
        this.test = test;
        this.outcomes = outcomes;
        this.found = found;
        this.shown = List.copyOf(shown);
    }

    /** {@return the class of the test} */
    public String name() {
        return test.className;
    }

    /** {@return the executions, counted by outcome} */
    public Map<String, Long> outcomes() {
        return outcomes;
    }

    /**
     * The grade the test gives to an outcome: ACCEPTABLE, ACCEPTABLE_INTERESTING, FORBIDDEN or
     * UNKNOWN.
     *
     * @param outcome the outcome, as the test writes it
     * @return the grade
     */
    public String grade(String outcome) {
        return test.expectation(outcome).expect().name();
    }

    /**
     * What the test says of an outcome, in words.
     *
     * @param outcome the outcome
     * @return the description of its grade; may be empty
     */
    public String description(String outcome) {
        return test.expectation(outcome).description();
    }

    /** {@return the check under it} */
    public CheckResult check() {
        return found;
    }

    /** {@return an execution that shows a forbidden outcome, a hang or an exception; empty if there is none} */
    public String counterexample() {
        return shown.stream().map(CheckResult::counterexample).collect(Collectors.joining());
    }

    /** {@return the checks whose violations show forbidden outcomes, hangs or exceptions; none if there are none} */
    public List<CheckResult> shown() {
        return shown;
    }

    /**
     * Some execution is forbidden, hangs or throws, whether or not all were visited.
     *
     * @return whether there is one
     */
    public boolean isViolated() {
        return found.violations().stream().anyMatch(each -> !isOutcome(each))
                || outcomes.keySet().stream().anyMatch(each -> test.expectation(each).fails());
    }

    /**
     * Every execution was visited, and none is forbidden, hangs or throws.
     *
     * @return whether the test passed
     */
    public boolean passed() {
        boolean exhausted = found.notExhausted() == null && found.verdict() != Verdict.VACUOUS;
        return exhausted && !isViolated();
    }

    /** In a termination test a hang and an exception are outcomes, to be graded as any other. */
    private boolean isOutcome(Violation violation) {
        return test.termination && violation.kind() != Violation.Kind.DATA_RACE;
    }

    /** Fails with the counterexample, if there is one, unless the test {@linkplain #passed() passed}. */
    public void assertPassed() {
        if (!passed()) {
            throw new AssertionError(this + "\n" + counterexample());
        }
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        text.append(passed() ? "[OK] " : "[FAILED] ").append(name()).append("  (").append(found).append(")\n");
        int width = outcomes.keySet().stream().mapToInt(String::length).max().orElse(0);
        outcomes.forEach((outcome, count) -> text.append("  ")
                .append(String.format("%-" + Math.max(width, 8) + "s  %10d  %-23s %s%n", outcome, count,
                        grade(outcome), test.expectation(outcome).description())));
        return text.toString();
    }
}
