package dev.baton.check.api;

import dev.baton.check.explore.Race;
import dev.baton.check.explore.Result;
import dev.baton.check.explore.Verdict;
import dev.baton.check.explore.Violation;
import dev.baton.check.replay.BytecodeProgram;
import dev.baton.check.replay.Image;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What a check found, in the words of the program. */
public final class CheckResult {
    private final Result result;
    private final Image image;

    CheckResult(Result result, Image image) {
        this.result = result;
        this.image = image;
    }

    public Verdict verdict() {
        return result.verdict();
    }

    public String model() {
        return result.model();
    }

    /** Executions in which every thread ended. */
    public long executions() {
        return result.complete();
    }

    /** Executions that ended early because a thread could not go on. */
    public long blocked() {
        return result.blocked();
    }

    /** Complete executions by outcome. */
    public Map<String, Long> outcomes() {
        Map<String, Long> counts = new TreeMap<>();
        result.outcomes().forEach((number, count) -> counts.merge(image.outcomeText(number), count, Long::sum));
        return counts;
    }

    public List<Violation> violations() {
        return result.violations();
    }

    /** Data races on plain fields, in words. */
    public List<String> races() {
        return result.races().stream().map(Race::text).toList();
    }

    /** The engine's own result. */
    public Result raw() {
        return result;
    }

    /** All violations as text: what went wrong, then the execution, one event per line. */
    public String counterexample() {
        StringBuilder text = new StringBuilder();
        for (Violation violation : result.violations()) {
            text.append(new Trace(violation, new BytecodeProgram(image), image).text());
        }
        return text.toString();
    }

    /** Fails with the counterexample unless every execution was visited and is as it should be. */
    public CheckResult assertVerified() {
        if (verdict() != Verdict.VERIFIED) {
            throw new AssertionError(this + (result.violations().isEmpty() ? "" : "\n" + counterexample()));
        }
        return this;
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        text.append(verdict()).append(" under ").append(model()).append(": ").append(executions())
                .append(" executions, ").append(blocked()).append(" blocked, in ")
                .append(result.elapsed().toMillis()).append(" ms");
        if (result.notExhausted() != null) {
            text.append("; not exhausted: ").append(result.notExhausted());
        }
        return text.toString();
    }
}
