package dev.baton.check.api;

import dev.baton.check.event.Clock;
import dev.baton.check.event.JdkFields;
import dev.baton.check.event.JdkLocks;
import dev.baton.check.event.Timeouts;
import dev.baton.check.explore.Bound;
import dev.baton.check.explore.Demand;
import dev.baton.check.explore.Exploration;
import dev.baton.check.explore.Pin;
import dev.baton.check.explore.Progress;
import dev.baton.check.explore.Violation;
import dev.baton.check.model.Dependence;
import dev.baton.check.model.MemoryModel;
import dev.baton.check.program.ProgramLoader;
import dev.baton.check.replay.Settings;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Explores every execution of a scenario under a memory model. Immutable: each setting gives a new checker.
 *
 * <p>The default model is {@code rc11}. In {@code sc}, {@code tso}, {@code rc11} and {@code jam} a read never sees a write
 * that depends on it: load buffering of plain and opaque accesses, which Java allows, is not explored. {@code java},
 * {@code imm} and {@code arm8} explore it, for small programs.
 */
public final class Checker {
    private final String model;
    private final Settings settings;
    /** What is asked of the search, one after the other. */
    private final UnaryOperator<Exploration> search;
    private final @Nullable Demand demand;
    /** What becomes of the search when it is stopped, and where it begins. */
    private final Continuation continuation;

    /**
     * @param leavesWork what is left is written down
     * @param resumed    where it goes on; null for the beginning
     * @param halted     why it does not go on; null if it does
     */
    private record Continuation(boolean leavesWork, @Nullable SavedSearch resumed, @Nullable Bound halted) {
        static final Continuation NONE = new Continuation(false, null, null);
    }

    /** A checker for {@code rc11} with default bounds. */
    public Checker() {
        this("rc11", Settings.DEFAULT, UnaryOperator.identity(), null, Continuation.NONE);
    }

    private Checker(String model, Settings settings, UnaryOperator<Exploration> search, @Nullable Demand demand,
            Continuation continuation) {
        this.model = model;
        this.settings = settings;
        this.search = search;
        this.demand = demand;
        this.continuation = continuation;
    }

    /** {@return the name of the memory model} */
    public String model() {
        return model;
    }

    /**
     * The same for another memory model: {@code sc}, {@code tso}, {@code rc11}, {@code jam}, or, with load buffering,
     * {@code java}, {@code imm} or {@code arm8}.
     *
     * @param name the model
     * @return a checker with that setting
     */
    public Checker model(String name) {
        return new Checker(name, settings, search, demand, continuation);
    }

    /**
     * How often a loop that is no await may go round before an execution is cut off.
     *
     * @param bound how often
     * @return a checker with that setting
     */
    public Checker loopBound(int bound) {
        return in(settings.withLoopBound(bound));
    }

    /**
     * Whether park and wait may return for no reason.
     *
     * @param may whether they may
     * @return a checker with that setting
     */
    public Checker spuriousWakeups(boolean may) {
        return in(settings.withSpuriousWakeups(may));
    }

    /**
     * Whether a weak compare-and-set may fail for no reason.
     *
     * @param may whether it may
     * @return a checker with that setting
     */
    public Checker spuriousFailures(boolean may) {
        return in(settings.withSpuriousFailures(may));
    }

    /**
     * How many processors the program sees. With one, the default, most code that spins parks at once; code that behaves
     * otherwise beside others is explored with two or more.
     *
     * @param count what {@code Runtime.availableProcessors()} answers
     * @return a checker with that setting
     */
    public Checker processors(int count) {
        return in(settings.withMachine(settings.machine().withProcessors(count)));
    }

    /**
     * When a timed wait may expire.
     *
     * @param when when
     * @return a checker with that setting
     */
    public Checker timeouts(Timeouts when) {
        return in(settings.withMachine(settings.machine().withTimeouts(when)));
    }

    /**
     * Which threads read the same clock.
     *
     * @param which which
     * @return a checker with that setting
     */
    public Checker clock(Clock which) {
        return in(settings.withMachine(settings.machine().withClock(which)));
    }

    /**
     * Whether a loop that looks so many times and then gives up is taken as an await that may give up. If not, each of its
     * turns is explored; the outcomes are the same.
     *
     * @param cut whether it is
     * @return a checker with that setting
     */
    public Checker cutsSpins(boolean cut) {
        return in(settings.withCutSpins(cut));
    }

    private Checker in(Settings other) {
        return new Checker(model, other, search, demand, continuation);
    }

    /**
     * How many threads search.
     *
     * @param count how many
     * @return a checker with that setting
     */
    public Checker workers(int count) {
        return with(each -> each.workers(count));
    }

    /**
     * Stops, not exhausted, after so many executions.
     *
     * @param limit how many, complete and blocked
     * @return a checker with that setting
     */
    public Checker maxExecutions(long limit) {
        return with(each -> each.maxExecutions(limit));
    }

    /**
     * Stops, not exhausted, after this time.
     *
     * @param limit the time
     * @return a checker with that setting
     */
    public Checker timeLimit(Duration limit) {
        return with(each -> each.timeLimit(limit));
    }

    /** Makes one execution alone, if the program and the model allow it. */
    Checker pin(Pin execution) {
        return with(each -> each.pin(execution));
    }

    /** Asks something of each execution as a whole. */
    Checker demand(Demand asked) {
        return new Checker(model, settings, each -> search.apply(each).demand(asked), asked, continuation);
    }

    /** What is asked of each execution as a whole, or null. */
    @Nullable
    Demand demand() {
        return demand;
    }

    /** Counts the time limit from then on, for a check that takes several searches. */
    Checker since(long nanoTime) {
        return with(each -> each.since(nanoTime));
    }

    /**
     * Whether a data race on plain fields is a violation, not just information.
     *
     * @param fail whether it is
     * @return a checker with that setting
     */
    public Checker racesFail(boolean fail) {
        return with(each -> each.racesFail(fail));
    }

    /**
     * Whether to look for data races on plain fields at all; it is done if not set.
     *
     * @param find whether to
     * @return a checker with that setting
     */
    public Checker findRaces(boolean find) {
        return with(each -> each.findRaces(find));
    }

    /**
     * Visits all executions even after a violation, so that every outcome is counted.
     *
     * @return a checker with that setting
     */
    public Checker allExecutions() {
        return with(each -> each.stopAtFirstViolation(false));
    }

    /**
     * Looks for violations of one kind alone, with one thread, and stops at the first: the verdict is verified if there is
     * none of that kind.
     *
     * @param kind what is looked for; not a data race
     * @return a checker with that setting
     */
    public Checker lookFor(Violation.Kind kind) {
        return with(each -> each.simplest(kind, null, 0));
    }

    /**
     * Whether to visit only one of the executions that differ by exchanging threads of the same body. The final
     * assertion must not care which of them did what.
     *
     * @param reduce whether to
     * @return a checker with that setting
     */
    public Checker symmetry(boolean reduce) {
        return with(each -> each.symmetry(reduce));
    }

    /**
     * What an unfair {@code ReentrantLock} of the JDK is, in the program and inside the JDK's classes;
     * {@link JdkLocks#LEAN} if not set. The outcomes are the same as long as the JDK's code for it is right, and there are
     * far fewer executions. {@link JdkLocks#CODE} checks that code, too.
     *
     * @param locks what they are
     * @return a checker with that setting
     */
    public Checker jdkLocks(JdkLocks locks) {
        return in(settings.withJdkLocks(locks));
    }

    /**
     * In which modes the JDK's classes read a few fields of theirs; {@link JdkFields#CONTRACT} if not set.
     *
     * @param fields in which
     * @return a checker with that setting
     */
    public Checker jdkFields(JdkFields fields) {
        return in(settings.withJdkFields(fields));
    }

    /**
     * Told now and then how far the search has come; asks for an estimate of its size from so many random walks.
     *
     * @param every how often
     * @param walks how many walks, 0 for no estimate
     * @param listener is told
     * @return a checker with that setting
     */
    public Checker progress(Duration every, int walks, Consumer<? super Progress> listener) {
        return with(each -> each.progress(every, listener).estimate(walks));
    }

    /**
     * Samples executions until a limit is reached, instead of visiting all: for a check that cannot be exhausted. The verdict
     * is violated or not exhausted, never verified. Searches with one thread.
     *
     * @param seed of what is drawn: the same samples in every run
     * @return a checker with that setting
     */
    public Checker hunt(long seed) {
        return with(each -> each.hunt(seed));
    }

    /**
     * When the search is stopped, by a limit or an interrupt, {@link CheckResult#left()} tells what is left of it.
     *
     * @return a checker with that setting
     */
    public Checker leaveWork() {
        return new Checker(model, settings, search, demand, new Continuation(true, continuation.resumed, null));
    }

    /**
     * Goes on with a search of the same check. The result is that of all parts together.
     *
     * @param saved what the search had left
     * @return a checker with that setting
     */
    public Checker resume(SavedSearch saved) {
        return new Checker(model, settings, search, demand, new Continuation(continuation.leavesWork, saved, null));
    }

    /**
     * Takes a search as it is, and visits nothing: what others have left when a limit was reached.
     *
     * @param saved what the search has left
     * @param why   the limit
     * @return a checker with that setting
     */
    public Checker halt(SavedSearch saved, Bound why) {
        return new Checker(model, settings, search, demand, new Continuation(true, saved, why));
    }

    /** {@return the time after which it stops; null if there is none} */
    public @Nullable Duration mostTime() {
        return asked().timeLimit();
    }

    /** {@return the number of executions after which it stops} */
    public long mostExecutions() {
        return asked().maxExecutions();
    }

    /** {@return whether it visits all executions, one after the other, until the first violation} */
    public boolean isInParts() {
        return asked().isInParts();
    }

    /** The same for another search: from the beginning, and nothing is written down. */
    Checker afresh() {
        return new Checker(model, settings, search, demand, Continuation.NONE);
    }

    boolean leavesWork() {
        return continuation.leavesWork;
    }

    @Nullable
    SavedSearch resumed() {
        return continuation.resumed;
    }

    @Nullable
    Bound halted() {
        return continuation.halted;
    }

    /** The settings that decide which executions there are to visit, in words. */
    String shape() {
        return settings + ", " + asked().shape();
    }

    private Exploration asked() {
        return setUp(new Exploration(() -> {
            throw new IllegalStateException("not to be run");
        }));
    }

    private Checker with(UnaryOperator<Exploration> more) {
        return new Checker(model, settings, each -> more.apply(search.apply(each)), demand, continuation);
    }

    /** An exploration as this checker wants it. */
    Exploration setUp(Exploration exploration) {
        return search.apply(exploration.model(MemoryModel.named(model)));
    }

    /**
     * Checks a scenario written as a lambda or method reference.
     *
     * @param body defines the threads and what they must keep
     * @return what was found
     */
    public CheckResult check(ScenarioBody body) {
        ProgramLoader loader = newLoader(body.getClass().getClassLoader());
        return check(loader, scenario -> Reloaded.body(body, loader).define(scenario));
    }

    /** The model wants to know from which reads the program computes what it writes. */
    boolean needsDependencies() {
        return MemoryModel.named(model).dependence() == Dependence.SYNTACTIC;
    }

    /** A loader for the rewritten classes, once instrumentation has been seen to work. */
    ProgramLoader newLoader(ClassLoader parent) {
        ProgramLoader loader = new ProgramLoader(parent, needsDependencies());
        Liveness.prove(loader);
        return loader;
    }

    /** Checks a scenario that is already in the rewritten world. */
    CheckResult check(ProgramLoader loader, ScenarioBody body) {
        return prepare(loader, body).explore(this);
    }

    /** Runs the set-up of a scenario that is already in the rewritten world. */
    PreparedCheck prepare(ProgramLoader loader, ScenarioBody body) {
        return new PreparedCheck(loader, SetUpPhase.run(loader, settings, body));
    }
}
