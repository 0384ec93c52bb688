package dev.baton.cli;

import dev.baton.check.api.Checker;
import dev.baton.check.explain.SourcePath;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * One check under one model, found and ready to run.
 *
 * @param group   what it belongs with, if the output shows one line for all of them; empty if it has a line of its own
 * @param name    of the check
 * @param sources where the source of what it runs is
 * @param run     runs it, after the checker that it has chosen was tuned
 */
record PlannedCheck(String group, String name, SourcePath sources,
        Function<UnaryOperator<Checker>, List<Finding>> run) {}
