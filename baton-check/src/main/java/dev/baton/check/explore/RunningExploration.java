package dev.baton.check.explore;

import dev.baton.check.event.SearchThread;
import dev.baton.check.model.Dependence;
import dev.baton.check.model.Sc;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One exploration under way: its workers, its bounds, and what was found so far. */
final class RunningExploration {
    /** Room for some hundred thousand nested branches; a program that recurses for ever fills it in a second. */
    private static final long STACK = 1L << 26;
    private static final int MOST_VIOLATIONS = 100;
    /** How long the first worker is alone. */
    private static final long HEAD_START = Duration.ofMillis(100).toNanos();

    /** A way in which a thread went wrong. */
    private record Seen(Violation.Kind kind, long cause, int thread) {}

    private final Exploration setup;
    /** How much of the time limit workers may take to end, before the run goes on without them. */
    private static final int GRACE = 25;

    private final long begin = System.nanoTime();
    /** The time at which to stop; far away without a limit. */
    private final long deadline;
    private final WorkPool pool;
    private volatile boolean stopped;
    private long executions;
    private long complete;
    private long lastProgress = begin;
    private double estimate = Double.NaN;
    private @Nullable Bound bound;
    private @Nullable Throwable failure;
    private final List<Violation> violations = new ArrayList<>();
    /** Where each worker is, if what is left is to be written down. */
    private final Map<Thread, Supplier<Prefix>> places = new ConcurrentHashMap<>();
    private final Set<Seen> seen = new HashSet<>();
    private long leftOut;
    private final Set<Race> races = new LinkedHashSet<>();
    private final LongCounts outcomes = new LongCounts();
    /** A worker was ended by force, and with it went what it had left to visit. */
    private boolean lost;

    RunningExploration(Exploration setup) {
        this.setup = setup;
        this.pool = new WorkPool(setup.model.dependence() == Dependence.PROGRAM_ORDER ? setup.workers : 1);
        long limit = setup.timeLimit == null ? Long.MAX_VALUE / 2 : setup.timeLimit.toNanos();
        if (setup.resumed != null) {
            setup.resumed.forEach(prefix -> pool.give(new WorkPool.Work(null, prefix)));
        }
        if (setup.lessons != null) {
            setup.lessons.begin();
        }
        this.deadline = (setup.since == null ? begin : setup.since) + Math.min(limit, Long.MAX_VALUE / 2);
    }

    Result result() {
        List<SearchThread> threads = new ArrayList<>();
        int workers = setup.model.dependence() == Dependence.PROGRAM_ORDER ? setup.workers : 1;
        for (int i = 0; i < workers; i++) {
            boolean first = i == 0;
            SearchThread thread = new SearchThread(() -> work(first), "baton-check-" + i, STACK);
            threads.add(thread);
            thread.start();
        }
        if (awaitEnd(threads)) {
            Thread.currentThread().interrupt();
        }
        synchronized (this) {
            switch (failure) {
                case null -> {
                }
                case Error error -> throw error;
                case RuntimeException unchecked -> throw unchecked;
                case Throwable checked -> throw new IllegalStateException(checked);
            }
            return new Result(verdict(), setup.model.name(), complete, executions - complete, outcomes.toMap(),
                    violations, leftOut, List.copyOf(races), bound, Duration.ofNanos(System.nanoTime() - begin),
                    setup.lessons == null || lost ? null : pool.left());
        }
    }

    /**
     * Waits for the workers; tells them to end when the time is up, and goes on without those that do not. Code under check
     * that computes for itself alone cannot be stopped from outside.
     *
     * @return whether this thread was interrupted meanwhile
     */
    private boolean awaitEnd(List<SearchThread> threads) {
        boolean interrupted = false;
        boolean told = false;
        boolean asked = setup.lessons == null; // whoever writes down what is left needs a moment
        long until = deadline;
        for (SearchThread thread : threads) {
            while (thread.isAlive()) {
                long left = until - System.nanoTime();
                if (left <= 0) {
                    if (told) {
                        break;
                    }
                    until += grace();
                    stop(new Bound.Time(setup.timeLimit == null ? Duration.ZERO : setup.timeLimit));
                    if (asked) {
                        told = true;
                        threads.forEach(SearchThread::end);
                    }
                    asked = true;
                    continue;
                }
                try {
                    thread.join(Duration.ofNanos(left));
                } catch (InterruptedException e) {
                    interrupted = true;
                    until = System.nanoTime() + grace();
                    stop(new Bound.Interrupted());
                    if (asked) {
                        told = true;
                        threads.forEach(SearchThread::end);
                    }
                    asked = true;
                }
            }
        }
        return interrupted;
    }

    private long grace() {
        return grace(setup.timeLimit).toNanos();
    }

    /** How long workers that were told to end are waited for, so that a limit holds within a tenth. */
    static Duration grace(@Nullable Duration limit) {
        return limit == null ? Duration.ofMillis(250) : limit.dividedBy(GRACE);
    }

    private Verdict verdict() {
        if (!violations.isEmpty()) {
            return Verdict.VIOLATED;
        }
        if (bound != null) {
            return Verdict.NOT_EXHAUSTED;
        }
        return complete == 0 ? Verdict.VACUOUS : Verdict.VERIFIED;
    }

    private void work(boolean first) {
        Referee referee = null;
        Search search = null;
        try {
            if (!first && !pool.awaitOpen()) {
                return;
            }
            Steps steps = new Steps(setup.newProgram(), setup.model.consistency(), setup.maxEventsPerThread,
                    setup.maxNodes, setup.symmetry);
            if (first && setup.walks > 0 && setup.lessons == null) { // what walks teach would not be written down
                double mean = new Estimate(steps, new Referee(this, setup, steps), setup.walks).mean();
                synchronized (this) {
                    estimate = mean;
                }
            }
            referee = new Referee(this, setup, steps);
            if (setup.pin != null) {
                replay(new PinnedRun(steps, referee, setup.pin), referee);
                return;
            }
            if (setup.hunt != null) {
                hunt(new Hunter(steps, referee, setup.hunt), referee, setup.hunt);
                return;
            }
            learn(first, steps, referee);
            search = new Search(steps, referee, pool, setup.lessons != null);
            noteLessons(search);
            if (first && setup.simplest != null && setup.model instanceof Sc) {
                new FewSwitches(steps, referee, setup.simplest).run();
            }
            if (first && setup.resumed == null && (setup.simplest == null || !setup.simplest.hasFound())) {
                search.run();
            }
            search.help();
            if (first && setup.model.dependence() != Dependence.PROGRAM_ORDER && !stopped) {
                bufferLoads(steps, referee);
            }
            close(referee);
        } catch (SearchThread.Ended e) { // the run knows why
            pool.close();
            synchronized (this) {
                lost = true;
            }
            if (referee != null) {
                close(referee);
            }
        } catch (Throwable e) {
            if (search != null && setup.lessons != null) {
                setup.lessons.end(search.place());
            }
            synchronized (this) {
                if (failure == null) {
                    failure = e;
                }
            }
            stopped = true;
            pool.close();
        }
    }

    /** Shows the program what an earlier search has shown it. */
    private void learn(boolean first, Steps steps, Referee referee) {
        Lessons lessons = setup.lessons;
        if (!first || lessons == null) {
            return;
        }
        for (Prefix lesson = lessons.next(); lesson != null; lesson = lessons.next()) {
            new Search(steps, new OneStep(referee), new WorkPool(1), true).look(lesson);
        }
    }

    private void noteLessons(Search search) {
        Lessons lessons = setup.lessons;
        if (lessons != null && Thread.currentThread() instanceof SearchThread worker) {
            worker.onLesson(() -> lessons.add(search.place()));
            places.put(worker, search::place);
        }
    }

    /** Visits what the search leaves out. */
    private void bufferLoads(Steps steps, Referee referee) {
        if (steps.tree.generation() > 0) {
            cutOff(new Bound.Buffering("the program has more than " + setup.maxNodes + " steps"));
        } else if (setup.resumed != null) {
            cutOff(new Bound.Buffering("the search was resumed"));
        } else {
            new LoadBuffering(this, setup, steps, referee, referee.written()).run();
        }
    }

    private void hunt(Hunter hunter, Referee referee, long seed) {
        try {
            hunter.run();
        } finally {
            cover(hunter.covered(seed));
        }
        close(referee);
        pool.close();
    }

    private void replay(PinnedRun run, Referee referee) {
        String why = run.run();
        cutOff(new Bound.Pinned(why.isEmpty() ? "it can happen, and nothing is wrong with it" : why));
        close(referee);
        pool.close();
    }

    private synchronized void cover(Bound.Hunted covered) {
        bound = covered;
    }

    private synchronized void close(Referee referee) {
        referee.close();
        outcomes.addAll(referee.outcomes());
        races.addAll(referee.races());
    }

    boolean isStopped() {
        return stopped;
    }

    private synchronized void stop(Bound reason) {
        if (!stopped && bound == null) {
            bound = reason;
        }
        stopped = true;
        pool.close();
    }

    synchronized void cutOff(Bound reason) {
        if (bound == null) {
            bound = reason;
        }
    }

    /** Whether a thread went wrong in this way before. */
    synchronized boolean isKnown(Violation.Kind kind, long cause, int thread) {
        return !seen.add(new Seen(kind, cause, thread));
    }

    synchronized void violation(Violation violation) {
        if (setup.simplest != null) {
            violations.clear();
            violations.add(violation);
            return;
        }
        if (setup.stopAtFirstViolation && !violations.isEmpty()) {
            return; // a limit that came meanwhile is no reason: nobody would visit this execution again
        }
        if (violations.size() >= MOST_VIOLATIONS) {
            leftOut++;
            return;
        }
        violations.add(violation);
        Supplier<Prefix> place = places.get(Thread.currentThread());
        if (setup.lessons != null && place != null) {
            setup.lessons.violatedAt(place.get());
        }
        if (setup.stopAtFirstViolation) {
            stopped = true;
            pool.close();
        }
    }

    /** Takes over what a worker counted since it last reported, and looks at the bounds. */
    synchronized void report(Referee referee, int newExecutions) {
        executions += newExecutions;
        complete += referee.takeComplete();
        if (executions >= setup.maxExecutions) {
            stop(new Bound.Executions(setup.maxExecutions));
        }
        look();
    }

    /** Looks at the clock. */
    synchronized void look() {
        long now = System.nanoTime();
        if (setup.simplest != null && setup.simplest.tires()) {
            stopped = true;
            pool.close();
        }
        if (setup.timeLimit != null && now - deadline > 0) {
            stop(new Bound.Time(setup.timeLimit));
        }
        if (now - begin > HEAD_START) {
            pool.open();
        }
        Consumer<? super Progress> listener = setup.progress;
        if (listener != null && now - lastProgress >= setup.progressEvery.toNanos()) {
            lastProgress = now;
            double seconds = (now - begin) / 1e9;
            listener.accept(new Progress(executions, complete, executions / seconds, estimate,
                    Duration.ofNanos(now - begin)));
        }
    }
}
