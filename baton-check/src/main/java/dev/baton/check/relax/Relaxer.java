package dev.baton.check.relax;

import dev.baton.check.api.Checker;
import dev.baton.check.api.PreparedCheck;
import dev.baton.check.api.ScenarioBody;
import dev.baton.check.program.Site;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Finds the weakest access modes with which scenarios still verify. Set it up, then {@link #run()}.
 *
 * <pre>{@code
 * Relaxation result = new Relaxer()
 *         .scenario("two threads", scenario -> ...)
 *         .classes(MyLock.class)
 *         .run();
 * System.out.println(result.markdown());
 * System.out.println(result.patch(Path.of("src/main/java")).text());
 * }</pre>
 *
 * Modes are kept only if every scenario verifies under every model, {@code rc11} and {@code jam} if not said otherwise,
 * safety and await termination both. What no scenario exercises is left alone and named. The result is as good as the
 * scenarios: what they do not check may break.
 */
public final class Relaxer {
    private final List<PreparedCheck.Source> scenarios = new ArrayList<>();
    private final List<Class<?>> classes = new ArrayList<>();
    private final List<String> prefixes = new ArrayList<>();
    private List<String> models = List.of("rc11", "jam");
    private Checker checker = new Checker().findRaces(false);
    private boolean fromVolatile;
    private boolean weakForms;
    private int workers = 1;
    private long maxExecutions;
    private @Nullable Duration timeLimit;
    private Consumer<? super RelaxProgress> progress = each -> {};

    /** Adds a scenario. */
    public Relaxer scenario(String name, ScenarioBody body) {
        scenarios.add(PreparedCheck.of(name, body));
        return this;
    }

    /** Adds the checks of classes: {@code @ModelCheck} methods that expect no violation, and jcstress tests. */
    public Relaxer scenarios(Class<?>... types) {
        for (Class<?> type : types) {
            List<PreparedCheck.Source> found = PreparedCheck.in(type);
            if (found.isEmpty()) {
                throw new IllegalArgumentException(
                        type.getName() + " holds no @ModelCheck method and no @JCStressTest");
            }
            scenarios.addAll(found);
        }
        return this;
    }

    /** Looks at these classes and those nested in them only; if not set, at all that the scenarios load. */
    public Relaxer classes(Class<?>... types) {
        classes.addAll(Arrays.asList(types));
        return this;
    }

    /** Looks at classes whose full name begins like this. */
    public Relaxer classesNamed(String... beginnings) {
        prefixes.addAll(Arrays.asList(beginnings));
        return this;
    }

    /** The memory models; {@code rc11} and {@code jam} if not set. */
    public Relaxer models(String... names) {
        models = List.of(names);
        return this;
    }

    /**
     * How to check scenarios that carry no annotation: bounds of loops, spurious wake-ups, symmetry. Its model and its
     * limits are not used.
     */
    public Relaxer checker(Checker settings) {
        checker = settings;
        return this;
    }

    /** Whether to begin with every exercised site volatile and every fence full, not with what the code says. */
    public Relaxer fromVolatile(boolean strongest) {
        fromVolatile = strongest;
        return this;
    }

    /**
     * Whether a compare-and-set may become {@code weakCompareAndSetPlain}. Off if not set: that one may fail for no
     * reason, and few scenarios say that it must not.
     */
    public Relaxer weakForms(boolean may) {
        weakForms = may;
        return this;
    }

    /** How many candidates are checked at once. The result does not depend on it. */
    public Relaxer workers(int count) {
        if (count < 1) {
            throw new IllegalArgumentException("workers: " + count);
        }
        workers = count;
        return this;
    }

    /**
     * Executions that one check of a candidate may visit; beyond that the candidate counts as not verified. If not
     * set, twenty times what the check visits with the modes to start from.
     */
    public Relaxer maxExecutions(long limit) {
        maxExecutions = limit;
        return this;
    }

    /** Time that a candidate may take; beyond that it counts as not verified. The result then depends on the machine. */
    public Relaxer timeLimit(Duration limit) {
        timeLimit = limit;
        return this;
    }

    /** Told after every step how far the search has come. */
    public Relaxer progress(Consumer<? super RelaxProgress> listener) {
        progress = listener;
        return this;
    }

    /**
     * Searches.
     *
     * @throws UnverifiedStartException if the modes to start from do not verify
     */
    public Relaxation run() {
        long begin = System.nanoTime();
        try (Examiner examiner = newExaminer()) {
            Descent descent = new Descent(examiner, weakForms, this::start, progress);
            descent.run();
            List<Relaxation.Row> rows = new ArrayList<>();
            for (AccessSite site : descent.sites()) {
                List<Relaxation.Refused> refusals = descent.refused().stream().filter(step -> step.site().equals(site))
                        .map(step -> new Relaxation.Refused(step.to(), step.refusal())).toList();
                rows.add(new Relaxation.Row(site, descent.startOf(site), descent.result().of(site), refusals));
            }
            return new Relaxation(rows, unexercised(examiner, descent.sites()), fromVolatile,
                    effort(examiner, begin));
        }
    }

    /**
     * Checks every single weakening of the code as it is: for each exercised site the modes just below, and below one
     * that survives those below it.
     *
     * @throws UnverifiedStartException if the code does not verify
     */
    public KillTable killTable() {
        long begin = System.nanoTime();
        try (Examiner examiner = newExaminer()) {
            Assignment code = Assignment.ofCode(List.of());
            Examination first = examiner.first(code);
            if (first.refusal() != null) {
                throw new UnverifiedStartException(first.refusal());
            }
            SortedSet<AccessSite> sites = new TreeSet<>(first.exercised());
            List<KillTable.Row> rows = new ArrayList<>();
            List<Descent.Step> level = new ArrayList<>();
            sites.forEach(site -> addBelow(site, site.code(), level));
            while (!level.isEmpty()) {
                AtomicInteger open = new AtomicInteger(level.size());
                List<Examination> results = examiner.explain(
                        level.stream().map(step -> code.with(step.site(), step.to())).toList(),
                        () -> progress.accept(new RelaxProgress("single weakenings", sites.size(), 0,
                                open.decrementAndGet(), examiner.candidates(), examiner.executions())));
                List<Descent.Step> next = new ArrayList<>();
                for (int i = 0; i < results.size(); i++) {
                    Descent.Step step = level.get(i);
                    Refusal by = results.get(i).refusal();
                    rows.add(new KillTable.Row(step.site(), step.site().code(), step.to(), by));
                    if (by == null) {
                        addBelow(step.site(), step.to(), next);
                    }
                }
                level.clear();
                level.addAll(new LinkedHashSet<>(next));
            }
            rows.sort(Comparator.comparing(KillTable.Row::site));
            return new KillTable(rows, unexercised(examiner, sites), effort(examiner, begin));
        }
    }

    private void addBelow(AccessSite site, Mode mode, List<Descent.Step> steps) {
        site.below(mode, weakForms).forEach(below -> steps.add(new Descent.Step(site, below)));
    }

    private Assignment start(Collection<AccessSite> sites) {
        return fromVolatile ? Assignment.strongest(sites) : Assignment.ofCode(sites);
    }

    private static List<AccessSite> unexercised(Examiner examiner, SortedSet<AccessSite> exercised) {
        return examiner.known().stream().filter(site -> !exercised.contains(site)).toList();
    }

    private Effort effort(Examiner examiner, long begin) {
        List<Effort.ScenarioCost> costs = new ArrayList<>();
        for (int i = 0; i < scenarios.size(); i++) {
            for (String model : models) {
                costs.add(new Effort.ScenarioCost(scenarios.get(i).name(), model, examiner.cost(i, model)));
            }
        }
        return new Effort(costs, examiner.candidates(), examiner.executions(),
                Duration.ofNanos(System.nanoTime() - begin));
    }

    private Examiner newExaminer() {
        if (scenarios.isEmpty()) {
            throw new IllegalStateException("no scenario");
        }
        List<String> names = new ArrayList<>();
        classes.forEach(type -> withNested(type, names));
        Predicate<Site> scope = site -> {
            String name = site.className.replace('/', '.');
            return names.isEmpty() && prefixes.isEmpty()
                    || names.stream().anyMatch(each -> name.equals(each) || name.startsWith(each + "$"))
                    || prefixes.stream().anyMatch(name::startsWith);
        };
        return new Examiner(List.copyOf(scenarios), names, models, checker, workers, scope, maxExecutions, timeLimit);
    }

    private static void withNested(Class<?> type, List<String> names) {
        names.add(type.getName());
        for (Class<?> nested : type.getDeclaredClasses()) {
            withNested(nested, names);
        }
    }
}
