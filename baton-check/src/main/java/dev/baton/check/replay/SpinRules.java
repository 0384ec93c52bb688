package dev.baton.check.replay;

import dev.baton.check.event.SearchThread;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Which turns of which loops may be cut short, as far as any execution has shown. Turns are told apart by how the
 * comparisons of the loop's counters came out in them. If a turn acts, and goes round, then the number of turns before it
 * matters, and turns that compare alike must all be run.
 */
final class SpinRules {
    private static final class Known {
        final List<Integer> cut = new ArrayList<>();
        final List<Integer> acting = new ArrayList<>();
    }

    final Writers writers = new Writers();
    private final Map<Integer, Known> loops = new ConcurrentHashMap<>();

    /** Whether a failed turn with these outcomes may stand for all that follow; they are then not run. */
    boolean mayCut(int loop, int outcomes) {
        Known known = known(loop);
        synchronized (known) {
            if (known.acting.stream().anyMatch(acting -> isAlike(acting, outcomes))) {
                return false;
            }
            if (!known.cut.contains(outcomes)) {
                known.cut.add(outcomes);
            }
            return true;
        }
    }

    /** Notes that a turn with these outcomes acted and went round; true if turns like it have been cut: begin anew. */
    boolean acts(int loop, int outcomes) {
        Known known = known(loop);
        synchronized (known) {
            if (!known.acting.contains(outcomes)) {
                known.acting.add(outcomes);
                SearchThread.learned();
            }
            return known.cut.removeIf(cut -> isAlike(outcomes, cut));
        }
    }

    /** A turn that compared less, or the same, with the same outcomes. */
    private static boolean isAlike(int acting, int cut) {
        return (acting & ~cut) == 0;
    }

    private Known known(int loop) {
        return loops.computeIfAbsent(loop, key -> new Known());
    }
}
