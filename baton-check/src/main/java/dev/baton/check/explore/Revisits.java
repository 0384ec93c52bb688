package dev.baton.check.explore;

import dev.baton.check.event.StepKind;
import dev.baton.check.graph.Execution;
import dev.baton.check.graph.Graph;

/** Which reads a new write may revisit: the ones from which everything after was added maximally. */
final class Revisits {
    private int[] kept = new int[8];

    /**
     * Appends to {@code candidates} the reads that {@code write}, the last event and not yet placed, may revisit.
     *
     * @return the new end of {@code candidates}
     */
    int candidates(Graph graph, int write, int[] candidates, int end) {
        int where = graph.location(write);
        int[] cause = graph.cause();
        int oldest = oldestReader(graph, write, where);
        int rival = oldest < write ? rival(graph, write) : Graph.NONE;
        for (int event = write - 1; event >= oldest; event--) {
            if (graph.in(cause, write, event)) {
                continue;
            }
            if (!isMaximal(graph, event, write)) {
                break;
            }
            boolean rivalGoes = rival == Graph.NONE || rival > event && !graph.in(cause, write, rival);
            if (rivalGoes && graph.location(event) == where && graph.isRead(event)) {
                candidates[end++] = event;
            }
        }
        return end;
    }

    /** The oldest read of the location that does not come before the write; the write itself if there is none. */
    private static int oldestReader(Graph graph, int write, int where) {
        int[] cause = graph.cause();
        int oldest = write;
        for (int source = Execution.INIT; source != Graph.NONE; source = graph.moAfter(source, where)) {
            for (int read = graph.firstReader(source, where); read != Graph.NONE; read = graph.nextReader(read)) {
                if (read < oldest && !graph.in(cause, write, read)) {
                    oldest = read;
                }
            }
        }
        return oldest;
    }

    /** Copies what remains of the graph when {@code write} revisits {@code read}, with the write as its last event. */
    void copyRemainder(Graph graph, int write, int read, Graph into) {
        int threads = graph.threads();
        if (kept.length < threads) {
            kept = new int[threads];
        }
        System.arraycopy(graph.cause(), graph.row(write), kept, 0, threads);
        for (int event = 0; event <= read; event++) {
            int t = graph.thread(event);
            kept[t] = Math.max(kept[t], graph.index(event) + 1);
        }
        graph.copyPrefix(into, kept, read);
    }

    /** The read-modify-write that already follows the write which this one read from; or NONE. */
    private static int rival(Graph graph, int write) {
        if (!graph.isRmwWrite(write)) {
            return Graph.NONE;
        }
        int source = graph.readsFrom(graph.event(graph.thread(write), graph.index(write) - 1));
        int after = graph.moAfter(source, graph.location(write));
        return after != Graph.NONE && graph.isRmwWrite(after) ? after : Graph.NONE;
    }

    /**
     * The event was added maximally, with respect to the events before it and to those that stay: it saw, or became,
     * the last write of its location, and has revisited nothing.
     */
    private static boolean isMaximal(Graph graph, int event, int write) {
        int last;
        if (graph.isRead(event)) {
            last = graph.readsFrom(event);
            if (last != Execution.INIT && last > event && !graph.in(graph.cause(), write, last)) {
                return false;
            }
        } else if (graph.isWrite(event)) {
            last = event;
            int read = graph.firstReader(event, graph.location(event));
            for (; read != Graph.NONE; read = graph.nextReader(read)) {
                if (read < event) {
                    return false;
                }
            }
        } else {
            return graph.kind(event) != StepKind.EXPIRE
                    && (graph.kind(event) != StepKind.CHOICE || graph.value(event) == 0);
        }
        int where = graph.location(event);
        int after = graph.moAfter(last, where);
        for (; after != Graph.NONE; after = graph.moAfter(after)) {
            if (after < event || graph.in(graph.cause(), write, after)) {
                return false;
            }
        }
        return true;
    }
}
