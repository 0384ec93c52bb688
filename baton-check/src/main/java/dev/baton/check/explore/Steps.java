package dev.baton.check.explore;

import dev.baton.check.event.AccessMode;
import dev.baton.check.event.StepKind;
import dev.baton.check.graph.Execution;
import dev.baton.check.graph.Graph;
import dev.baton.check.model.Consistency;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Takes the next step of a graph: which thread goes, what its step may become, and adding the event. The search and
 * the estimate of its size are built on it.
 */
final class Steps {
    final StepSource program;
    final StepTree tree;
    final Consistency model;
    final int maxEventsPerThread;
    private long[] initialValue = new long[16];
    private boolean[] initialKnown = new boolean[16];
    private int errorThread = -1;
    private int @Nullable [] twins;

    Steps(StepSource program, Consistency model, int maxEventsPerThread, int maxNodes, boolean symmetry) {
        this.program = program;
        this.model = model;
        this.maxEventsPerThread = maxEventsPerThread;
        this.tree = new StepTree(program, maxNodes);
        model.follow(ToldNeeds.inSearch(tree));
        // A model that is not exact picks representatives of its own, which may be mirrored ones.
        this.twins = symmetry && model.isExact() ? new int[]{-1} : null;
    }

    void begin(Graph graph) {
        graph.begin(program.mainThread(), Graph.NONE);
        if (twins != null) {
            graph.setTwins(twins);
        }
        graph.setCursor(program.mainThread(), tree.root(program.mainThread()));
    }

    /**
     * The thread that goes next, or -1 if none can: a half-done read-modify-write first, then whoever does not read,
     * then readers, each time the lowest thread. Depends on the graph alone, as the search requires.
     */
    int schedule(Graph graph) {
        int other = -1;
        int reader = -1;
        errorThread = -1;
        for (int t = 0; t < graph.threads(); t++) {
            int node = graph.cursor(t);
            if (node == Graph.NONE) {
                continue;
            }
            switch (tree.kind(node)) {
                case RMW_WRITE -> {
                    return t;
                }
                case WRITE, FENCE, START, CHOICE -> {
                    if (other < 0 && graph.length(t) < maxEventsPerThread) {
                        other = t;
                    }
                }
                case JOIN -> {
                    if (other < 0 && hasEnded(graph, (int) tree.value(node))) {
                        other = t;
                    }
                }
                case READ, RMW_READ -> {
                    if (reader < 0 && graph.length(t) < maxEventsPerThread) {
                        reader = t;
                    }
                }
                case ERROR -> {
                    if (errorThread < 0) {
                        errorThread = t;
                    }
                }
                default -> {
                }
            }
        }
        return other >= 0 ? other : reader;
    }

    /** The lowest thread that stood at an error when {@link #schedule} last looked, or -1. */
    int errorThread() {
        return errorThread;
    }

    boolean hasEnded(Graph graph, int t) {
        int node = t < graph.threads() ? graph.cursor(t) : Graph.NONE;
        return node != Graph.NONE && tree.kind(node) == StepKind.END;
    }

    /** A thread that would go on if it were not for the bound on its events. */
    boolean isCutOff(Graph graph, int t) {
        if (graph.length(t) < maxEventsPerThread) {
            return false;
        }
        return switch (tree.kind(graph.cursor(t))) {
            case END, BLOCK, EXPIRE, ERROR, JOIN -> false;
            default -> true;
        };
    }

    /**
     * Appends the writes that the thread's next read may see to {@code options}, the last in modification order
     * first; leaves out those after which the thread would wait in vain.
     */
    int readOptions(Graph graph, int t, int[] options, int from) {
        int node = graph.cursor(t);
        int where = tree.location(node);
        boolean rmw = tree.kind(node) == StepKind.RMW_READ;
        AccessMode mode = tree.mode(node);
        AccessMode failureMode = rmw ? tree.failureMode(node) : mode;
        boolean plain = mode.isPlain();
        boolean failsPlain = failureMode.isPlain();
        int end = model.readOptions(graph, t, where, plain ? failureMode : mode, options, from);
        if (tree.readsLast(node)) {
            return Math.min(end, from + 1);
        }
        int cohering = end;
        if (plain != failsPlain) {
            end = model.readOptions(graph, t, where, plain ? mode : failureMode, options, from);
        }
        int kept = from;
        for (int i = from; i < end; i++) {
            int write = options[i];
            int next = tree.next(node, valueOf(graph, write, where));
            boolean succeeds = rmw && tree.kind(next) == StepKind.RMW_WRITE;
            boolean readsPlain = rmw && !succeeds ? failsPlain : plain;
            boolean hidden = i >= cohering && !readsPlain;
            boolean vain = i > from && waitsInVain(next, readsPlain, graph.length(t));
            if (!hidden && !vain) {
                options[kept++] = write;
            }
        }
        return kept;
    }

    /**
     * A thread that stops right after a read that did not see the last write of its location neither ends nor
     * proves a hang, whatever follows: later writes revisit only reads that saw the last write.
     */
    boolean waitsInVain(int next, boolean plain, int index) {
        if (!model.isExact() || tree.kind(next) != StepKind.BLOCK && tree.kind(next) != StepKind.EXPIRE) {
            return false;
        }
        return switch (tree.reason(next)) {
            case ASSUME -> true;
            case BOUND -> false;
            default -> !plain && tree.value(next) <= index;
        };
    }

    long valueOf(Graph graph, int write, int where) {
        return write == Execution.INIT ? initialValue(where) : graph.value(write);
    }

    long initialValue(int where) {
        if (where >= initialKnown.length) {
            int now = Math.max(2 * initialKnown.length, where + 1);
            initialKnown = Arrays.copyOf(initialKnown, now);
            initialValue = Arrays.copyOf(initialValue, now);
        }
        if (!initialKnown[where]) {
            initialValue[where] = program.initialValue(where);
            initialKnown[where] = true;
        }
        return initialValue[where];
    }

    int addRead(Graph graph, int t, int write) {
        int node = graph.cursor(t);
        int where = tree.location(node);
        long value = valueOf(graph, write, where);
        int next = tree.next(node, value);
        boolean rmw = tree.kind(node) == StepKind.RMW_READ;
        boolean succeeds = rmw && tree.kind(next) == StepKind.RMW_WRITE;
        AccessMode mode = rmw && !succeeds ? tree.failureMode(node) : tree.mode(node);
        int event = graph.addRead(t, succeeds, where, mode, write, value, node, tree.site(node));
        graph.setCursor(t, tree.settled(graph, event, next));
        return event;
    }

    /** Adds the thread's next write, without a place in modification order. */
    int addWrite(Graph graph, int t) {
        int node = graph.cursor(t);
        int event = graph.addWrite(t, tree.kind(node) == StepKind.RMW_WRITE, tree.location(node), tree.mode(node),
                tree.value(node), node, tree.site(node));
        graph.setCursor(t, tree.settled(graph, event, tree.next(node, 0)));
        return event;
    }

    /** Adds a fence, a start or a join. */
    void addOther(Graph graph, int t) {
        int node = graph.cursor(t);
        StepKind kind = tree.kind(node);
        if (kind == StepKind.START && twins != null) {
            findTwin(graph, (int) tree.value(node));
        }
        int event = graph.addOther(t, kind, tree.mode(node), tree.value(node), node, tree.site(node));
        graph.setCursor(t, tree.settled(graph, event, tree.next(node, 0)));
        if (kind == StepKind.START) {
            int child = (int) tree.value(node);
            graph.setCursor(child, tree.root(child));
        }
    }

    /** Whether a graph may be followed, after a step as in {@link Consistency#admits}. */
    boolean admits(Graph graph, int event, int revisited) {
        return !graph.isMirrored(event) && (revisited < 0 || !graph.isMirrored(revisited))
                && model.admits(graph, event, revisited);
    }

    /** Notes the last thread before this one that is identical to it. */
    private void findTwin(Graph graph, int t) {
        if (twins == null) {
            return;
        }
        if (t >= twins.length) {
            int had = twins.length;
            twins = Arrays.copyOf(twins, t + 1);
            Arrays.fill(twins, had, t + 1, -2);
            graph.setTwins(twins);
        }
        if (twins[t] == -2) {
            int earlier = program.symmetricTo(t);
            int root = earlier < 0 ? -1 : root(earlier);
            int twin = t - 1;
            while (root >= 0 && root(twin) != root) {
                twin--;
            }
            twins[t] = root < 0 ? -1 : twin;
        }
        graph.setTwins(twins);
    }

    private int root(int t) {
        int root = t;
        for (int earlier = program.symmetricTo(t); earlier >= 0; earlier = program.symmetricTo(earlier)) {
            root = earlier;
        }
        return root;
    }

    /** Each thread has ended, or waits and may be left waiting. */
    boolean isOver(Graph graph) {
        for (int t = 0; t < graph.threads(); t++) {
            if (graph.cursor(t) != Graph.NONE && !hasEnded(graph, t) && !mayStay(graph, t)) {
                return false;
            }
        }
        return true;
    }

    /** The thread waits, and may be left waiting when the others have ended. */
    boolean mayStay(Graph graph, int t) {
        int node = graph.cursor(t);
        int start = graph.startEvent(t);
        boolean waits = switch (tree.kind(node)) {
            case BLOCK, EXPIRE -> tree.reason(node).isWait();
            case JOIN -> true;
            default -> false;
        };
        return waits && (tree.mayStay(node) || start != Graph.NONE && tree.mayStay(graph.node(start)));
    }

    boolean isTimed(Graph graph, int t) {
        int node = graph.cursor(t);
        return node != Graph.NONE && tree.kind(node) == StepKind.EXPIRE;
    }

    /** Lets a timed wait expire, in a graph in which no thread can go on. */
    void addExpiry(Graph graph, int t) {
        int[] firm = new int[graph.threads()];
        for (int other = 0; other < firm.length; other++) {
            firm[other] = firm(graph, other);
        }
        int node = graph.cursor(t);
        int event = graph.addExpiry(t, firm, node, tree.site(node));
        graph.setCursor(t, tree.settled(graph, event, tree.next(node, 0)));
    }

    /** How many events of a thread no later write can change: not those of an iteration that failed. */
    private int firm(Graph graph, int t) {
        int node = graph.cursor(t);
        int length = graph.length(t);
        if (node == Graph.NONE || tree.kind(node) != StepKind.BLOCK && tree.kind(node) != StepKind.EXPIRE) {
            return length;
        }
        int firm = (int) Math.max(0, tree.value(node));
        for (int i = length - 1; i >= firm; i--) {
            if (graph.kind(graph.event(t, i)) == StepKind.EXPIRE) {
                return i + 1;
            }
        }
        return firm;
    }

    void addChoice(Graph graph, int t, long alternative) {
        int node = graph.cursor(t);
        int event = graph.addOther(t, StepKind.CHOICE, AccessMode.PLAIN, alternative, node, tree.site(node));
        graph.setCursor(t, tree.settled(graph, event, tree.next(node, alternative)));
    }

    /**
     * Lets a read, the last event of its thread, read from a write that was inserted after it.
     *
     * @return whether the thread waits in vain unless the write becomes the last of its location
     */
    boolean redirect(Graph graph, int read, int write) {
        int t = graph.thread(read);
        int node = graph.node(read);
        graph.setCursor(t, node);
        int next = tree.next(node, graph.value(write));
        boolean rmw = tree.kind(node) == StepKind.RMW_READ;
        boolean succeeds = rmw && tree.kind(next) == StepKind.RMW_WRITE;
        AccessMode mode = rmw && !succeeds ? tree.failureMode(node) : tree.mode(node);
        graph.changeReadsFrom(read, write, graph.value(write), succeeds, mode);
        next = tree.settled(graph, read, next);
        graph.setCursor(t, next);
        return waitsInVain(next, mode.isPlain(), graph.index(read));
    }
}
