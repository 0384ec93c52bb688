package dev.baton.check.model;

import dev.baton.check.event.AccessMode;
import dev.baton.check.graph.Execution;
import dev.baton.check.graph.Graph;
import dev.baton.check.graph.Needs;
import org.jspecify.annotations.Nullable;

/**
 * A memory model in the form the search needs: which writes a new read may see, where a new write may go, and
 * whether a graph is still consistent after a step that was not the maximal one. Adding an event maximally (a read
 * of the last write, a write at the end) keeps every model's graphs consistent, so that is never asked.
 */
public abstract class Consistency {
    private final boolean plainReadsCohere;

    /**
     * @param plainReadsCohere two reads of one location in happens-before order see its writes in order even if
     *                         one of them is plain
     */
    protected Consistency(boolean plainReadsCohere) {
        this.plainReadsCohere = plainReadsCohere;
    }

    /** Told once, before the first question, how to find what the events of a graph depend on. */
    public void follow(Needs told) {}

    /** The clock whose past a read must not contradict, or null if coherence is left to {@link #admits}. */
    protected abstract int @Nullable [] coherenceClock(Graph graph);

    /**
     * Whether the graph is consistent, given that it was before {@code event} was added, or, with
     * {@code revisited} not negative, before {@code event} was added and {@code revisited} made to read from it.
     */
    public abstract boolean admits(Graph graph, int event, int revisited);

    /**
     * Whether every graph that {@link #admits} lets through is consistent in the model. If not, the search must put
     * finished graphs before {@link #accepts}.
     */
    public boolean isExact() {
        return true;
    }

    /** The full judgement on a finished graph, for a model that is not exact. */
    public boolean accepts(Graph graph) {
        return true;
    }

    /**
     * Whether this finished graph stands for all that differ from it only in modification order, for a model in which
     * such graphs are one execution.
     */
    public boolean isRepresentative(Graph graph) {
        return true;
    }

    /**
     * The full judgement on a graph in which threads wait, for a model that is not exact: it is consistent, and remains so
     * if the last write of each location stays the last for ever.
     */
    public boolean acceptsAsFinal(Graph graph) {
        return true;
    }

    /** Access modes have a meaning: without one, no plain access is worth a report. */
    public boolean knowsModes() {
        return true;
    }

    /** The clock of what a read must not miss. */
    public int[] visibility(Graph graph) {
        int[] clock = coherenceClock(graph);
        return clock == null ? graph.hb() : clock;
    }

    /**
     * Appends to {@code options} the writes that a new read by {@code thread} may see, from the last backwards.
     *
     * @return the new end of {@code options}
     */
    public final int readOptions(Graph graph, int thread, int location, AccessMode mode, int[] options,
            int end) {
        int[] clock = coherenceClock(graph);
        int viewpoint = graph.predecessor(thread, graph.length(thread));
        int write = graph.lastWrite(location);
        while (write != Execution.INIT) {
            options[end++] = write;
            if (clock != null && hides(graph, clock, viewpoint, write, location, mode, -1)) {
                return end;
            }
            write = graph.moBefore(write);
        }
        options[end++] = Execution.INIT;
        return end;
    }

    /**
     * Appends to {@code options} the writes directly after which {@code write}, as yet without a place, may be put.
     *
     * @param reader a read that is about to read from {@code write}, or -1
     * @return the new end of {@code options}
     */
    public final int placings(Graph graph, int write, int reader, int[] options, int end) {
        int[] clock = coherenceClock(graph);
        int location = graph.location(write);
        int only = graph.isRmwWrite(write)
                ? graph.readsFrom(graph.event(graph.thread(write), graph.index(write) - 1))
                : Graph.NONE;
        int before = graph.lastWrite(location);
        while (true) {
            int after = graph.moAfter(before, location);
            boolean splitsRmw = after != Graph.NONE && graph.isRmwWrite(after);
            if (!splitsRmw && (only == Graph.NONE || only == before)) {
                options[end++] = before;
            }
            if (before == Execution.INIT || before == only) {
                return end;
            }
            if (clock != null) {
                if (precedes(graph, clock, write, before, location)) {
                    return end;
                }
                if (reader >= 0 && hides(graph, clock, graph.predecessor(graph.thread(reader), graph.index(reader)),
                        before, location, graph.mode(reader), reader)) {
                    return end;
                }
            }
            before = graph.moBefore(before);
        }
    }

    /** To a read of this mode at {@code viewpoint} the writes before {@code write} can no longer be seen. */
    private boolean hides(Graph graph, int[] clock, int viewpoint, int write, int location, AccessMode mode,
            int except) {
        if (graph.in(clock, viewpoint, write)) {
            return true;
        }
        boolean mayBeFenced = mode != AccessMode.NON_ATOMIC && graph.fences() > 0;
        if (mode.isPlain() && !plainReadsCohere && !mayBeFenced) {
            return false;
        }
        for (int read = graph.firstReader(write, location); read != Graph.NONE; read = graph.nextReader(read)) {
            if (read != except && graph.in(clock, viewpoint, read)
                    && (plainReadsCohere || !mode.isPlain() && !graph.isPlain(read)
                            || mayBeFenced && isFenced(graph, clock, read, viewpoint))) {
                return true;
            }
        }
        return false;
    }

    /** A fence that orders reads is between a read and a viewpoint. */
    private static boolean isFenced(Graph graph, int[] clock, int read, int viewpoint) {
        if (graph.mode(read) == AccessMode.NON_ATOMIC) {
            return false;
        }
        for (int fence = 0; fence < graph.size(); fence++) {
            if (graph.isFence(fence) && graph.mode(fence).ordersReads() && graph.in(clock, fence, read)
                    && graph.in(clock, viewpoint, fence)) {
                return true;
            }
        }
        return false;
    }

    /** A write at {@code viewpoint} comes after {@code write}, because it, or a read of it, is in its past. */
    private static boolean precedes(Graph graph, int[] clock, int viewpoint, int write, int location) {
        if (graph.in(clock, viewpoint, write)) {
            return true;
        }
        for (int read = graph.firstReader(write, location); read != Graph.NONE; read = graph.nextReader(read)) {
            if (graph.in(clock, viewpoint, read)) {
                return true;
            }
        }
        return false;
    }

    /** The write that a new event now precedes, or NONE if it was added maximally. */
    static int successor(Graph graph, int event) {
        if (graph.isRead(event)) {
            return graph.moAfter(graph.readsFrom(event), graph.location(event));
        }
        return graph.moAfter(event);
    }
}
