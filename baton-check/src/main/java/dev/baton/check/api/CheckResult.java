package dev.baton.check.api;

import dev.baton.check.event.AccessMode;
import dev.baton.check.explain.Counterexample;
import dev.baton.check.explain.CounterexampleText;
import dev.baton.check.explain.Evidence;
import dev.baton.check.explain.SourcePath;
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
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What a check found, in the words of the program. */
public final class CheckResult implements Evidence {
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

    @Override
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

    @Override
    public List<Violation> violations() {
        return result.violations();
    }

    /** {@return the data races on plain fields, in words} */
    public List<String> races() {
        return result.races().stream().map(Race::text).toList();
    }

    /** {@return the binary names of the classes that were under check, in order} */
    public SortedSet<String> classes() {
        return image.classes();
    }

    /** {@return the bound that was reached before every execution was visited, or null} */
    public @Nullable Bound notExhausted() {
        return result.notExhausted();
    }

    /** {@return the engine's own result} */
    public Result raw() {
        return result;
    }

    @Override
    public Program program() {
        return new BytecodeProgram(image);
    }

    @Override
    public String threadName(int thread) {
        return image.threadName(thread);
    }

    @Override
    public @Nullable Site site(int number) {
        return number == 0 ? null : image.sites.get(number);
    }

    @Override
    public Verdict recheck(Map<Site, AccessMode> modes, long maxExecutions, Duration timeLimit) {
        Map<Site, Site.Modes> before = new HashMap<>();
        modes.forEach((site, mode) -> before.put(site, site.replaceModes(new Site.Modes(mode, mode, mode))));
        try {
            return again.get().since(System.nanoTime()).maxExecutions(maxExecutions).timeLimit(timeLimit).run()
                    .verdict();
        } finally {
            before.forEach(Site::replaceModes);
        }
    }

    /** {@return all violations as text: what went wrong, the execution step by step, and why it can happen} */
    public String counterexample() {
        return text(Counterexample.allOf("", this, SourcePath.none()));
    }

    /** {@return all violations as text, without looking for the reason, which can take seconds} */
    public String executionText() {
        return text(Counterexample.withoutReasons("", this));
    }

    private static String text(List<Counterexample> told) {
        return told.stream().flatMap(each -> Stream.concat(CounterexampleText.of(each).stream(), Stream.of("")))
                .collect(Collectors.joining("\n"));
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
