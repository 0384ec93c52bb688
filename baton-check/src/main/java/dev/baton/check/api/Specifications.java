package dev.baton.check.api;

import dev.baton.check.explore.Bound;
import dev.baton.check.explore.Verdict;
import dev.baton.check.program.CheckerException;
import dev.baton.check.program.InvalidCheckException;
import dev.baton.check.program.ProgramLoader;
import dev.baton.check.spec.CallOrder;
import dev.baton.check.spec.CallScenario;
import dev.baton.check.spec.ResultTexts;
import dev.baton.check.spec.ScenarioGenerator;
import dev.baton.check.spec.SequentialStates;
import dev.baton.check.spec.SpecifiedResults;
import dev.baton.check.spec.UnusableSpecification;
import java.util.List;
import java.util.function.Predicate;

/**
 * Checks classes against sequential specifications: makes scenarios of calls, the smallest first, explores every execution
 * of each, and asks that a sequential order explains the results of the calls. Stops at the first scenario in which that is
 * not so.
 */
public final class Specifications {
    private final Checker checker;

    /**
     * Checks with the model and within the bounds of a checker.
     *
     * @param checker how to check; a time limit is one for all scenarios together
     */
    public Specifications(Checker checker) {
        this.checker = checker;
    }

    /**
     * Whether a class has a specification.
     *
     * @param type the class
     * @return whether it has
     */
    public static boolean isSpecified(Class<?> type) {
        return SpecifiedClass.isOne(type);
    }

    /**
     * The memory models that a class with a specification asks for.
     *
     * @param type the class
     * @return the names of the models
     */
    public static List<String> models(Class<?> type) {
        return SpecifiedClass.of(type).models();
    }

    /**
     * Whether a violation is what a class with a specification wants to see.
     *
     * @param type the class
     * @return whether it is
     */
    public static boolean expectsViolation(Class<?> type) {
        return SpecifiedClass.of(type).expectsViolation();
    }

    /**
     * Checks a class that has a {@link Specification}.
     *
     * @param type the class
     * @return what was found
     */
    public SpecificationResult check(Class<?> type) {
        SpecifiedClass specified = SpecifiedClass.of(type);
        SequentialClass sequential = new SequentialClass(specified);
        ResultTexts texts = new ResultTexts();
        SequentialStates states = new SequentialStates(sequential::newObject, texts);
        Checker timed = checker.since(System.nanoTime());
        SpecificationResult.Tally tally = new SpecificationResult.Tally(type.getName());
        Predicate<CallScenario> visitor = scenario -> {
            CheckResult result = explore(specified, scenario, timed, states, texts);
            tally.add(scenario, result);
            return mayGoOn(result);
        };
        if (specified.scenarios().stream().allMatch(visitor) && specified.generates()) {
            new ScenarioGenerator(specified.kinds(), specified.size(), List.of(), specified.interrupts())
                    .each(visitor);
        }
        return tally.result();
    }

    /** A loop that is cut off in one scenario says nothing of the next; time that is up does. */
    private static boolean mayGoOn(CheckResult result) {
        return result.verdict() != Verdict.VIOLATED && !(result.notExhausted() instanceof Bound.Time)
                && !(result.notExhausted() instanceof Bound.Interrupted);
    }

    /**
     * The same, and fails with the counterexample unless every scenario was explored and is as it should be.
     *
     * @param type the class
     * @return what was found
     */
    public SpecificationResult assertPassed(Class<?> type) {
        SpecificationResult result = check(type);
        result.check().assertVerified();
        return result;
    }

    private static CheckResult explore(SpecifiedClass specified, CallScenario scenario, Checker checker,
            SequentialStates states, ResultTexts texts) {
        // a loader of its own: static fields begin anew, and nothing of one scenario is known in another
        ProgramLoader loader = checker.newLoader(specified.type().getClassLoader());
        CallBodies bodies = new CallBodies(specified, texts, loader);
        PreparedCheck prepared = checker.prepare(loader, each -> bodies.define(scenario, each));
        try {
            SpecifiedResults demand = new SpecifiedResults(scenario, bodies.initial(),
                    site -> CallBodies.mark(loader, site), CallOrder.of(checker.model()), specified.correctness(),
                    states, texts);
            return prepared.explore(checker.demand(demand));
        } catch (SpecifiedResults.UnexpectedBefore e) {
            CheckResult alone = explore(specified, scenario.initialOnly(), checker, states, texts);
            if (alone.verdict() == Verdict.VERIFIED) {
                throw new InvalidCheckException(specified.type().getName() + ": " + scenario.initial()
                        + " have other results before the threads than in one", e);
            }
            return alone;
        } catch (UnusableSpecification e) {
            throw unusable(specified, e);
        } catch (CheckerException e) {
            if (e.getCause() instanceof UnusableSpecification unusable) {
                throw unusable(specified, unusable);
            }
            if (e.getCause() instanceof InvalidCheckException invalid) {
                throw invalid;
            }
            throw e;
        }
    }

    private static InvalidCheckException unusable(SpecifiedClass specified, UnusableSpecification reason) {
        return new InvalidCheckException(specified.type().getName() + ": " + reason.getMessage(), reason);
    }
}
