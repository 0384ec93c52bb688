package dev.baton.check.explore;

import dev.baton.check.event.Step;
import java.util.List;

/**
 * A program under check: a set of deterministic threads, each a function from the answers it got so far to its
 * next step. Locations, values and sites are numbers interned by the program that mean the same in every replay
 * and in every instance made by the same supplier (workers in parallel have one instance each).
 *
 * <p>The engine remembers steps it has seen and asks only for what is new. It may therefore advance a single
 * thread over many known answers while the others stand still or have not begun, and ask for threads in any order.
 */
public interface StepSource {
    /** The thread that exists from the start; further ones appear by START. */
    default int mainThread() {
        return 0;
    }

    /** Puts all threads back to their beginning. */
    void reset();

    /**
     * Runs a thread to its next step.
     *
     * <p>An exception thrown here ends the whole check and reaches its caller unchanged.
     *
     * @param thread its number; numbers are dense and small
     * @param answer the answer to its previous step, ignored at its first step and where a step has none
     * @param into   receives the step
     */
    void advance(int thread, long answer, Step into);

    /**
     * Puts one thread back to its beginning, gives it the answers to its first {@code count} steps and reports the step
     * after them. The other threads may be put back too: the engine takes them to be.
     */
    default void fastForward(int thread, long[] answers, int count, Step into) {
        reset();
        advance(thread, 0, into);
        for (int i = 0; i < count; i++) {
            advance(thread, answers[i], into);
        }
    }

    /** The value a location holds before the first event; the set-up is no part of the graph. */
    long initialValue(int location);

    /**
     * An earlier thread that runs identical code on identical arguments and that nobody can tell apart from this one (by
     * its number, by what happens between the starts, or between the joins of the two), or -1.
     */
    default int symmetricTo(int thread) {
        return -1;
    }

    /** Whether each write's step tells what it depends on ({@link Step#needs}). */
    default boolean tellsNeeds() {
        return false;
    }

    default String describeLocation(int location) {
        return "x" + location;
    }

    default String describeValue(int location, long value) {
        return Long.toString(value);
    }

    default String describeSite(int site) {
        return "";
    }

    /**
     * The calls that a thread stands in at its next step, innermost first, in the names of the source; empty if the
     * program knows none, or the thread has ended.
     */
    default List<StackTraceElement> calls(int thread) {
        return List.of();
    }

    /**
     * What a thread printed and logged before its next step, in lines.
     *
     * @param thread its number
     * @param all    also a line that is not complete yet
     */
    default List<String> said(int thread, boolean all) {
        return List.of();
    }

    /**
     * What went wrong in the thread whose last step was ERROR. The engine has run the whole execution again, from
     * {@link #reset()} and in an order in which it can happen, when it asks.
     */
    default String describeError(int thread) {
        return "error";
    }

    /** The frames of the same in the names of the source, and its causes, line by line; empty if the program knows none. */
    default List<String> errorStack(int thread) {
        return List.of();
    }

    /** Whether what {@link #describeError} tells of is a broken assertion, not another exception. */
    default boolean isAssertion(int thread) {
        return true;
    }
}
