package dev.baton.check.explore;

import dev.baton.check.graph.Execution;
import dev.baton.check.model.Dependence;
import dev.baton.check.model.MemoryModel;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A check of one program under one memory model: set it up, then {@link #run()}. Visits every consistent execution of
 * the program exactly once, in an order that is the same in every run with one worker. Memory grows with the length of
 * an execution, not with their number.
 */
public final class Exploration {
    private final Supplier<? extends StepSource> programs;
    MemoryModel model = MemoryModel.named("rc11");
    long maxExecutions = Long.MAX_VALUE;
    int maxEventsPerThread = 10_000;
    int maxNodes = 1_000_000;
    @Nullable
    Duration timeLimit;
    @Nullable
    Long since;
    boolean stopAtFirstViolation = true;
    boolean racesFail;
    boolean findRaces = true;
    int workers = 1;
    boolean symmetry;
    int walks;
    @Nullable
    List<Prefix> resumed;
    @Nullable
    Lessons lessons;
    @Nullable
    Long hunt;
    @Nullable
    Pin pin;
    @Nullable
    Simplest simplest;
    @Nullable
    Consumer<? super Progress> progress;
    Duration progressEvery = Duration.ofSeconds(1);
    @Nullable
    Consumer<? super Execution> onComplete;
    @Nullable
    Demand demand;

    /** A check of the program that the supplier makes, once for each worker. */
    public Exploration(Supplier<? extends StepSource> programs) {
        this.programs = programs;
    }

    /** Visits only these subtrees; the whole if not set. */
    public Exploration resume(List<Prefix> prefixes) {
        this.resumed = List.copyOf(prefixes);
        return this;
    }

    /**
     * Writes down what is left when the search is stopped, and what must be known of the program to go on with it;
     * first learns what an earlier search knew.
     */
    public Exploration leaveWork(Lessons about) {
        this.lessons = about;
        return this;
    }

    /** Samples executions until it is stopped, instead of visiting all; what is drawn depends on the seed alone. */
    public Exploration hunt(long seed) {
        this.hunt = seed;
        return this;
    }

    /** Makes this execution alone, if the program and the model allow it; other executions are not visited. */
    public Exploration pin(Pin execution) {
        this.pin = execution;
        this.hunt = null;
        this.walks = 0;
        this.symmetry = false;
        this.workers = 1;
        this.stopAtFirstViolation = true;
        return this;
    }

    /** The memory model; {@code rc11} if not set. */
    public Exploration model(MemoryModel model) {
        this.model = model;
        return this;
    }

    /** Stops, not exhausted, after so many executions, complete and blocked ones together. */
    public Exploration maxExecutions(long limit) {
        this.maxExecutions = limit;
        return this;
    }

    /** Cuts an execution off, not exhausted, when a thread has so many events: it may loop without end. */
    public Exploration maxEventsPerThread(int limit) {
        this.maxEventsPerThread = limit;
        return this;
    }

    /** Remembers at most so many different steps of the program; beyond that it runs again. */
    public Exploration maxRememberedSteps(int limit) {
        this.maxNodes = limit;
        return this;
    }

    /** Stops, not exhausted, after this time. */
    public Exploration timeLimit(Duration limit) {
        this.timeLimit = limit;
        return this;
    }

    /** Counts the time from then on, not from the start of {@link #run()}: what came before belongs to the check. */
    public Exploration since(long nanoTime) {
        this.since = nanoTime;
        return this;
    }

    /** Whether the first violation ends the check (the default), or all executions are visited. */
    public Exploration stopAtFirstViolation(boolean stop) {
        this.stopAtFirstViolation = stop;
        return this;
    }

    /**
     * Looks for the violation of one kind that is easiest to follow, with one worker; gives up when so many more executions
     * show none that is easier. Violations of other kinds do not count, nor those of another cause if one is given.
     */
    public Exploration simplest(Violation.Kind kind, @Nullable Long cause, int more) {
        this.hunt = null;
        this.simplest = new Simplest(kind, cause, more);
        this.workers = 1;
        return this;
    }

    /** Whether a data race is a violation, not just information. */
    public Exploration racesFail(boolean fail) {
        this.racesFail = fail;
        return this;
    }

    /** Whether to look for data races at all; on if not set. */
    public Exploration findRaces(boolean find) {
        this.findRaces = find;
        return this;
    }

    /**
     * Whether to visit only one of the executions that differ only in which of several identical threads
     * ({@link StepSource#symmetricTo}) did what; off if not set. Has no effect under {@code jam}.
     */
    public Exploration symmetry(boolean reduce) {
        this.symmetry = reduce;
        return this;
    }

    /** How many threads search; each has its own program. */
    public Exploration workers(int count) {
        this.workers = count;
        return this;
    }

    /** Makes so many random walks before the search to estimate the number of complete executions. */
    public Exploration estimate(int walks) {
        this.walks = walks;
        return this;
    }

    /** Told now and then how far the search has come. */
    public Exploration progress(Duration every, Consumer<? super Progress> listener) {
        this.progressEvery = every;
        this.progress = listener;
        return this;
    }

    /** Shown every complete execution; the graph is valid during the call only. With one worker only. */
    public Exploration onComplete(Consumer<? super Execution> listener) {
        this.onComplete = listener;
        return this;
    }

    /** What is asked of each execution as a whole; a wait for ever is a violation only if the demand says so. */
    public Exploration demand(Demand asked) {
        this.demand = asked;
        return this;
    }

    /** {@return the settings that decide which executions there are to visit, in words} */
    public String shape() {
        return "symmetry " + symmetry + ", events " + maxEventsPerThread;
    }

    /** {@return the time limit; null if there is none} */
    public @Nullable Duration timeLimit() {
        return timeLimit;
    }

    /** {@return the most executions} */
    public long maxExecutions() {
        return maxExecutions;
    }

    /** {@return whether what was visited and what is left make up the whole, and the first violation is the end} */
    public boolean isInParts() {
        return hunt == null && pin == null && stopAtFirstViolation && model.dependence() == Dependence.PROGRAM_ORDER;
    }

    StepSource newProgram() {
        return programs.get();
    }

    /** Runs the check. */
    public Result run() {
        if (hunt != null) {
            workers = 1; // what is drawn must not depend on who is faster
        }
        return new RunningExploration(this).result();
    }
}
