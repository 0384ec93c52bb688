package dev.baton.check.api;

import dev.baton.check.event.AccessMode;
import dev.baton.check.explore.Bound;
import dev.baton.check.explore.Exploration;
import dev.baton.check.explore.Program;
import dev.baton.check.explore.Race;
import dev.baton.check.explore.Result;
import dev.baton.check.explore.Verdict;
import dev.baton.check.explore.Violation;
import dev.baton.check.program.Site;
import dev.baton.check.replay.BytecodeProgram;
import dev.baton.check.replay.Image;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What a check found, in the words of the program. */
public final class CheckResult {
    private final Result result;
    private final Image image;

    private final Supplier<Exploration> again;

    CheckResult(Result result, Image image, Supplier<Exploration> again) {
        this.result = result;
        this.image = image;
        this.again = again;
    }

    /** {@return the verdict: verified, violated, not exhausted, or vacuous} */
    public Verdict verdict() {
        return result.verdict();
    }

    /** {@return the name of the memory model} */
    public String model() {
        return result.model();
    }

    /** {@return the number of executions in which every thread ended} */
    public long executions() {
        return result.complete();
    }

    /** {@return the number of executions that ended early because a thread could not go on} */
    public long blocked() {
        return result.blocked();
    }

    /** {@return the complete executions, counted by outcome} */
    public Map<String, Long> outcomes() {
        Map<String, Long> counts = new TreeMap<>();
        result.outcomes().forEach((number, count) -> counts.merge(image.outcomeText(number), count, Long::sum));
        return counts;
    }

    /** {@return what went wrong, one for each violating execution that was kept} */
    public List<Violation> violations() {
        return result.violations();
    }

    /** {@return the data races on plain fields, in words} */
    public List<String> races() {
        return result.races().stream().map(Race::text).toList();
    }

    /** {@return the bound that was reached before every execution was visited, or null} */
    public @Nullable Bound notExhausted() {
        return result.notExhausted();
    }

    /** {@return the engine's own result} */
    public Result raw() {
        return result;
    }

    /** {@return the program that was checked: what its numbers for places, values and sites mean} */
    public Program program() {
        return new BytecodeProgram(image);
    }

    /**
     * The name of a thread, as traces show it.
     *
     * @param thread the number of the thread in a graph
     * @return its name
     */
    public String threadName(int thread) {
        return image.threadName(thread);
    }

    /**
     * The instruction behind a site number of a graph; null for none.
     *
     * @param number the number
     * @return the instruction, or null
     */
    public @Nullable Site site(int number) {
        return number == 0 ? null : image.sites.get(number);
    }

    /**
     * The verdict of the same check with another access mode at some sites, after so many executions and so much time at
     * most. The modes are in force during the call only, and for every check of the same classes that runs meanwhile.
     *
     * @param modes the modes to try
     * @param maxExecutions the most executions
     * @param timeLimit the most time
     * @return the verdict
     */
    public Verdict recheck(Map<Site, AccessMode> modes, long maxExecutions, Duration timeLimit) {
        Map<Site, Site.Modes> before = new HashMap<>();
        modes.forEach((site, mode) -> before.put(site, site.replaceModes(new Site.Modes(mode, mode, mode))));
        try {
            return again.get().maxExecutions(maxExecutions).timeLimit(timeLimit).run().verdict();
        } finally {
            before.forEach(Site::replaceModes);
        }
    }

    /** {@return all violations as text: what went wrong, then the execution, one event per line} */
    public String counterexample() {
        StringBuilder text = new StringBuilder();
        for (Violation violation : result.violations()) {
            text.append(new Trace(violation, new BytecodeProgram(image), image).text());
        }
        return text.toString();
    }

    /**
     * Fails with the counterexample unless every execution was visited and is as it should be.
     *
     * @return this result
     */
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
