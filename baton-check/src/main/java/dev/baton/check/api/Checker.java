package dev.baton.check.api;

import dev.baton.check.event.Clock;
import dev.baton.check.event.Machine;
import dev.baton.check.event.Timeouts;
import dev.baton.check.explore.Exploration;
import dev.baton.check.explore.Progress;
import dev.baton.check.explore.Result;
import dev.baton.check.explore.Verdict;
import dev.baton.check.model.MemoryModel;
import dev.baton.check.program.CheckerException;
import dev.baton.check.program.InvalidCheckException;
import dev.baton.check.program.ModeAssignment;
import dev.baton.check.program.ProgramLoader;
import dev.baton.check.program.UnmodelledException;
import dev.baton.check.replay.BeginAnew;
import dev.baton.check.replay.Blame;
import dev.baton.check.replay.BytecodeProgram;
import dev.baton.check.replay.Image;
import dev.baton.check.replay.Knowledge;
import dev.baton.check.replay.MainBody;
import dev.baton.check.replay.SetUp;
import dev.baton.check.replay.Settings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * Explores every execution of a scenario under a memory model. Immutable: each setting gives a new checker.
 *
 * <p>The default model is {@code rc11}. In every model a read never sees a write that depends on it: load buffering
 * of plain and opaque accesses, which Java allows, is not explored.
 *
 * @param model name of the memory model
 * @param loopBound rounds of a loop that is no await before an execution is cut off
 * @param spuriousWakeups whether park and wait may return for no reason
 * @param spuriousFailures whether a weak compare-and-set may fail for no reason
 * @param cutsSpins whether a loop that looks so many times and then gives up is not run in full
 * @param machine what the program believes to run on
 * @param workers threads that search
 * @param exploration further settings of the search
 */
public record Checker(String model, int loopBound, boolean spuriousWakeups, boolean spuriousFailures, boolean cutsSpins,
        Machine machine, int workers,
        UnaryOperator<Exploration> exploration) {
    /** A checker for {@code rc11} with default bounds. */
    public Checker() {
        this("rc11", 64, true, true, true, Machine.DEFAULT, 1, UnaryOperator.identity());
    }

    /**
     * The same for another memory model: {@code sc}, {@code tso}, {@code rc11} or {@code jam}.
     *
     * @param name the model
     * @return a checker with that setting
     */
    public Checker model(String name) {
        return new Checker(name, loopBound, spuriousWakeups, spuriousFailures, cutsSpins, machine, workers,
                exploration);
    }

    /**
     * How often a loop that is no await may go round before an execution is cut off.
     *
     * @param bound how often
     * @return a checker with that setting
     */
    public Checker loopBound(int bound) {
        return new Checker(model, bound, spuriousWakeups, spuriousFailures, cutsSpins, machine, workers, exploration);
    }

    /**
     * Whether park and wait may return for no reason.
     *
     * @param may whether they may
     * @return a checker with that setting
     */
    public Checker spuriousWakeups(boolean may) {
        return new Checker(model, loopBound, may, spuriousFailures, cutsSpins, machine, workers, exploration);
    }

    /**
     * Whether a weak compare-and-set may fail for no reason.
     *
     * @param may whether it may
     * @return a checker with that setting
     */
    public Checker spuriousFailures(boolean may) {
        return new Checker(model, loopBound, spuriousWakeups, may, cutsSpins, machine, workers, exploration);
    }

    /**
     * How many processors the program sees. With one, the default, most code that spins parks at once; code that behaves
     * otherwise beside others is explored with two or more.
     *
     * @param count what {@code Runtime.availableProcessors()} answers
     * @return a checker with that setting
     */
    public Checker processors(int count) {
        return on(machine.withProcessors(count));
    }

    /**
     * When a timed wait may expire.
     *
     * @param when when
     * @return a checker with that setting
     */
    public Checker timeouts(Timeouts when) {
        return on(machine.withTimeouts(when));
    }

    /**
     * Which threads read the same clock.
     *
     * @param which which
     * @return a checker with that setting
     */
    public Checker clock(Clock which) {
        return on(machine.withClock(which));
    }

    /**
     * Whether a loop that looks so many times and then gives up is taken as an await that may give up. If not, each of its
     * turns is explored; the outcomes are the same.
     *
     * @param cut whether it is
     * @return a checker with that setting
     */
    public Checker cutsSpins(boolean cut) {
        return new Checker(model, loopBound, spuriousWakeups, spuriousFailures, cut, machine, workers, exploration);
    }

    private Checker on(Machine other) {
        return new Checker(model, loopBound, spuriousWakeups, spuriousFailures, cutsSpins, other, workers, exploration);
    }

    /**
     * How many threads search.
     *
     * @param count how many
     * @return a checker with that setting
     */
    public Checker workers(int count) {
        return new Checker(model, loopBound, spuriousWakeups, spuriousFailures, cutsSpins, machine, count, exploration);
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
     * Visits all executions even after a violation, so that every outcome is counted.
     *
     * @return a checker with that setting
     */
    public Checker allExecutions() {
        return with(each -> each.stopAtFirstViolation(false));
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
     * Told now and then how far the search has come; asks for an estimate of its size from so many random walks.
     *
     * @param every how often
     * @param walks how many walks, 0 for no estimate
     * @param listener who is told
     * @return a checker with that setting
     */
    public Checker progress(Duration every, int walks, Consumer<? super Progress> listener) {
        return with(each -> each.progress(every, listener).estimate(walks));
    }

    private Checker with(UnaryOperator<Exploration> more) {
        UnaryOperator<Exploration> before = exploration;
        return new Checker(model, loopBound, spuriousWakeups, spuriousFailures, cutsSpins, machine, workers,
                each -> more.apply(before.apply(each)));
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

    /** A loader for the rewritten classes, once instrumentation has been seen to work. */
    static ProgramLoader newLoader(ClassLoader parent) {
        ProgramLoader loader = new ProgramLoader(parent);
        Liveness.prove(loader);
        return loader;
    }

    /** Checks a scenario that is already in the rewritten world. */
    CheckResult check(ProgramLoader loader, ScenarioBody body) {
        Prepared prepared = prepare(loader, body);
        return prepared.explore();
    }

    Prepared prepare(ProgramLoader loader, ScenarioBody body) {
        Settings settings = new Settings(loader, Math.min(loopBound, Settings.MOST_ROUNDS), spuriousWakeups,
                spuriousFailures, cutsSpins, machine);
        Image image = new Image(loader.sites(), settings);
        Scenario scenario = inContext(loader, () -> setUp(loader, image, body));
        List<Integer> numbers = new ArrayList<>();
        for (int i = 0; i < scenario.actors.size(); i++) {
            numbers.add(i + 1);
        }
        Runnable main = scenario.main != null
                ? scenario.main
                : new MainBody(numbers, scenario.afterwards, scenario.outcome);
        image.adoptAll(scenario.afterwards);
        if (scenario.outcome != null) {
            image.adoptAll(List.of(scenario.outcome));
        }
        Thread mainThread = inContext(loader, () -> new Thread(main, "main"));
        image.addThread(mainThread, main, "main");
        for (Scenario.Actor actor : scenario.actors) {
            requireRewritten(actor.body(), loader);
            image.addThread(actor.thread(), actor.body(), actor.name());
        }
        return new Prepared(loader, image, scenario);
    }

    /** What code finds through its thread's context is found in the program under check, too. */
    private static <T> T inContext(ClassLoader loader, Supplier<T> work) {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(loader);
        try {
            return work.get();
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    private static Scenario setUp(ProgramLoader loader, Image image, ScenarioBody body) {
        Scenario scenario = new Scenario();
        try {
            SetUp.run(image, () -> {
                body.define(scenario);
                return scenario;
            });
        } catch (Throwable thrown) {
            throw Blame.inSetUp(thrown, loader);
        }
        RuntimeException fault = loader.fault();
        if (fault != null) {
            throw fault;
        }
        if (scenario.main == null && scenario.actors.isEmpty()) {
            throw new InvalidCheckException("a check without threads: nothing would be explored");
        }
        return scenario;
    }

    /** Code that was not rewritten would run unseen, and everything would look fine. */
    private static void requireRewritten(Runnable body, ProgramLoader loader) {
        if (body.getClass().getClassLoader() != loader && !(body instanceof Outside)) {
            throw new UnmodelledException("the code of a thread was not rewritten: " + body.getClass().getName());
        }
    }

    /** A thread's body that belongs to the checker and calls rewritten code. */
    interface Outside extends Runnable {}

    /** A program that is ready to be explored. */
    final class Prepared {
        private final ProgramLoader loader;
        private final Image image;
        final Scenario scenario;
        private Knowledge known = Knowledge.NONE;

        Prepared(ProgramLoader loader, Image image, Scenario scenario) {
            this.loader = loader;
            this.image = image;
            this.scenario = scenario;
        }

        BytecodeProgram newProgram() {
            return new BytecodeProgram(image, known, ModeAssignment.NONE, false);
        }

        String outcome(long number) {
            return image.outcomeText(number);
        }

        CheckResult explore() {
            return explore(Checker.this, ModeAssignment.NONE);
        }

        /** Explores it under the model and within the bounds of another checker. */
        CheckResult explore(Checker how, ModeAssignment modes) {
            Result found = run(how, modes, UnaryOperator.identity());
            boolean single = found.complete() + found.blocked() == 1 && found.verdict() == Verdict.VERIFIED;
            if (single && image.threadCount() == 1) {
                throw new InvalidCheckException("a check without threads: no execution starts one");
            }
            Knowledge then = known;
            return new CheckResult(found, image, modes, () -> new BytecodeProgram(image, then, modes, false),
                    (model, other, calm) -> newExploration(how, model == null ? how.model : model, other, calm, then),
                    (other, more) -> run(how, other, more));
        }

        /** Begins anew, within the same time, as often as a thread must be shown more. */
        private Result run(Checker how, ModeAssignment modes, UnaryOperator<Exploration> more) {
            long begin = System.nanoTime();
            while (true) {
                Knowledge now = known;
                try {
                    return inContext(loader,
                            () -> more.apply(newExploration(how, how.model, modes, false, now)).since(begin).run());
                } catch (BeginAnew asked) {
                    known = now.and(asked);
                } catch (Throwable thrown) {
                    throw failure(thrown);
                }
            }
        }

        /** Whatever ends an exploration is no word on the program. */
        private RuntimeException failure(Throwable thrown) {
            RuntimeException blamed = Blame.of(thrown, loader);
            return blamed != null ? blamed : new CheckerException(thrown.toString(), thrown);
        }

        private Exploration newExploration(Checker how, String underModel, ModeAssignment modes, boolean calm,
                Knowledge now) {
            Exploration run = new Exploration(() -> new BytecodeProgram(image, now, modes, calm))
                    .model(MemoryModel.named(underModel)).workers(how.workers);
            return how.exploration.apply(run);
        }
    }
}
