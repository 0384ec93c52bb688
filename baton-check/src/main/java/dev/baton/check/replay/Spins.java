package dev.baton.check.replay;

import dev.baton.check.event.AccessMode;
import dev.baton.check.event.BlockReason;
import dev.baton.check.event.Step;
import dev.baton.check.event.StepKind;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** How one thread gets through a loop that looks so many times and then gives up, without a copy of each look. */
final class Spins {
    /*
     * Overview. A turn that failed, with nothing changed but counters, is followed by silent ones: they run, and their
     * steps get the answers of the failed turn without being events. So the counters move as the code moves them. The
     * first turn in which the code does anything else, or in which a counter's comparison comes out otherwise, is a real
     * one again, from its beginning.
     *
     *   turn 1 real, failed | 2 .. n-1 silent | n real: it gives up
     *
     * Which turn that is shows only when it has begun. So the thread runs twice: once to find n, which is remembered, and
     * once more from its start with the answers that it already had.
     *
     * A turn that reads two places that others write may see a combination which no further turn can see. Then two
     * turns in a row must fail before the rest is silent. Decision 143 has the argument.
     */

    /** How a turn left the variables of its loop; {@code program.BranchRewriter} has the same numbers. */
    static final int DIFFERENT = 0;
    static final int SAME = 1;
    static final int COUNTED = 2;

    /** A counter that lets a thread spin longer than this is no give-up to wait for. */
    private static final int MOST_TURNS = 1 << 16;
    private static final int MOST_REMEMBERED = 1 << 16;

    /** Where a thread began to be silent: everything that it does until then follows from these. */
    private record Place(int loop, int events, long answers) {}

    /** The last turn of a loop that went round without acting. */
    private record Turn(int first, int end, int how, int outcomes) {}

    private final SimThread thread;
    private final SpinRules rules;
    private final Map<Place, Integer> silentTurns = new HashMap<>();
    private final Map<Integer, Turn> turns = new HashMap<>();
    /** How comparisons came out in the turns of a loop that acted and went round, since it last compared. */
    private final Map<Integer, Set<Integer>> acting = new HashMap<>();

    // What happened in this run, by event.
    private long[] answers = new long[64];
    private long[] places = new long[64];
    private long[] values = new long[64];
    private int[] kinds = new int[64];
    private long answersHash;

    private boolean silent;
    private Place place = new Place(0, 0, 0);
    private int outcomes;
    private int from;
    private int next;
    private int done;
    private int wanted;

    Spins(SimThread thread) {
        this.thread = thread;
        this.rules = thread.image.spins;
    }

    /** A run begins. */
    void reset() {
        turns.clear();
        acting.clear();
        answersHash = 0;
        silent = false;
        if (silentTurns.size() > MOST_REMEMBERED) {
            silentTurns.clear();
        }
    }

    boolean isSilent() {
        return silent;
    }

    long[] answersSoFar() {
        return Arrays.copyOf(answers, thread.events);
    }

    // ---- steps

    /** Notes a step that is about to become an event. */
    void step(Step step) {
        int at = thread.events;
        if (at == answers.length) {
            answers = Arrays.copyOf(answers, 2 * at);
            places = Arrays.copyOf(places, 2 * at);
            values = Arrays.copyOf(values, 2 * at);
            kinds = Arrays.copyOf(kinds, 2 * at);
        }
        kinds[at] = kind(step);
        places[at] = place(step);
        values[at] = step.value;
        boolean writes = step.kind == StepKind.WRITE || step.kind == StepKind.RMW_WRITE;
        if (writes && !rules.writers.wrote(step.location, thread.number)) {
            throw thread.fail(new BeginAnew());
        }
    }

    void answered(int at, long answer) {
        answers[at] = answer;
        answersHash = (answersHash ^ answer) * 0x9E3779B97F4A7C15L + at;
        answersHash ^= answersHash >>> 29;
    }

    /** The answer to a step of a silent turn: that of the turn which it repeats. */
    long silentAnswer(Step step) {
        if (next == place.events() || kinds[next] != kind(step) || places[next] != place(step)
                || values[next] != step.value) {
            deviates();
        }
        return answers[next++];
    }

    private static int kind(Step step) {
        return step.kind.ordinal() * AccessMode.values().length + step.mode.ordinal();
    }

    private static long place(Step step) {
        return (long) step.location << 32 | step.site;
    }

    /** This turn does something of its own: it must be a real one. Never returns. */
    void deviates() {
        remember();
        thread.runAgain();
    }

    /** As {@link #deviates}, where the thread is at its end and returns. */
    void remember() {
        silentTurns.put(place, done);
        silent = false;
    }

    // ---- turns

    /**
     * A turn of a loop with counters goes round.
     *
     * @param first the number of events when it began
     * @param acted it did something that others, or later turns, can see
     * @param compared it made every comparison of a counter that the loop has
     */
    void turn(int loop, int first, boolean acted, int how, int outcomes, boolean compared) {
        Turn before = turns.remove(loop);
        if (acted) {
            acting.computeIfAbsent(loop, key -> new HashSet<>()).add(outcomes);
            return;
        }
        if (thread.events == first) {
            return;
        }
        Turn turn = new Turn(first, thread.events, how, outcomes);
        boolean torn = readsOfOthers(turn) > 1;
        if (how == DIFFERENT) {
            if (torn || before != null && before.how() == DIFFERENT && isRepeated(before, turn)) {
                acting.computeIfAbsent(loop, key -> new HashSet<>()).add(outcomes);
            }
            turns.put(loop, turn);
        } else if (how == COUNTED && compared && rules.mayCut(loop, outcomes)) {
            boolean again = before != null && before.how() == COUNTED && before.outcomes() == outcomes;
            if (torn && !again) {
                turns.put(loop, turn);
            } else {
                fallSilent(loop, turn);
            }
        }
    }

    /** A loop is entered. */
    void entered(int loop) {
        turns.remove(loop);
        acting.remove(loop);
    }

    /** A turn compares a counter: if a turn before it acted, then it matters how many turns came before that one. */
    void compares(int loop) {
        Set<Integer> earlier = silent ? null : acting.remove(loop);
        if (earlier != null) {
            for (int outcomes : earlier) {
                if (rules.acts(loop, outcomes)) {
                    throw thread.fail(new BeginAnew());
                }
            }
        }
    }

    private int readsOfOthers(Turn turn) {
        int count = 0;
        for (int i = turn.first(); i < turn.end(); i++) {
            int kind = kinds[i] / AccessMode.values().length;
            if ((kind == StepKind.READ.ordinal() || kind == StepKind.RMW_READ.ordinal())
                    && !rules.writers.isOnlyOf((int) (places[i] >>> 32), thread.number)) {
                count++;
            }
        }
        return count;
    }

    private boolean isRepeated(Turn before, Turn turn) {
        int length = turn.end() - turn.first();
        if (before.end() != turn.first() || length != before.end() - before.first()) {
            return false;
        }
        for (int i = 0; i < length; i++) {
            int one = before.first() + i;
            int other = turn.first() + i;
            if (answers[one] != answers[other] || places[one] != places[other] || kinds[one] != kinds[other]) {
                return false;
            }
        }
        return true;
    }

    private void fallSilent(int loop, Turn turn) {
        place = new Place(loop, thread.events, answersHash);
        Integer known = silentTurns.get(place);
        if (known != null && known == 0) {
            return;
        }
        silent = true;
        outcomes = turn.outcomes();
        from = turn.first();
        next = from;
        done = 0;
        wanted = known == null ? MOST_TURNS : known;
    }

    /** A turn goes round while the thread is silent. */
    void silentTurn(int loop, boolean acted, int how, int came, int site) {
        if (loop != place.loop()) {
            return;
        }
        if (next != place.events() || how != COUNTED || acted || came != outcomes) {
            deviates();
        }
        next = from;
        if (++done == wanted) {
            silent = false;
            if (wanted == MOST_TURNS) {
                thread.block(BlockReason.BOUND, from, site);
            }
        }
    }
}
