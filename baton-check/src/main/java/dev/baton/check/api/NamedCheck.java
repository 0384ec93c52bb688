package dev.baton.check.api;

import dev.baton.check.program.ProgramLoader;
import java.util.function.UnaryOperator;

/**
 * A scenario by name.
 *
 * @param name       what a reader calls it
 * @param parent     where its classes are found
 * @param settings   how it is to be checked, given how others are
 * @param definition builds it from rewritten classes
 */
record NamedCheck(String name, ClassLoader parent, UnaryOperator<Checker> settings,
        Definition definition) implements PreparedCheck.Source {
    /** Builds a scenario from rewritten classes. */
    interface Definition {
        void define(ProgramLoader loader, Scenario scenario) throws Exception;
    }

    @Override
    public Checker checker(Checker given) {
        return settings.apply(given);
    }

    @Override
    public PreparedCheck prepare(Checker checker) {
        ProgramLoader loader = checker(checker).newLoader(parent);
        return checker(checker).prepare(loader, scenario -> definition.define(loader, scenario));
    }
}
