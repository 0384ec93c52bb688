package dev.baton.cli;

import dev.baton.check.api.Checker;
import dev.baton.check.explain.SourcePath;
import dev.baton.check.program.CheckFailure;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * One check under one model, found and ready to run.
 *
 * @param group            what it belongs with, if the output shows one line for all of them; empty if it has a line of its
 *                         own
 * @param name             of the check
 * @param entry            the user's class that it begins in; empty for one of Baton's own
 * @param model            the memory model
 * @param expectsViolation whether a violation is what the check wants to see
 * @param sources          where the source of what it runs is
 * @param run              runs it, after the checker that it has chosen was tuned
 */
record PlannedCheck(String group, CheckName name, String entry, String model, boolean expectsViolation,
        SourcePath sources,
        Function<UnaryOperator<Checker>, Finding> run) {
    /** Runs it; a check that fails is a finding as well. */
    Finding find(UnaryOperator<Checker> tuning, boolean verbose) {
        try {
            return run.apply(tuning);
        } catch (RuntimeException | Error failure) {
            return new Unexplored(name, model, expectsViolation, CheckFailure.of(failure), verbose);
        }
    }
}
