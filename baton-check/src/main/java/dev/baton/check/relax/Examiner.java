package dev.baton.check.relax;

import dev.baton.check.api.Checker;
import dev.baton.check.api.PreparedCheck;
import dev.baton.check.program.Site;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether modes verify: every scenario, under every model. Several assignments at once are checked by several
 * workers. Which scenario is tried first depends on what failed before, the answer does not.
 */
final class Examiner implements AutoCloseable {
    /** What a candidate may cost beyond the start, if nobody says: weaker modes have more executions. */
    private static final long MORE_EXECUTIONS = 20;
    private static final long LEAST_EXECUTIONS = 20_000;

    private final List<Workbench.Task> tasks = new ArrayList<>();
    private final Map<Workbench.Task, Long> cost = new HashMap<>();
    private final BlockingQueue<Workbench> workbenches = new LinkedBlockingQueue<>();
    private final List<Workbench> all = new ArrayList<>();
    private final ExecutorService workers;
    private final int workerCount;
    private final Predicate<Site> scope;
    private final long maxExecutions;
    private final @Nullable Duration timeLimit;
    private final AtomicLong executions = new AtomicLong();
    private final AtomicLong candidates = new AtomicLong();
    private volatile Workbench.@Nullable Task lastFailed;

    /** @param maxExecutions of one check; 0 to measure it by what the start costs */
    Examiner(List<PreparedCheck.Source> scenarios, List<String> classes, List<String> models, Checker checker,
            int workerCount, Predicate<Site> scope, long maxExecutions, @Nullable Duration timeLimit) {
        for (int i = 0; i < scenarios.size(); i++) {
            for (String model : models) {
                tasks.add(new Workbench.Task(i, model));
            }
        }
        this.workerCount = workerCount;
        this.scope = scope;
        this.maxExecutions = maxExecutions;
        this.timeLimit = timeLimit;
        this.workers = Executors.newFixedThreadPool(workerCount,
                Thread.ofPlatform().daemon().name("baton-relax-", 0).factory());
        for (int i = 0; i < workerCount; i++) {
            Workbench workbench = new Workbench(scenarios, classes, checker);
            all.add(workbench);
            workbenches.add(workbench);
        }
    }

    int workerCount() {
        return workerCount;
    }

    long executions() {
        return executions.get();
    }

    long candidates() {
        return candidates.get();
    }

    /** Executions of each check of the start. */
    long cost(int scenario, String model) {
        return cost.getOrDefault(new Workbench.Task(scenario, model), 0L);
    }

    /** All sites with a mode to choose in classes loaded so far, exercised or not. */
    List<AccessSite> known() {
        Map<String, AccessSite> found = new TreeMap<>();
        all.forEach(workbench -> addChoices(workbench.sites(), found));
        return found.values().stream().sorted().toList();
    }

    /** Checks the modes to start from and learns what each check costs. */
    Examination first(Assignment start) {
        Workbench workbench = all.getFirst();
        Map<String, AccessSite> exercised = new TreeMap<>();
        for (Workbench.Task task : tasks) {
            Workbench.Finding finding = workbench.check(task, start.overrides(),
                    new Workbench.Budget(maxExecutions > 0 ? maxExecutions : Long.MAX_VALUE, timeLimit));
            executions.addAndGet(finding.executions());
            cost.put(task, finding.executions());
            addChoices(finding.exercised(), exercised);
            if (finding.refusal() != null) {
                return new Examination(finding.refusal(), new HashSet<>(exercised.values()), finding.executions());
            }
        }
        tasks.sort(Comparator.comparingLong((Workbench.Task task) -> cost.getOrDefault(task, 0L)));
        return new Examination(null, new HashSet<>(exercised.values()), executions.get());
    }

    /** Adds those with a mode to choose that are within the scope. */
    private void addChoices(List<Site> sites, Map<String, AccessSite> into) {
        for (Site site : sites) {
            if (AccessSite.isChoice(site) && scope.test(site)) {
                into.putIfAbsent(site.key(), AccessSite.of(site));
            }
        }
    }

    /** Checks each assignment; the scenario that failed last goes first. */
    List<Examination> examine(List<Assignment> assignments) {
        return each(assignments, this::examine, () -> {});
    }

    /**
     * Checks each assignment in an order that is always the same, the cheapest scenario first, so that the reason for
     * a refusal is always the same and is a short one: under all models in which that scenario fails, the shortest.
     */
    List<Examination> explain(List<Assignment> assignments, Runnable afterEach) {
        return each(assignments, this::explain, afterEach);
    }

    private List<Examination> each(List<Assignment> assignments, BiFunction<Workbench, Assignment, Examination> work,
            Runnable afterEach) {
        List<Future<Examination>> futures = new ArrayList<>();
        for (Assignment assignment : assignments) {
            futures.add(workers.submit(() -> {
                Workbench workbench = workbenches.take();
                try {
                    candidates.incrementAndGet();
                    return work.apply(workbench, assignment);
                } finally {
                    workbenches.add(workbench);
                }
            }));
        }
        List<Examination> results = new ArrayList<>();
        try {
            for (Future<Examination> future : futures) {
                results.add(future.get());
                afterEach.run();
            }
        } catch (InterruptedException e) {
            futures.forEach(each -> each.cancel(true));
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        } catch (ExecutionException e) {
            futures.forEach(each -> each.cancel(true));
            switch (e.getCause()) {
                case RuntimeException cause -> throw cause;
                case Error cause -> throw cause;
                case null, default -> throw new IllegalStateException(e);
            }
        }
        return results;
    }

    private Examination examine(Workbench workbench, Assignment assignment) {
        List<Workbench.Task> order = new ArrayList<>(tasks);
        Workbench.Task first = lastFailed;
        if (first != null) {
            order.remove(first);
            order.addFirst(first);
        }
        long deadline = timeLimit == null ? 0 : System.nanoTime() + timeLimit.toNanos();
        Map<String, AccessSite> exercised = new TreeMap<>();
        long visited = 0;
        for (Workbench.Task task : order) {
            Workbench.Finding finding = check(workbench, task, assignment, deadline);
            visited += finding.executions();
            addChoices(finding.exercised(), exercised);
            if (finding.refusal() != null) {
                lastFailed = task;
                return new Examination(finding.refusal(), new HashSet<>(), visited);
            }
        }
        return new Examination(null, new HashSet<>(exercised.values()), visited);
    }

    private Examination explain(Workbench workbench, Assignment assignment) {
        long deadline = timeLimit == null ? 0 : System.nanoTime() + timeLimit.toNanos();
        Map<String, AccessSite> exercised = new TreeMap<>();
        long visited = 0;
        Refusal best = null;
        int failed = -1;
        for (Workbench.Task task : tasks) {
            boolean otherModel = failed == task.scenario();
            if (best != null && best.isCounterexample() && !otherModel) {
                continue;
            }
            Workbench.Finding finding = check(workbench, task, assignment, deadline);
            visited += finding.executions();
            addChoices(finding.exercised(), exercised);
            if (finding.refusal() != null) {
                failed = task.scenario();
                best = best == null || isBetter(finding.refusal(), best) ? finding.refusal() : best;
            }
        }
        return new Examination(best, best == null ? new HashSet<>(exercised.values()) : new HashSet<>(), visited);
    }

    private static boolean isBetter(Refusal one, Refusal other) {
        return one.isCounterexample() && (!other.isCounterexample() || one.events() < other.events());
    }

    private Workbench.Finding check(Workbench workbench, Workbench.Task task, Assignment assignment, long deadline) {
        long limit = maxExecutions > 0
                ? maxExecutions
                : Math.max(LEAST_EXECUTIONS, MORE_EXECUTIONS * cost.getOrDefault(task, 0L));
        Duration time = deadline == 0 ? null : Duration.ofNanos(Math.max(1, deadline - System.nanoTime()));
        Workbench.Finding finding = workbench.check(task, assignment.overrides(), new Workbench.Budget(limit, time));
        executions.addAndGet(finding.executions());
        return finding;
    }

    @Override
    public void close() {
        workers.shutdownNow();
    }
}
