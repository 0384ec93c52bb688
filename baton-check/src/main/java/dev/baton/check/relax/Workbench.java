package dev.baton.check.relax;

import dev.baton.check.api.CheckResult;
import dev.baton.check.api.Checker;
import dev.baton.check.api.PreparedCheck;
import dev.baton.check.explore.Bound;
import dev.baton.check.explore.Verdict;
import dev.baton.check.explore.Violation;
import dev.baton.check.program.ModeAssignment;
import dev.baton.check.program.Site;
import dev.baton.check.program.SiteModes;
import dev.baton.check.program.UnmodelledException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Where one worker checks: its own copy of every scenario, so that it may set the modes as it likes. */
final class Workbench {
    /** A scenario under a model. */
    record Task(int scenario, String model) {}

    /** How much one check may cost. */
    record Budget(long executions, @Nullable Duration time) {}

    private final List<PreparedCheck.Source> scenarios;
    private final List<String> classes;
    private final Checker checker;
    private final @Nullable PreparedCheck[] prepared;

    /** @param classes names of classes to load though no scenario may do so */
    Workbench(List<PreparedCheck.Source> scenarios, List<String> classes, Checker checker) {
        this.scenarios = scenarios;
        this.classes = classes;
        this.checker = checker;
        this.prepared = new PreparedCheck[scenarios.size()];
    }

    private PreparedCheck prepared(int scenario) {
        PreparedCheck check = prepared[scenario];
        if (check == null) {
            check = scenarios.get(scenario).prepare(checker);
            if (scenario == 0) {
                classes.forEach(check::load);
            }
            prepared[scenario] = check;
        }
        return check;
    }

    /** The sites of all classes loaded so far. */
    List<Site> sites() {
        List<Site> found = new ArrayList<>();
        for (PreparedCheck check : prepared) {
            if (check != null) {
                found.addAll(check.sites().all());
            }
        }
        return found;
    }

    /** Checks one scenario under one model with these modes. */
    Finding check(Task task, Map<String, SiteModes> overrides, Budget budget) {
        String name = scenarios.get(task.scenario()).name();
        PreparedCheck check = prepared(task.scenario());
        Checker how = scenarios.get(task.scenario()).checker(checker).model(task.model())
                .maxExecutions(budget.executions());
        if (budget.time() != null) {
            how = how.timeLimit(budget.time());
        }
        CheckResult result;
        try {
            result = check.explore(how, ModeAssignment.byKey(overrides));
        } catch (UnmodelledException e) {
            // The program after an unmodelled call is in no known state.
            prepared[task.scenario()] = null;
            return new Finding(0, new Refusal(name, task.model(), Refusal.Kind.UNDECIDED,
                    Objects.requireNonNullElse(e.getMessage(), "not modelled"), 0, ""), List.of());
        }
        long executions = result.executions() + result.blocked();
        return new Finding(executions, result.verdict() == Verdict.VERIFIED ? null : refusal(name, result),
                result.exercised());
    }

    static Refusal refusal(String scenario, CheckResult result) {
        if (result.violations().isEmpty()) {
            return result.verdict() == Verdict.VACUOUS
                    ? new Refusal(scenario, result.model(), Refusal.Kind.UNDECIDED, "no execution comes to its end", 0,
                            "")
                    : new Refusal(scenario, result.model(),
                            result.notExhausted() instanceof Bound.Loop ? Refusal.Kind.LOOP : Refusal.Kind.BUDGET,
                            "not exhausted: " + result.notExhausted(), 0, "");
        }
        Violation violation = result.violations().getFirst();
        boolean hangs = violation.kind() == Violation.Kind.AWAIT_TERMINATION
                || violation.kind() == Violation.Kind.PLAIN_POLLING;
        return new Refusal(scenario, result.model(), hangs ? Refusal.Kind.AWAIT : Refusal.Kind.SAFETY,
                violation.text(), violation.graph().size(), result.executionText());
    }

    /**
     * What one check showed.
     *
     * @param refusal   null if it verified
     * @param exercised the sites that were steps of some execution
     */
    record Finding(long executions, @Nullable Refusal refusal, List<Site> exercised) {}
}
