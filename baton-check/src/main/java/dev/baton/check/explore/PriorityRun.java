package dev.baton.check.explore;

import dev.baton.check.event.StepKind;
import dev.baton.check.graph.Graph;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Samples interleavings with few switches: each thread has a priority, the highest that can go goes, and at a few steps the
 * thread that goes falls behind all others.
 */
/*
 * Source. Burckhardt, Kothari, Musuvathi, Nagarakatte: A randomized scheduler with probabilistic guarantees of finding bugs,
 * ASPLOS 2010. Differs in: the length of a run, from which the places of the switches are drawn, is that of the longest run
 * so far; what comes by chance in the program (a timeout, a wake-up for no reason) is drawn, and happens seldom.
 */
final class PriorityRun extends Interleaving {
    private static final int MOST_SWITCHES = 6;

    private int[] priority = new int[8];
    private int lowest;
    private int longest = 64;

    PriorityRun(Steps steps, Judge judge) {
        super(steps, judge);
    }

    /** One run; the judge hears of its end. */
    void run(SplittableRandom random) {
        begin();
        Arrays.fill(priority, 0);
        lowest = 0;
        int[] switches = new int[random.nextInt(MOST_SWITCHES + 1)];
        for (int i = 0; i < switches.length; i++) {
            switches[i] = random.nextInt(longest);
        }
        double chance = random.nextBoolean() ? 0.5 : 0.1;
        int shared = 0;
        while (!judge.isStopped()) {
            int t = next(random);
            if (t < 0) {
                end();
                break;
            }
            wake(t);
            int node = graph.cursor(t);
            StepKind kind = tree.kind(node);
            if (kind == StepKind.ERROR) {
                judge.error(graph, t);
                break;
            }
            if (kind == StepKind.CHOICE) {
                long alternatives = tree.value(node);
                long chosen = random.nextDouble() < chance ? random.nextLong(alternatives) : 0;
                steps.addChoice(graph, t, chosen);
            } else if (!step(t, kind)) {
                break;
            }
            if (isShared(kind) && isAt(switches, shared++)) {
                priority[t] = --lowest;
            }
            blocked(t);
        }
        longest = Math.max(longest, shared);
    }

    private static boolean isAt(int[] switches, int step) {
        for (int each : switches) {
            if (each == step) {
                return true;
            }
        }
        return false;
    }

    /** If the step was the last of an iteration that failed, the thread waits from its beginning on. */
    private void blocked(int t) {
        int node = graph.cursor(t);
        if (tree.kind(node) == StepKind.BLOCK && isWait(node)) {
            waits(t, node, 0);
        }
    }

    /** The thread of the highest priority that can go; a half-done exchange before all others. */
    private int next(SplittableRandom random) {
        int best = -1;
        for (int t = 0; t < graph.threads(); t++) {
            if (graph.cursor(t) == Graph.NONE || !canGo(t) || steps.isTimed(graph, t)) {
                continue;
            }
            if (tree.kind(graph.cursor(t)) == StepKind.RMW_WRITE) {
                return t;
            }
            if (t >= priority.length) {
                priority = Arrays.copyOf(priority, 2 * t);
            }
            if (priority[t] == 0) {
                priority[t] = 1 + random.nextInt(1 << 20);
            }
            if (best < 0 || priority[t] > priority[best]) {
                best = t;
            }
        }
        return best;
    }

    /** No thread can go on: those that wait look once more. */
    private void end() {
        for (int t = nextWaiting(); t >= 0; t = nextWaiting()) {
            wake(t);
            boolean goesOn = true;
            while (goesOn) { // until its iteration has failed again
                goesOn = again(t);
            }
        }
        judge.finished(graph);
    }

    private boolean again(int t) {
        StepKind kind = tree.kind(graph.cursor(t));
        return switch (kind) {
            case READ, RMW_READ, WRITE, RMW_WRITE, FENCE -> step(t, kind);
            case CHOICE -> {
                steps.addChoice(graph, t, 0);
                yield true;
            }
            default -> false;
        };
    }
}
