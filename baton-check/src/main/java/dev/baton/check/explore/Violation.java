package dev.baton.check.explore;

import dev.baton.check.event.BlockReason;
import dev.baton.check.graph.ExecutionGraph;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An execution that must not happen.
 *
 * @param kind    what is wrong with it
 * @param message in one sentence
 * @param stack   of an exception, the frames that the program has a part in, innermost first, and its causes; line by line
 * @param calls   the calls of the execution and their results, if those are what is wrong
 * @param graph   the execution
 * @param cause   the same for executions that a reader takes to go wrong in the same way: of an exception what was thrown
 *                and where, of a thread that waits where it waits
 * @param thread  the thread that failed, or one that waits for ever
 * @param waiting the threads that wait for ever, for a violation of await termination
 * @param replay  the moves that run the program through exactly this execution
 */
public record Violation(Kind kind, String message, List<String> stack, @Nullable CallTable calls,
        ExecutionGraph graph, long cause, int thread, List<Waiting> waiting, List<Move> replay) {
    /** What can be wrong. */
    public enum Kind {
        /** The program broke an assertion of its own. */
        ASSERTION,
        /** The program threw something else, and nobody caught it. */
        EXCEPTION,
        /** Threads wait and nothing that could still happen lets them go on: a hang, a livelock, a lost wake-up. */
        AWAIT_TERMINATION,
        /** A thread polls in plain mode, so it may never see the value it waits for, although it was written. */
        PLAIN_POLLING,
        /** A data race, if the check was told to fail on one. */
        DATA_RACE,
        /** The calls of the execution have results that the specification does not allow. */
        SPECIFICATION
    }

    /**
     * A thread that waits for ever.
     *
     * @param firstEvent the index in its thread of the first event of the failed iteration
     */
    public record Waiting(int thread, BlockReason reason, int firstEvent, int site) {}

    /**
     * One step of a replay.
     *
     * @param thread the thread that goes
     * @param event  the event of the graph that it makes
     * @param answer the answer to give to that step
     */
    public record Move(int thread, int event, long answer) {}

    public Violation {
        stack = List.copyOf(stack);
        waiting = List.copyOf(waiting);
        replay = List.copyOf(replay);
    }

    /** {@return the message and the stack, on lines of their own} */
    public String text() {
        StringBuilder text = new StringBuilder(message);
        stack.forEach(line -> text.append("\n    ").append(line));
        return text.toString();
    }
}
