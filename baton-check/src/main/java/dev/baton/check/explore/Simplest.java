package dev.baton.check.explore;

import dev.baton.check.event.StepKind;
import dev.baton.check.graph.Execution;
import org.jspecify.annotations.Nullable;

/**
 * Picks, of violations of some kind, the one that is easiest to follow: the fewest unusual events that came by chance, then
 * the fewest switches between threads, then the fewest events. Of one worker.
 */
final class Simplest {
    private final Violation.Kind kind;
    private final @Nullable Long cause;
    private final int more;
    private long best = Long.MAX_VALUE;
    private int since;

    /**
     * @param kind  what is looked for
     * @param cause what it must come from; null for anything
     * @param more after how many executions without a simpler one to give up
     */
    Simplest(Violation.Kind kind, @Nullable Long cause, int more) {
        this.kind = kind;
        this.cause = cause;
        this.more = more;
    }

    /** Whether it is simpler than all before. */
    boolean isSimpler(Execution graph) {
        return cost(graph) < best;
    }

    /** Whether it is what is looked for, and simpler than all before; remembers it then. */
    boolean accepts(Violation.Kind found, long from, Execution graph) {
        if (found != kind || cause != null && cause != from) {
            return false;
        }
        long cost = cost(graph);
        if (cost >= best) {
            return false;
        }
        best = cost;
        since = 0;
        return true;
    }

    boolean hasFound() {
        return best < Long.MAX_VALUE;
    }

    /** Another execution was visited; whether it is time to give up. */
    boolean tires() {
        return best < Long.MAX_VALUE && ++since > more;
    }

    private static long cost(Execution graph) {
        long chances = 0;
        long switches = 0;
        int before = -1;
        for (int event : Linearization.of(graph)) {
            if (graph.kind(event) == StepKind.CHOICE && graph.value(event) != 0) {
                chances++;
            }
            if (graph.thread(event) != before) {
                switches++;
                before = graph.thread(event);
            }
        }
        return chances << 40 | switches << 20 | graph.size();
    }
}
