package dev.baton.check.api;

import dev.baton.check.event.JdkFields;
import dev.baton.check.event.JdkLocks;
import dev.baton.check.event.Machine;
import dev.baton.check.event.Timeouts;
import dev.baton.check.explain.Counterexample;
import dev.baton.check.explain.CounterexampleText;
import dev.baton.check.explain.Evidence;
import dev.baton.check.explain.SourcePath;
import dev.baton.check.explore.Bound;
import dev.baton.check.explore.Race;
import dev.baton.check.explore.Result;
import dev.baton.check.explore.Verdict;
import dev.baton.check.explore.Violation;
import dev.baton.check.program.JdkContract;
import dev.baton.check.program.Site;
import dev.baton.check.replay.ExitCalls;
import dev.baton.check.replay.Image;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What a check found, in the words of the program. */
public final class CheckResult {
    private final Result result;
    private final Image image;
    private final List<Site> exercised;
    private final Evidence evidence;
    private final Written written;

    /**
     * What is known of the search for those that go on with it.
     *
     * @param left     what was not visited; null if it is not known
     * @param violated the way to the first violation; null if it is not known
     */
    record Written(@Nullable SavedSearch left, @Nullable SavedSearch violated) {
        static final Written NOTHING = new Written(null, null);
    }

    CheckResult(Result result, Image image, List<Site> exercised, Evidence evidence, Written written) {
        this.result = result;
        this.image = image;
        this.exercised = exercised;
        this.evidence = evidence;
        this.written = written;
    }

    /** This check and the ones before it as one: their executions together, and the first that is not verified decides. */
    CheckResult after(CheckResult earlier) {
        Result before = earlier.result;
        boolean decides = result.verdict() == Verdict.VIOLATED || before.verdict() == Verdict.VERIFIED;
        Result sum = new Result(decides ? result.verdict() : before.verdict(), result.model(),
                before.complete() + result.complete(), before.blocked() + result.blocked(), Map.of(),
                result.violations(), result.violationsLeftOut(),
                Stream.concat(before.races().stream(), result.races().stream()).distinct().toList(),
                before.notExhausted() != null ? before.notExhausted() : result.notExhausted(),
                before.elapsed().plus(result.elapsed()), null);
        return new CheckResult(sum, image, Stream.concat(earlier.exercised.stream(), exercised.stream()).distinct()
                .toList(), evidence, Written.NOTHING);
    }

    /** {@return the verdict: verified, violated, not exhausted, or vacuous} */
    public Verdict verdict() {
        return result.verdict();
    }

    /** {@return the name of the memory model} */
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

    /** {@return what unfair locks of the JDK were to the check} */
    public JdkLocks jdkLocks() {
        return image.jdkLocks();
    }

    /**
     * The classes of the JDK whose own code was not run: code of the checker stood in for them. The result relies on it.
     *
     * @return their names, such as {@code java.util.concurrent.ThreadPoolExecutor}, in order
     */
    public SortedSet<String> standIns() {
        SortedSet<String> names = new TreeSet<>(image.standIns());
        if (exercised.stream().anyMatch(each -> each.className.endsWith("/AbstractStringBuilder"))) {
            names.add("java.lang.StringBuilder");
        }
        return names;
    }

    /** {@return in which modes the JDK's classes read a few fields of theirs} */
    public JdkFields jdkFields() {
        return image.jdkFields();
    }

    /**
     * The fields of the JDK whose reads were taken to be stronger than written, where that can count. The result relies on it.
     *
     * @return their names, such as {@code ConcurrentSkipListMap.Node.next}, in order
     */
    public List<String> strengthened() {
        if (jdkFields() == JdkFields.AS_WRITTEN || model().equals("sc") || model().equals("tso")) {
            return List.of();
        }
        return exercised.stream().map(JdkContract::row).filter(Objects::nonNull).map(JdkContract.Row::name).distinct()
                .sorted().toList();
    }

    /** {@return how many executions the program ended itself, by {@code System.exit} and the like, in words; empty if none} */
    public String exits() {
        List<String> ends = outcomes().entrySet().stream().filter(each -> ExitCalls.isExit(each.getKey()))
                .map(each -> each.getValue() + " by " + each.getKey()).toList();
        return ends.isEmpty() ? "" : "executions end before all threads do: " + String.join(", ", ends);
    }

    /** {@return what the result takes to be right without checking it, in words; empty if there is nothing} */
    public String trusted() {
        List<String> said = new ArrayList<>();
        List<String> locks = image.trustedLocks();
        if (!locks.isEmpty()) {
            said.add("the JDK's " + String.join(" and ", locks) + (locks.size() == 1 ? " is" : " are") + " trusted");
        }
        if (!strengthened().isEmpty()) {
            said.add("the JDK's contract is taken for reads inside " + strengthened().stream()
                    .map(each -> each.substring(0, each.indexOf('.'))).distinct().collect(Collectors.joining(", ")));
        }
        if (!standIns().isEmpty()) {
            said.add("code of the checker stands in for " + standIns().stream()
                    .map(each -> each.substring(each.lastIndexOf('.') + 1)).collect(Collectors.joining(", ")));
        }
        return String.join("; ", said);
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

    /** {@return how many violations there are beside those that were kept} */
    public long violationsLeftOut() {
        return result.violationsLeftOut();
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

    /**
     * What the search has left, to go on with it later; of a search that came to its end it has the counts.
     *
     * @return the search; null if the checker was not told to {@linkplain Checker#leaveWork leave work}, if there is a
     *     violation, or if the program under check could not be stopped in time
     */
    public @Nullable SavedSearch left() {
        return written.left;
    }

    /**
     * A search that meets the first violation at once.
     *
     * @return the search; null if there is no violation, or the checker was not told to {@linkplain Checker#leaveWork leave
     *     work}
     */
    public @Nullable SavedSearch violated() {
        return written.violated;
    }

    /** {@return the instructions that were steps of some execution} */
    public List<Site> exercised() {
        return exercised;
    }

    /** {@return how long it took} */
    public Duration elapsed() {
        return result.elapsed();
    }

    /**
     * The violations as a reader is told of them, each with its reason; to look for the reason can take seconds.
     *
     * @param check what the reader calls the check
     * @param sources where source files are looked for
     * @return one for each violation
     */
    public List<Counterexample> counterexamples(String check, SourcePath sources) {
        return Counterexample.allOf(check, evidence, sources);
    }

    /** The violations as they were met, each with its reason: no simpler execution is looked for. */
    List<Counterexample> asFound(String check, SourcePath sources) {
        return Counterexample.asFound(check, evidence, sources);
    }

    /** {@return all violations as text: what went wrong, the execution step by step, and why it can happen} */
    public String counterexample() {
        return text(counterexamples("", SourcePath.none()), violationsLeftOut());
    }

    /** {@return all violations as text, without looking for the reason, which can take seconds} */
    public String executionText() {
        return text(Counterexample.withoutReasons("", evidence), violationsLeftOut());
    }

    private static String text(List<Counterexample> told, long leftOut) {
        String more = leftOut == 0 ? "" : CounterexampleText.leftOut(leftOut) + "\n";
        return told.stream().flatMap(each -> Stream.concat(CounterexampleText.of(each).stream(), Stream.of("")))
                .collect(Collectors.joining("\n")) + more;
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
        return failure(counterexamples("", SourcePath.none()));
    }

    /** The same, with what is told of the violations. */
    CheckFailedError failure(List<Counterexample> told) {
        return new CheckFailedError(toString(), told.isEmpty() ? "" : told.getFirst().headline(),
                text(told, violationsLeftOut()));
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
        if (!exits().isEmpty()) {
            text.append("; ").append(exits());
        }
        if (!trusted().isEmpty()) {
            text.append("; ").append(trusted());
        }
        return text.toString();
    }
}
