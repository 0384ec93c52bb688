package dev.baton.check.explore;

import dev.baton.check.event.AccessMode;
import dev.baton.check.event.BlockReason;
import dev.baton.check.event.Step;
import dev.baton.check.event.StepKind;
import dev.baton.check.graph.Execution;
import dev.baton.check.graph.Graph;
import java.util.Arrays;

/**
 * Every step a program has shown so far, as one tree per thread: a node is a step, a child is what the thread does
 * after a given answer. The program runs only where the tree has no child yet.
 */
final class StepTree {
    /*
     * Overview. A thread is a function of its answers, so the same answers lead to the same node in every
     * execution, and an execution that differs from another only in one thread costs the other threads nothing.
     *
     * State. One row of arrays per node; children hang in a list (firstChild, sibling) with their answers. The
     * program itself stands somewhere: at[t] is the node whose step thread t last returned. To make a new child the
     * program is brought to its parent: directly if it stands there, by catching up if it stands on the way, else
     * from the start.
     *
     * Retention. At most `limit` nodes; beyond that the search forgets all of them (see forget) and refills the nodes
     * of the graphs it still holds from their events.
     */
    private static final StepKind[] KINDS = StepKind.values();
    private static final BlockReason[] REASONS = BlockReason.values();

    private final StepSource program;
    private final int limit;
    private final Step step = new Step();
    private int size;
    private int generation;
    private byte[] kind = new byte[256];
    private byte[] mode = new byte[256];
    private byte[] failureMode = new byte[256];
    private byte[] flags = new byte[256];
    private int[] location = new int[256];
    private int[] site = new int[256];
    private int[] thread = new int[256];
    private int[] parent = new int[256];
    private int[] firstChild = new int[256];
    private int[] sibling = new int[256];
    private long[] value = new long[256];
    private long[] answer = new long[256];
    /** Has room only once a program tells what its writes depend on. */
    private int[][] needs = {};
    private int[][] uses = {};
    private int[] roots = new int[8];
    private int[] at = new int[8];
    private long[] path = new long[64];

    StepTree(StepSource program, int limit) {
        this.program = program;
        this.limit = limit;
        Arrays.fill(roots, Graph.NONE);
        Arrays.fill(at, Graph.NONE);
        program.reset();
    }

    StepKind kind(int node) {
        return KINDS[kind[node]];
    }

    AccessMode mode(int node) {
        return AccessMode.of(mode[node]);
    }

    AccessMode failureMode(int node) {
        return AccessMode.of(failureMode[node]);
    }

    BlockReason reason(int node) {
        return REASONS[flags[node] & 0x0f];
    }

    boolean unordered(int node) {
        return flags[node] < 0;
    }

    /** A read that sees the last write. */
    boolean readsLast(int node) {
        return (flags[node] & 0x40) != 0;
    }

    /** A start of a thread that may be left waiting, or a wait in which a thread may be left. */
    boolean mayStay(int node) {
        return (flags[node] & 0x20) != 0;
    }

    int location(int node) {
        return location[node];
    }

    int site(int node) {
        return site[node];
    }

    long value(int node) {
        return value[node];
    }

    /** Notes that some execution has the step of a node. */
    void reach(int node) {
        flags[node] |= 0x10;
    }

    boolean isReached(int node) {
        return (flags[node] & 0x10) != 0;
    }

    /** What a write depends on, in a program that tells. */
    int[] needs(int node) {
        return node < needs.length && needs[node] != null ? needs[node] : Step.NOTHING;
    }

    /** What the place and the value of an access were computed from, in a program that tells. */
    int[] uses(int node) {
        return node < uses.length && uses[node] != null ? uses[node] : Step.NOTHING;
    }

    int thread(int node) {
        return thread[node];
    }

    /** The node before this one, or NONE. */
    int parent(int node) {
        return parent[node];
    }

    /** The answer by which a node was reached from its parent. */
    long answer(int node) {
        return answer[node];
    }

    int size() {
        return size;
    }

    int generation() {
        return generation;
    }

    boolean isFull() {
        return size >= limit;
    }

    /** The first step of a thread. */
    int root(int t) {
        ensureThread(t);
        if (roots[t] == Graph.NONE) {
            if (at[t] != Graph.NONE) {
                restart();
            }
            program.advance(t, 0, step);
            roots[t] = add(t, Graph.NONE, 0);
            at[t] = roots[t];
        }
        return roots[t];
    }

    /** What the thread of {@code node} does after {@code reply}. */
    int next(int node, long reply) {
        int child = firstChild[node];
        while (child != Graph.NONE) {
            if (answer[child] == reply) {
                return child;
            }
            child = sibling[child];
        }
        int t = thread[node];
        if (at[t] != node) {
            bringTo(t, node);
        }
        program.advance(t, reply, step);
        child = add(t, node, reply);
        at[t] = child;
        return child;
    }

    /**
     * Past what the thread of {@code node} asks about its own past.
     *
     * @param last the thread's last event before it
     */
    int settled(Graph graph, int last, int node) {
        int settled = node;
        while (OwnPast.isAsked(kind(settled))) {
            int t = thread[settled];
            settled = next(settled, OwnPast.answer(graph, i -> graph.event(t, i), kind(settled), location[settled],
                    value[settled], graph.index(last) + 1));
        }
        return settled;
    }

    /** Drops all nodes; graphs made before must be refilled before they are used. */
    void forget() {
        size = 0;
        generation++;
        Arrays.fill(roots, Graph.NONE);
        restart();
    }

    /** Gives the events and threads of a graph nodes of the current generation. */
    void refill(Graph graph, int mainThread) {
        int[] order = Linearization.of(graph);
        graph.setCursor(mainThread, root(mainThread));
        for (int event : order) {
            int t = graph.thread(event);
            if (graph.kind(event) == StepKind.START) {
                int child = (int) graph.value(event);
                graph.setCursor(child, root(child));
            }
            graph.setNode(event, graph.cursor(t));
            graph.setCursor(t, settled(graph, event, next(graph.cursor(t), reply(graph, event))));
        }
    }

    /** The answer that the step behind an event got. */
    static long reply(Execution graph, int event) {
        return switch (graph.kind(event)) {
            case READ, RMW_READ, CHOICE -> graph.value(event);
            default -> 0;
        };
    }

    private void restart() {
        program.reset();
        Arrays.fill(at, Graph.NONE);
    }

    private void bringTo(int t, int node) {
        int steps = 0;
        int here = node;
        while (here != Graph.NONE && here != at[t]) {
            if (steps == path.length) {
                path = Arrays.copyOf(path, 2 * steps);
            }
            path[steps++] = answer[here];
            here = parent[here];
        }
        if (here != Graph.NONE) {
            while (steps > 0) {
                program.advance(t, path[--steps], step);
            }
        } else {
            // The first answer belongs to the root, which has none.
            for (int i = 0, j = steps - 2; i < j; i++, j--) {
                long other = path[i];
                path[i] = path[j];
                path[j] = other;
            }
            program.fastForward(t, path, steps - 1, step);
            Arrays.fill(at, Graph.NONE);
        }
        at[t] = node;
    }

    private int add(int t, int from, long reply) {
        if (size == kind.length) {
            grow();
        }
        int node = size++;
        kind[node] = (byte) step.kind.ordinal();
        mode[node] = (byte) step.mode.ordinal();
        failureMode[node] = (byte) step.failureMode.ordinal();
        flags[node] = (byte) (step.reason.ordinal() | (step.unordered ? 0x80 : 0) | (step.last ? 0x40 : 0)
                | (step.mayStay ? 0x20 : 0));
        location[node] = step.location;
        site[node] = step.site;
        value[node] = step.value;
        if (step.needs.length > 0 || node < needs.length) {
            needs = noted(needs, node, step.needs);
        }
        if (step.uses.length > 0 || node < uses.length) {
            uses = noted(uses, node, step.uses);
        }
        thread[node] = t;
        parent[node] = from;
        answer[node] = reply;
        firstChild[node] = Graph.NONE;
        if (from == Graph.NONE) {
            sibling[node] = Graph.NONE;
        } else {
            sibling[node] = firstChild[from];
            firstChild[from] = node;
        }
        return node;
    }

    private int[][] noted(int[][] all, int node, int[] events) {
        int[][] wide = node < all.length ? all : Arrays.copyOf(all, kind.length);
        wide[node] = events;
        return wide;
    }

    private void ensureThread(int t) {
        int had = roots.length;
        if (t >= had) {
            int now = Math.max(2 * had, t + 1);
            roots = Arrays.copyOf(roots, now);
            at = Arrays.copyOf(at, now);
            Arrays.fill(roots, had, now, Graph.NONE);
            Arrays.fill(at, had, now, Graph.NONE);
        }
    }

    private void grow() {
        int now = 2 * kind.length;
        kind = Arrays.copyOf(kind, now);
        mode = Arrays.copyOf(mode, now);
        failureMode = Arrays.copyOf(failureMode, now);
        flags = Arrays.copyOf(flags, now);
        location = Arrays.copyOf(location, now);
        site = Arrays.copyOf(site, now);
        thread = Arrays.copyOf(thread, now);
        parent = Arrays.copyOf(parent, now);
        firstChild = Arrays.copyOf(firstChild, now);
        sibling = Arrays.copyOf(sibling, now);
        value = Arrays.copyOf(value, now);
        answer = Arrays.copyOf(answer, now);
    }
}
