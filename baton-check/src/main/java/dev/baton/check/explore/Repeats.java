package dev.baton.check.explore;

import dev.baton.check.graph.Execution;
import java.util.function.IntUnaryOperator;

/** Answers {@link dev.baton.check.event.StepKind#REPEATED}: what a thread wants to know of its own past. */
final class Repeats {
    private Repeats() {}

    /**
     * Whether each read of the later stretch saw the write that its counterpart saw, or one that the thread itself made
     * in between.
     *
     * @param eventAt the thread's events by their number
     * @param end the number of events that the thread has
     */
    static long answer(Execution graph, IntUnaryOperator eventAt, int earlier, int later, int end) {
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
