package dev.baton.check.graph;

import dev.baton.check.event.Step;
import java.util.function.IntPredicate;

/** What the writes of an execution depend on. */
@FunctionalInterface
public interface Needs {
    /** Where nothing is known, a write depends on every read before it in its thread. */
    Needs EVERYTHING = (graph, write, open) -> {
        for (int event = 0; event < graph.size(); event++) {
            if (graph.thread(event) == graph.thread(write) && graph.index(event) < graph.index(write)
                    && graph.isRead(event) && open.test(event)) {
                return false;
            }
        }
        return true;
    };

    /**
     * Whether the thread makes the write, and the same write, whatever the open ones of its earlier reads return.
     *
     * @param open which events of the graph are reads whose values are not known yet
     */
    boolean suffice(Execution graph, int write, IntPredicate open);

    /** {@return the reads of its thread from which the place of an access, or the value that it writes, was computed} */
    default int[] uses(Execution graph, int event) {
        return Step.NOTHING;
    }
}
