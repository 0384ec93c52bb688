package dev.baton.check.explore;

import dev.baton.check.graph.Execution;
import org.jspecify.annotations.Nullable;

/**
 * What is asked of each execution as a whole, beside the assertions that the program makes itself. All workers share one
 * demand.
 */
@FunctionalInterface
public interface Demand {
    /**
     * What an execution does against the demand.
     *
     * @param message in one sentence
     * @param calls   the calls that it is about
     * @param cause   the same for executions that a reader takes to go wrong in the same way
     * @param length  how many events of the main thread belong to it; those after them do not matter
     */
    record Breach(String message, CallTable calls, long cause, int length) {}

    /**
     * Looks at an execution that goes no further.
     *
     * @param graph valid during the call only
     * @param stuck whether threads wait for ever in it; without a breach that is what they ought to do
     * @return what it breaks, or null
     */
    @Nullable
    Breach breach(Execution graph, boolean stuck);

    /**
     * What an event means, if it is a mark of the demand's own.
     *
     * @param graph the execution
     * @param event one of its events
     * @return the words for it, or null
     */
    default @Nullable String word(Execution graph, int event) {
        return null;
    }
}
