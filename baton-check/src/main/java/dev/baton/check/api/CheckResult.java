package dev.baton.check.api;

import dev.baton.check.event.AccessMode;
import dev.baton.check.event.Machine;
import dev.baton.check.event.Timeouts;
import dev.baton.check.explain.Counterexample;
import dev.baton.check.explain.CounterexampleText;
import dev.baton.check.explain.Evidence;
import dev.baton.check.explain.SourcePath;
import dev.baton.check.explore.Bound;
import dev.baton.check.explore.Exploration;
import dev.baton.check.explore.Race;
import dev.baton.check.explore.Result;
import dev.baton.check.explore.StepSource;
import dev.baton.check.explore.Verdict;
import dev.baton.check.explore.Violation;
import dev.baton.check.program.ModeAssignment;
import dev.baton.check.program.Site;
import dev.baton.check.program.SiteModes;
import dev.baton.check.program.UnmodelledException;
import dev.baton.check.replay.BeginAnew;
import dev.baton.check.replay.Image;
import java.net.URL;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What a check found, in the words of the program. */
public final class CheckResult implements Evidence {
    private final Result result;
    private final Image image;

    private static final int SEARCH_EXECUTIONS = 100_000;
    private static final int SEARCH_MORE = 2_000;
    private static final Duration SEARCH_LEAST = Duration.ofSeconds(2);
    private static final Duration SEARCH_MOST = Duration.ofSeconds(10);

    private final ModeAssignment modes;
    private final Supplier<StepSource> programs;
    private final Again again;
    private final BiFunction<ModeAssignment, UnaryOperator<Exploration>, Result> anew;

    /** Explores the same check once more, with what was known of the program in the end. */
    interface Again {
        /**
         * The exploration, set up as before.
         *
         * @param model null for the same as before
         * @param modes in the place of those of the code
         */
        Exploration exploration(@Nullable String model, ModeAssignment modes, boolean calm);
    }

    /**
     * @param programs makes the program that was explored
     * @param again    explores it once more, as long as it asks for nothing new
     * @param anew     explores it with other modes, whatever it asks for, within other bounds
     */
    CheckResult(Result result, Image image, ModeAssignment modes, Supplier<StepSource> programs, Again again,
            BiFunction<ModeAssignment, UnaryOperator<Exploration>, Result> anew) {
        this.result = result;
        this.image = image;
        this.modes = modes;
        this.programs = programs;
        this.again = again;
        this.anew = anew;
    }

    /** {@return the verdict: verified, violated, not exhausted, or vacuous} */
    public Verdict verdict() {
        return result.verdict();
    }

    @Override
    public String model() {
        return result.model();
    }

    /** {@return what the program believed to run on} */
    public Machine machine() {
        return image.machine();
    }

    /** {@return what the result says less of because timed waits were held back, in words; empty if they were free} */
    public String timeBound() {
        Timeouts timeouts = machine().timeouts();
        return timeouts == Timeouts.FREE ? "" : "timeouts " + timeouts.words();
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
    public StepSource program() {
        return programs.get();
    }

    @Override
    public String threadName(int thread) {
        return image.threadName(thread);
    }

    @Override
    public @Nullable URL classFile(String className) {
        return image.loader().getResource(className.replace('.', '/') + ".class");
    }

    @Override
    public @Nullable Site site(int number) {
        return number == 0 ? null : image.sites.get(number);
    }

    @Override
    public @Nullable Violation simplest(String model, boolean calm, Violation.Kind kind) {
        Duration used = result.elapsed();
        Duration limit = used.compareTo(SEARCH_LEAST) < 0
                ? SEARCH_LEAST
                : used.compareTo(SEARCH_MOST) > 0 ? SEARCH_MOST : used;
        try {
            List<Violation> found = again.exploration(model, modes, calm).since(System.nanoTime())
                    .simplest(kind, SEARCH_MORE)
                    .stopAtFirstViolation(true).symmetry(false).findRaces(false).racesFail(false).estimate(0)
                    .maxExecutions(SEARCH_EXECUTIONS).timeLimit(limit).run().violations();
            return found.isEmpty() ? null : found.getFirst();
        } catch (BeginAnew | UnmodelledException beyond) {
            return null; // it came where the first search had not been
        }
    }

    @Override
    public Verdict recheck(Map<Site, AccessMode> modes, long maxExecutions, Duration timeLimit) {
        Map<Site, SiteModes> chosen = new HashMap<>();
        modes.forEach((site, mode) -> chosen.put(site,
                new SiteModes(mode, mode, mode, site.code().weak(), site.code().removed())));
        return anew.apply(ModeAssignment.bySite(chosen),
                each -> each.maxExecutions(maxExecutions).timeLimit(timeLimit)).verdict();
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
        CheckFailedError failure = failure();
        if (failure != null) {
            throw failure;
        }
        return this;
    }

    /** What to fail with; null if every execution was visited and is as it should be. */
    @Nullable
    CheckFailedError failure() {
        if (verdict() == Verdict.VERIFIED) {
            return null;
        }
        List<Counterexample> told = Counterexample.allOf("", this, SourcePath.none());
        return new CheckFailedError(toString(), told.isEmpty() ? "" : told.getFirst().headline(), text(told));
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
        if (!timeBound().isEmpty()) {
            text.append("; ").append(timeBound());
        }
        return text.toString();
    }
}
