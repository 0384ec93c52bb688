package dev.baton.check.relax;

import dev.baton.check.api.CheckResult;
import dev.baton.check.api.Checker;
import dev.baton.check.api.PreparedCheck;
import dev.baton.check.explore.Verdict;
import dev.baton.check.program.ModeAssignment;
import dev.baton.check.program.Site;
import dev.baton.check.program.SiteModes;
import dev.baton.check.program.UnmodelledException;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Checks scenarios with other modes at some sites, each prepared once and explored as often as wanted. The parts of a
 * kill table that is made in slices; {@link Relaxer} does the same in one go. Of one thread.
 */
public final class Probe {
    private final Checker checker;
    private final Predicate<String> scope;
    private final Map<PreparedCheck.Source, PreparedCheck> prepared = new HashMap<>();

    /**
     * Creates it.
     *
     * @param scope which classes are looked at, by full name
     */
    public Probe(Checker checker, Predicate<String> scope) {
        this.checker = checker;
        this.scope = scope;
    }

    /**
     * What a scenario does with the modes of the code.
     *
     * @param failure null if it verified
     * @param sites   the names of those it exercises
     */
    public record Profile(long executions, Duration elapsed, @Nullable String failure, SortedSet<String> sites) {}

    /**
     * What a scenario says of other modes.
     *
     * @param refusal null if it verified
     */
    public record Outcome(long executions, Duration elapsed, @Nullable Refusal refusal) {
        /** There is an execution that must not be; one that goes round a loop beyond its bound is such, too. */
        public boolean kills() {
            return refusal != null && (refusal.isCounterexample() || refusal.kind() == Refusal.Kind.LOOP);
        }
    }

    /** All sites with a mode to choose in these classes, by name. */
    public SortedMap<String, AccessSite> sites(PreparedCheck.Source any, Collection<String> classes) {
        PreparedCheck check = prepared(any);
        classes.forEach(check::load);
        return SiteNames.of(check.sites().all().stream().filter(this::isWanted).toList());
    }

    /** Explores a scenario with the modes of the code. */
    public Profile profile(PreparedCheck.Source scenario, String model, Duration limit) {
        PreparedCheck check = prepared(scenario);
        Set<String> keys = new HashSet<>();
        Outcome outcome = explore(scenario, model, Map.of(), Long.MAX_VALUE, limit,
                result -> result.exercised().forEach(site -> keys.add(site.key())));
        SortedSet<String> exercised = new TreeSet<>();
        SiteNames.of(check.sites().all().stream().filter(this::isWanted).toList()).forEach((name, site) -> {
            if (keys.contains(site.key())) {
                exercised.add(name);
            }
        });
        return new Profile(outcome.executions(), outcome.elapsed(),
                outcome.refusal() == null ? null : outcome.refusal().summary(), exercised);
    }

    /** Explores a scenario with weaker modes, all at once, until the first violation. */
    public Outcome attempt(PreparedCheck.Source scenario, String model, Collection<Weakening> weaker,
            long maxExecutions, Duration limit) {
        Map<String, SiteModes> modes = new TreeMap<>();
        weaker.forEach(each -> modes.put(each.site().key(), each.site().modes(each.to())));
        return explore(scenario, model, modes, maxExecutions, limit, result -> {});
    }

    /** Forgets what was prepared, which holds memory. */
    public void forget() {
        prepared.clear();
    }

    private Outcome explore(PreparedCheck.Source scenario, String model, Map<String, SiteModes> modes,
            long maxExecutions, Duration limit, Consumer<CheckResult> listener) {
        long begin = System.nanoTime();
        try {
            PreparedCheck check = prepared(scenario);
            CheckResult result = check.explore(scenario.checker(checker).model(model).maxExecutions(maxExecutions)
                    .timeLimit(limit), ModeAssignment.byKey(modes));
            listener.accept(result);
            return new Outcome(result.executions() + result.blocked(), Duration.ofNanos(System.nanoTime() - begin),
                    result.verdict() == Verdict.VERIFIED ? null : Workbench.refusal(scenario.name(), result));
        } catch (UnmodelledException e) {
            prepared.remove(scenario); // it is in no known state
            return new Outcome(0, Duration.ofNanos(System.nanoTime() - begin), new Refusal(scenario.name(), model,
                    Refusal.Kind.UNDECIDED, String.valueOf(e.getMessage()), 0, ""));
        }
    }

    private boolean isWanted(Site site) {
        return AccessSite.isChoice(site) && scope.test(site.binaryClassName());
    }

    private PreparedCheck prepared(PreparedCheck.Source scenario) {
        return prepared.computeIfAbsent(scenario, each -> each.prepare(checker));
    }
}
