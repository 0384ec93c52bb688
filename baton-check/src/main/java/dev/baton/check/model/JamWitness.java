package dev.baton.check.model;

import dev.baton.check.graph.Execution;
import dev.baton.check.graph.Graph;
import java.util.Arrays;

/**
 * Whether some pushto that jam itself allows does not contradict the modification order of a graph that the search has
 * built, with its last writes as the final ones. If so, the execution satisfies the definition; if not, another
 * modification order may.
 */
final class JamWitness {
    /*
     * Overview. Such a pushto extends program order and reads-from. If it also contains C, it decides by pairs what is visible: it must
     * come to all that is shown to z before it comes to what follows, in C, a write that is late for z. And it has the last
     * write of a location after the others. So the nodes that push are put in line one after the other, each when those that
     * must come before it are in line.
     */
    private final JamPast past;
    private final JamWrites writes;
    /** By write, what must be in line before what the write shows. */
    private long[] needed = {};
    /** One row each: nodes that push, nodes in line, and what the next node needs. */
    private long[] pushing = {};
    private long[] inLine = {};
    private long[] wanted = {};
    private int[] next = {};

    JamWitness(JamPast past, JamWrites writes) {
        this.past = past;
        this.writes = writes;
    }

    /** The writes are those of the graph. */
    boolean exists(Graph graph) {
        begin(graph);
        boolean progress = true;
        boolean waits = true;
        while (progress && waits) {
            progress = false;
            waits = false;
            for (int t = 0; t < graph.threads(); t++) {
                int at = next[t];
                while (next[t] < graph.length(t) && isFree(graph, graph.event(t, next[t]))) {
                    past.set(inLine, 0, graph.event(t, next[t]));
                    next[t]++;
                }
                progress |= next[t] > at;
                waits |= next[t] < graph.length(t);
            }
        }
        return !waits;
    }

    private void begin(Graph graph) {
        if (needed.length < past.seen.length) {
            needed = new long[past.seen.length];
            pushing = new long[past.words];
            inLine = new long[past.words];
            wanted = new long[past.words];
        }
        if (next.length < graph.threads()) {
            next = new int[graph.threads()];
        }
        Arrays.fill(next, 0);
        Arrays.fill(pushing, 0);
        Arrays.fill(inLine, 0);
        for (int t = 0; t < graph.threads(); t++) {
            findPushing(graph, t);
        }
        for (int location = 0; location < writes.locations; location++) {
            int first = writes.begins[location];
            for (int i = first; i < writes.begins[location + 1]; i++) {
                int write = writes.writes[i];
                writes.clear(needed, write);
                if (i == first) {
                    past.join(needed, write, writes.initially, write);
                } else {
                    past.join(needed, write, needed, writes.writes[i - 1]);
                    past.join(needed, write, writes.shows, writes.writes[i - 1]);
                }
            }
        }
    }

    private void findPushing(Graph graph, int t) {
        boolean followed = false;
        boolean fenced = false;
        boolean fullFence = false;
        for (int i = graph.length(t) - 1; i >= 0; i--) {
            int last = graph.event(t, i);
            if (graph.isRmwWrite(last)) {
                i--;
            }
            int first = graph.event(t, i);
            boolean isVolatile = JamPast.isVolatile(graph, first, last);
            if (fullFence || isVolatile && followed) {
                past.set(pushing, 0, first);
            }
            fullFence |= graph.isFence(first) && graph.isVolatile(first) && fenced;
            followed |= isVolatile;
            fenced = true;
        }
    }

    /** All that must come before the next event of a thread is in line, or the event is no node that pushes. */
    private boolean isFree(Graph graph, int event) {
        if (!past.has(pushing, 0, event)) {
            return true;
        }
        Arrays.fill(wanted, 0);
        int last = past.whole(graph, event);
        past.join(wanted, 0, past.seen, last);
        addNeeds(graph, last);
        for (int k = 0; k < past.words; k++) {
            for (long left = past.seen[last * past.words + k]; left != 0; left &= left - 1) {
                addNeeds(graph, past.whole(graph, k * 64 + Long.numberOfTrailingZeros(left)));
            }
        }
        if (graph.isWrite(last) && graph.moAfter(last) == Graph.NONE) {
            for (int write = graph.moBefore(last); write != Execution.INIT; write = graph.moBefore(write)) {
                past.set(wanted, 0, past.node(write));
            }
        }
        for (int k = 0; k < past.words; k++) {
            if ((wanted[k] & pushing[k] & ~inLine[k]) != 0) {
                return false;
            }
        }
        return true;
    }

    private void addNeeds(Graph graph, int event) {
        if (graph.isWrite(event)) {
            past.join(wanted, 0, needed, event);
        }
    }
}
