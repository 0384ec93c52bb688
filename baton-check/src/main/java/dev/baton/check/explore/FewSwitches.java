package dev.baton.check.explore;

import dev.baton.check.event.StepKind;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Looks for a violation among the interleavings that are easy to follow: a thread runs until it has to wait, except for a few
 * switches in between. Proves nothing if it finds none.
 */
final class FewSwitches extends Interleaving {
    /*
     * Overview. All interleavings with no switch that need not be, then with one, then with two, and so on, until a level shows
     * a violation or the effort is spent. What comes by chance in the program counts as a switch.
     *
     * The effort is counted in steps, not in time, so that the same violation is found in every run.
     *
     * Source. Musuvathi, Qadeer: Iterative context bounding for systematic testing of multithreaded programs, PLDI 2007.
     */
    private static final int MOST_SWITCHES = 4;
    private static final long EFFORT = 3_000_000;

    private final BooleanSupplier hasFound;
    private final long mostEffort;
    private long effort;

    /** Until the simplest violation is found. */
    FewSwitches(Steps steps, Judge judge, Simplest simplest) {
        this(steps, judge, simplest::hasFound, EFFORT);
    }

    /** Within an effort, whatever is found. */
    FewSwitches(Steps steps, Judge judge, long effort) {
        this(steps, judge, () -> false, effort);
    }

    private FewSwitches(Steps steps, Judge judge, BooleanSupplier hasFound, long mostEffort) {
        super(steps, judge);
        this.hasFound = hasFound;
        this.mostEffort = mostEffort;
    }

    /** Tells the judge of the violations it finds. */
    void run() {
        for (int switches = 0; switches <= MOST_SWITCHES && !hasFound.getAsBoolean() && !isSpent(); switches++) {
            run(switches);
        }
    }

    /** All interleavings with at most so many switches; false if the effort was spent before. */
    boolean run(int switches) {
        begin();
        go(steps.program.mainThread(), switches);
        return !isSpent();
    }

    private boolean isSpent() {
        return effort > mostEffort || tree.isFull() || judge.isStopped();
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
            effort++;
            if (kind == StepKind.CHOICE ? !choose(t, switches) : !step(t, kind)) {
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

    private boolean choose(int t, int switches) {
        if (graph.length(t) >= steps.maxEventsPerThread) {
            return false;
        }
        long alternatives = tree.value(graph.cursor(t));
        for (long alternative = 1; alternative < alternatives && switches > 0; alternative++) {
            steps.addChoice(graph, t, alternative);
            go(t, switches - 1);
            graph.removeLast();
        }
        steps.addChoice(graph, t, 0);
        return true;
    }
}
