package dev.baton.check.spec;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An operation of a specification.
 *
 * @param number    its number, from 0
 * @param name      what a reader calls it
 * @param arguments for each parameter the values it is tried with; {@link #FRESH} stands for a number of its own
 * @param group     calls of one group are made by one thread; empty for none
 * @param once      called at most once in a scenario
 * @param blocking  may wait for other calls, so it is no part of what comes before and after the threads
 * @param aborted   results that mean that the call gave up and changed nothing
 * @param overtaken how many calls with a bound that begin after a call has made its request may be served before it;
 *                  {@link #UNBOUNDED} for any number
 */
public record CallKind(int number, String name, List<List<@Nullable Object>> arguments, String group, boolean once,
        boolean blocking, Set<String> aborted, int overtaken) {
    /** No bound for overtaking. */
    public static final int UNBOUNDED = -1;

    /** The place of a number that no other call of the scenario has. */
    public static final Object FRESH = new Object() {
        @Override
        public String toString() {
            return "fresh";
        }
    };

    /** The place of the number of the calling thread: from 1 on, 0 before the threads, one more than the last after them. */
    public static final Object THREAD = new Object() {
        @Override
        public String toString() {
            return "thread";
        }
    };

    /** Keeps copies. */
    public CallKind {
        arguments = List.copyOf(arguments);
        aborted = Set.copyOf(aborted);
    }
}
