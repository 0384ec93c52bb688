package dev.baton.check.api;

import dev.baton.check.program.ModeAssignment;
import dev.baton.check.program.ProgramLoader;
import dev.baton.check.program.Sites;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * A scenario whose set-up has run, ready to be explored as often as wanted: under another model, within other bounds,
 * with other access modes at its {@linkplain #sites() sites}. Has its own copy of the rewritten classes; of one
 * thread at a time.
 */
public final class PreparedCheck {
    /** A check that can be prepared again and again. */
    public interface Source {
        /** {@return what a reader calls it} */
        String name();

        /**
         * How to check it: as its annotation says, if it has one, else as given.
         *
         * @param given the settings to start from
         * @return the checker
         */
        Checker checker(Checker given);

        /**
         * Loads the classes anew and runs the set-up.
         *
         * @param checker how to check
         * @return the check, ready to be explored
         */
        PreparedCheck prepare(Checker checker);
    }

    private record Named(String name, ClassLoader parent, UnaryOperator<Checker> settings,
            Definition definition) implements Source {
        @Override
        public Checker checker(Checker given) {
            return settings.apply(given);
        }

        @Override
        public PreparedCheck prepare(Checker checker) {
            ProgramLoader loader = Checker.newLoader(parent);
            return new PreparedCheck(loader,
                    checker(checker).prepare(loader, scenario -> definition.define(loader, scenario)));
        }
    }

    /** Builds a scenario from rewritten classes. */
    private interface Definition {
        void define(ProgramLoader loader, Scenario scenario) throws Exception;
    }

    private final ProgramLoader loader;
    private final Checker.Prepared prepared;

    private PreparedCheck(ProgramLoader loader, Checker.Prepared prepared) {
        this.loader = loader;
        this.prepared = prepared;
    }

    /**
     * A scenario written as a lambda or method reference.
     *
     * @param name what a reader calls it
     * @param body the scenario
     * @return the check
     */
    public static Source of(String name, ScenarioBody body) {
        return of(name, body, UnaryOperator.identity());
    }

    /** A scenario that is to be checked in its own way. */
    public static Source of(String name, ScenarioBody body, UnaryOperator<Checker> settings) {
        return new Named(name, body.getClass().getClassLoader(), settings,
                (loader, scenario) -> Reloaded.body(body, loader).define(scenario));
    }

    /**
     * The checks of a class that ought to be verified: its {@link ModelCheck} methods that expect no violation, by
     * name, or the jcstress tests in it.
     *
     * @param type the class
     * @return the checks; empty if it has none
     */
    public static List<Source> in(Class<?> type) {
        List<Source> found = new ArrayList<>();
        for (ScenarioMethod method : ScenarioMethod.in(type)) {
            if (!method.settings().expectViolation()) {
                found.add(new Named(type.getSimpleName() + "." + method.method().getName(), type.getClassLoader(),
                        given -> method.checker(given.model()), method::define));
            }
        }
        for (JcstressTest test : JcstressTest.in(type)) {
            String name = test.className.substring(test.className.lastIndexOf('.') + 1).replace('$', '.');
            found.add(new Named(name, type.getClassLoader(), UnaryOperator.identity(),
                    (loader, scenario) -> Jcstress.define(test, loader, scenario)));
        }
        return found;
    }

    /**
     * Loads a class of the program, so that its accesses are known even if no execution needs it.
     *
     * @param className its binary name
     */
    public void load(String className) {
        try {
            Class.forName(className, false, loader);
        } catch (ClassNotFoundException e) {
            throw new IllegalArgumentException("no class " + className, e);
        }
    }

    /** {@return the accesses of the classes loaded so far; more may come while it is explored} */
    public Sites sites() {
        return loader.sites();
    }

    /**
     * Explores it under the model and within the bounds of this checker.
     *
     * @param how the checker
     * @return what was found
     */
    public CheckResult explore(Checker how) {
        return explore(how, ModeAssignment.NONE);
    }

    /**
     * The same, with other access modes at some of its sites.
     *
     * @param how the checker
     * @param modes in the place of those of the code
     * @return what was found
     */
    public CheckResult explore(Checker how, ModeAssignment modes) {
        return prepared.explore(how, modes);
    }
}
