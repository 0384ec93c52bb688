package dev.baton.check.api;

import dev.baton.check.explain.Counterexample;
import dev.baton.check.explain.SourcePath;
import dev.baton.check.explore.Bound;
import dev.baton.check.explore.Pin;
import dev.baton.check.explore.Verdict;
import dev.baton.check.program.InvalidCheckException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * One execution of a check that went wrong, kept as a test: {@code baton check --pin FILE} writes it. It fails as long as the
 * program allows this execution and something is wrong with it, and takes no longer than one execution does.
 *
 * <p>The execution is known by what each thread does: the places that it reads and writes, and which write each read sees.
 * Line numbers, access modes and values may change. A program whose threads do something else does not allow it any more:
 * explore the check itself as well, which this does not do.
 *
 * <p>Immutable: each setting gives a new one.
 */
public final class PinnedExecution {
    /** What is explored to learn which places threads share, where one execution does not show it. */
    private static final long LEARNING = 20_000;
    private static final Duration LEARNING_TIME = Duration.ofSeconds(10);

    private final Class<?> type;
    private final String check;
    private final Pin pin;
    private final UnaryOperator<Checker> settings;

    /**
     * An execution under {@code rc11}.
     *
     * @param type      the class that holds the check
     * @param check     the name of its {@link ModelCheck} method; empty for a jcstress test, which the class itself is
     * @param execution its lines, in one or more texts
     */
    public PinnedExecution(Class<?> type, String check, String... execution) {
        this(type, check, Pin.parse(Arrays.stream(execution).flatMap(String::lines).toList()),
                UnaryOperator.identity());
    }

    private PinnedExecution(Class<?> type, String check, Pin pin, UnaryOperator<Checker> settings) {
        this.type = type;
        this.check = check;
        this.pin = pin;
        this.settings = settings;
    }

    /**
     * The same, with other settings than those of the check: those that it was found with.
     *
     * @param more changes the settings
     * @return the execution with these settings
     */
    public PinnedExecution with(UnaryOperator<Checker> more) {
        return new PinnedExecution(type, check, pin, each -> more.apply(settings.apply(each)));
    }

    /**
     * The same under another memory model.
     *
     * @param model the name of the model
     * @return the execution under it
     */
    public PinnedExecution under(String model) {
        return with(each -> each.model(model));
    }

    /**
     * Makes the execution.
     *
     * @return a violation if the program still allows it; else {@link CheckResult#notExhausted()} says why it does not
     */
    public CheckResult replay() {
        NamedCheck source = source();
        Checker checker = source.checker(new Checker());
        PreparedCheck prepared = source.prepare(new Checker());
        CheckResult first = prepared.explore(checker.pin(pin));
        if (first.verdict() == Verdict.VIOLATED) {
            return first;
        }
        // Which places are shared is seen by running, and one execution does not show all of it.
        prepared.explore(checker.maxExecutions(LEARNING).timeLimit(LEARNING_TIME).allExecutions());
        return prepared.explore(checker.pin(pin));
    }

    /**
     * Fails with the counterexample if the program still allows the execution.
     *
     * @return why it does not
     */
    public String assertNotAllowed() {
        CheckResult result = replay();
        if (result.verdict() == Verdict.VIOLATED) {
            String name = type.getName() + (check.isEmpty() ? "" : "." + check);
            List<Counterexample> told = result.asFound(name, new SourcePath(List.of(), type.getClassLoader()));
            throw result.failure(told);
        }
        Bound why = result.notExhausted();
        return why instanceof Bound.Pinned pinned ? pinned.why() : result.toString();
    }

    private NamedCheck source() {
        for (ScenarioMethod method : ScenarioMethod.in(type)) {
            if (method.method().getName().equals(check)) {
                return new NamedCheck(check, type.getClassLoader(),
                        given -> settings.apply(method.checker(given.model())), method::define);
            }
        }
        for (JcstressTest test : JcstressTest.in(type)) {
            if (check.isEmpty() && test.className.equals(type.getName())) {
                return new NamedCheck(test.className, type.getClassLoader(), settings,
                        (loader, scenario) -> Jcstress.define(test, loader, scenario));
            }
        }
        throw new InvalidCheckException(check.isEmpty()
                ? type.getName() + " is no @JCStressTest"
                : type.getName() + " has no @ModelCheck method " + check);
    }
}
