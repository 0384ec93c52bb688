package dev.baton.check.replay;

import dev.baton.check.event.StepKind;
import dev.baton.check.replay.Spins.Turn;
import java.util.ArrayList;
import java.util.List;

/** Turns of a loop that failed in a row and compared alike, by what they saw. */
final class FailedTurns {
    private final SimThread thread;
    private final int outcomes;
    private final List<Turn> unlike = new ArrayList<>();
    /** How many turns saw the same as the one in {@link #unlike}. */
    private final List<Integer> alike = new ArrayList<>();
    private int count;

    FailedTurns(SimThread thread, int outcomes) {
        this.thread = thread;
        this.outcomes = outcomes;
    }

    /** How the comparisons of the loop's counters came out in these turns. */
    int outcomes() {
        return outcomes;
    }

    int count() {
        return count;
    }

    /** Adds a turn; returns how many turns, with this one, saw the same writes. */
    int add(Turn turn) {
        count++;
        for (int i = 0; i < unlike.size(); i++) {
            if (sawTheSame(unlike.get(i), turn)) {
                alike.set(i, alike.get(i) + 1);
                return alike.get(i);
            }
        }
        unlike.add(turn);
        alike.add(1);
        return 1;
    }

    /** Who left a monitor that the turns enter first does not matter: it was free. */
    private boolean sawTheSame(Turn earlier, Turn later) {
        if (!thread.spins.hasSameAnswers(earlier, later)) {
            return false;
        }
        int entry = entersAtOnce(later, thread.spins) ? 2 : 0;
        return thread.repeats(earlier.first() + entry, later.first() + entry);
    }

    /**
     * How many turns that saw the same stand for any number of them.
     *
     * <p>Turns that read one place can be repeated. Where they read two, a second turn shows that what the first one saw
     * last does not exclude what it saw first. A fence may order what a turn read with what the turn after the next one
     * reads. A write, by an exchange or to a monitor, may be read by the next turn; that orders what is before the write with
     * what is behind this read.
     */
    static int enough(Turn turn, Spins spins) {
        boolean fences = false;
        boolean writes = false;
        for (int i = turn.first(); i < turn.end(); i++) {
            fences |= spins.kind(i) == StepKind.FENCE;
            writes |= isWrite(spins.kind(i));
        }
        int turns = Math.min(2, spins.readsOfOthers(turn)) + (fences ? 1 : 0);
        if (writes) {
            turns += 2 - (entersAtOnce(turn, spins) ? 1 : 0) - (isWrite(spins.kind(turn.end() - 1)) ? 1 : 0);
        }
        return Math.max(1, turns);
    }

    private static boolean isWrite(StepKind kind) {
        return kind == StepKind.WRITE || kind == StepKind.RMW_WRITE;
    }

    /** The turn begins with entering a monitor, or with an exchange that acquires. */
    private static boolean entersAtOnce(Turn turn, Spins spins) {
        int first = turn.first();
        return turn.end() - first > 1 && spins.kind(first) == StepKind.RMW_READ
                && spins.kind(first + 1) == StepKind.RMW_WRITE && spins.mode(first).acquires();
    }
}
