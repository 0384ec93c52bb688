package dev.baton.check.explore;

import dev.baton.check.event.StepKind;
import dev.baton.check.graph.Execution;
import java.util.function.IntUnaryOperator;

/** Answers what a thread wants to know of its own past; the answers follow from what it has read. */
final class OwnPast {
    private OwnPast() {}

    static boolean isAsked(StepKind kind) {
        return kind == StepKind.REPEATED || kind == StepKind.INITIAL;
    }

    /**
     * The answer to a step of such a kind.
     *
     * @param eventAt the thread's events by their number
     * @param end the number of events that the thread has
     */
    static long answer(Execution graph, IntUnaryOperator eventAt, StepKind kind, int location, long value, int end) {
        return kind == StepKind.INITIAL
                ? graph.readsFrom(eventAt.applyAsInt((int) value)) == Execution.INIT ? 1 : 0
                : repeated(graph, eventAt, location, (int) value, end);
    }

    /**
     * Whether each read of the later stretch saw the write that its counterpart saw, or one that the thread itself made
     * in between.
     */
    private static long repeated(Execution graph, IntUnaryOperator eventAt, int earlier, int later, int end) {
        for (int i = 0; later + i < end; i++) {
            int one = eventAt.applyAsInt(earlier + i);
            int other = eventAt.applyAsInt(later + i);
            if (graph.kind(one) != graph.kind(other) || graph.location(one) != graph.location(other)) {
                return 0;
            }
            if (graph.isRead(other)) {
                int source = graph.readsFrom(other);
                boolean own = source >= 0 && graph.thread(source) == graph.thread(other)
                        && graph.index(source) >= earlier && graph.index(source) < later;
                if (source != graph.readsFrom(one) && !own) {
                    return 0;
                }
            }
        }
        return 1;
    }
}
