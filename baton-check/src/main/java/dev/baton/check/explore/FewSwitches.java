package dev.baton.check.explore;

import dev.baton.check.event.BlockReason;
import dev.baton.check.event.StepKind;
import dev.baton.check.graph.Graph;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Looks for a violation among the interleavings that are easy to follow: a thread runs until it has to wait, except for a few
 * switches in between. Proves nothing if it finds none.
 */
final class FewSwitches {
    /*
     * Overview. All interleavings with no switch that need not be, then with one, then with two, and so on, until a level shows
     * a violation or the effort is spent. A read sees the last write, a write comes last: the graph is an interleaving in the
     * order of its events.
     *
     * A thread whose iteration fails is put back to the iteration's beginning and goes on when a place that it read has
     * changed: it has waited, and read nothing meanwhile. When no thread can go, those that wait make their failed
     * iteration once more, for the judge to see.
     *
     * The effort is counted in steps, not in time, so that the same violation is found in every run.
     *
     * Source. Musuvathi, Qadeer: Iterative context bounding for systematic testing of multithreaded programs, PLDI 2007.
     */
    private static final int MOST_SWITCHES = 4;
    private static final long EFFORT = 3_000_000;

    private final Steps steps;
    private final StepTree tree;
    private final Judge judge;
    private final Simplest simplest;
    private final Graph graph = new Graph();
    private long effort;
    private int[] options = new int[1024];
    /** What each thread that waits has seen; null for others. */
    private @Nullable Wait[] awaited = new Wait[8];
    /** No thread can go, and those that wait look for the last time. */
    private boolean last;

    /** Places, and the writes that were seen there, alternately. */
    private static final class Wait {
        private final int[] seen;

        Wait(int[] seen) {
            this.seen = seen;
        }

        boolean hasChanged(Graph graph) {
            for (int i = 0; i < seen.length; i += 2) {
                if (graph.lastWrite(seen[i]) != seen[i + 1]) {
                    return true;
                }
            }
            return false;
        }
    }

    FewSwitches(Steps steps, Judge judge, Simplest simplest) {
        this.steps = steps;
        this.tree = steps.tree;
        this.judge = judge;
        this.simplest = simplest;
    }

    /** Tells the judge of the violations it finds. */
    void run() {
        int main = steps.program.mainThread();
        for (int switches = 0; switches <= MOST_SWITCHES && !simplest.hasFound() && !isSpent(); switches++) {
            steps.begin(graph);
            Arrays.fill(awaited, null);
            go(main, switches);
        }
    }

    private boolean isSpent() {
        return effort > EFFORT || tree.isFull() || judge.isStopped();
    }

    /** Runs a thread until it cannot go on, and others instead of it where that costs a switch; leaves the graph as it was. */
    private void go(int t, int switches) {
        int base = graph.size();
        @Nullable
        Wait[] before = awaited.clone();
        boolean lastBefore = last;
        wake(t);
        while (!isSpent()) {
            int node = graph.cursor(t);
            StepKind kind = tree.kind(node);
            if (kind == StepKind.ERROR) {
                judge.error(graph, t);
                break;
            }
            if (kind == StepKind.BLOCK && !isWait(node)) {
                break; // of no interest, or cut off
            }
            if (kind == StepKind.BLOCK && !last && waits(t, node, base)) {
                handOver(t, switches);
                break;
            }
            if (!canGo(t)) {
                handOver(t, switches);
                break;
            }
            if (switches > 0 && isShared(kind)) {
                switchFrom(t, switches - 1);
            }
            if (!step(t, kind, switches)) {
                break;
            }
        }
        while (graph.size() > base) {
            graph.removeLast();
        }
        awaited = before;
        last = lastBefore;
    }

    /** Lets every other thread go on that can; if none can, the execution is over. */
    private void handOver(int t, int switches) {
        boolean any = false;
        for (int other = 0; other < graph.threads(); other++) {
            if (other != t && canGo(other)) {
                any = true;
                go(other, switches);
            }
        }
        if (any) {
            return;
        }
        if (nextWaiting() >= 0) {
            last = true;
            go(nextWaiting(), 0);
        } else {
            judge.finished(graph);
        }
    }

    private void switchFrom(int t, int switches) {
        for (int other = 0; other < graph.threads(); other++) {
            if (other != t && canGo(other)) {
                go(other, switches);
            }
        }
    }

    /** Makes the thread's next step; false if it must not. */
    private boolean step(int t, StepKind kind, int switches) {
        effort++;
        if (graph.length(t) >= steps.maxEventsPerThread) {
            return false;
        }
        switch (kind) {
            case READ, RMW_READ -> {
                if (options.length < graph.size() + 2) {
                    options = new int[2 * graph.size() + 2];
                }
                if (steps.readOptions(graph, t, options, 0) == 0) {
                    return false;
                }
                steps.addRead(graph, t, options[0]);
            }
            case WRITE, RMW_WRITE -> {
                int write = steps.addWrite(graph, t);
                graph.place(write, graph.lastWrite(graph.location(write)));
            }
            case CHOICE -> {
                long alternatives = tree.value(graph.cursor(t));
                for (long alternative = 1; alternative < alternatives && switches > 0; alternative++) {
                    steps.addChoice(graph, t, alternative);
                    go(t, switches - 1);
                    graph.removeLast();
                }
                steps.addChoice(graph, t, 0);
            }
            default -> steps.addOther(graph, t);
        }
        return true;
    }

    /** A step before which it matters who goes. */
    private static boolean isShared(StepKind kind) {
        return kind == StepKind.READ || kind == StepKind.RMW_READ || kind == StepKind.WRITE;
    }

    private boolean canGo(int t) {
        int node = graph.cursor(t);
        if (node == Graph.NONE || !hasReason(t)) {
            return false;
        }
        return switch (tree.kind(node)) {
            case END, BLOCK -> false;
            case JOIN -> steps.hasEnded(graph, (int) tree.value(node));
            default -> true;
        };
    }

    // ---- waiting

    private boolean isWait(int node) {
        return tree.reason(node) != BlockReason.ASSUME && tree.reason(node) != BlockReason.BOUND;
    }

    /** Puts a thread back to where its failed iteration began; false if others have gone since, or it began earlier. */
    private boolean waits(int t, int node, int base) {
        int first = (int) Math.max(0, tree.value(node));
        int length = graph.length(t) - first;
        if (length <= 0 || graph.size() - length < base || graph.event(t, first) != graph.size() - length) {
            return false;
        }
        int[] seen = new int[2 * length];
        int count = 0;
        for (int i = first; i < graph.length(t); i++) {
            int event = graph.event(t, i);
            if (graph.isRead(event)) {
                seen[count++] = graph.location(event);
                seen[count++] = graph.readsFrom(event);
            }
        }
        for (int i = 0; i < length; i++) {
            graph.removeLast();
        }
        if (t >= awaited.length) {
            awaited = Arrays.copyOf(awaited, Math.max(2 * awaited.length, t + 1));
        }
        awaited[t] = new Wait(Arrays.copyOf(seen, count));
        return true;
    }

    private void wake(int t) {
        if (t < awaited.length) {
            awaited[t] = null;
        }
    }

    /** It does not wait, or something that it saw has changed. */
    private boolean hasReason(int t) {
        Wait wait = t < awaited.length ? awaited[t] : null;
        return wait == null || wait.hasChanged(graph);
    }

    private int nextWaiting() {
        for (int t = 0; t < awaited.length; t++) {
            if (awaited[t] != null) {
                return t;
            }
        }
        return -1;
    }
}
