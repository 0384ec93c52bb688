package dev.baton.check.replay;

import dev.baton.check.event.AccessMode;
import dev.baton.check.event.BlockReason;
import dev.baton.check.event.Step;
import dev.baton.check.event.StepKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
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
     * Not every failed turn can be repeated: one that reads two places may see a combination which no further turn can see,
     * and the fences of further turns may order what they saw. So a turn is repeated for real, so often that all order
     * among turns shows (FailedTurns). If these turns saw the very same writes, any number of turns in between would
     * have seen them too, and the rest is silent. If not, the turns go on for real:
     *
     *   turn 1 | 2 saw the same | 3 .. n-1 silent | n real
     *   turn 1 | 2 unlike 1 | 3 unlike 1, 2 | .. | n real
     *
     * If turns of the second kind turn out to repeat one of them, the run is cut off: without the other turns it is one of the
     * first kind. Decision 170 has the argument.
     */

    /** How a turn left the variables of its loop; {@code program.BranchRewriter} has the same numbers. */
    static final int DIFFERENT = 0;
    static final int SAME = 1;
    static final int COUNTED = 2;

    /** A counter that lets a thread spin longer than this is no give-up to wait for. */
    private static final int MOST_TURNS = 1 << 16;
    private static final int MOST_REMEMBERED = 1 << 16;
    private static final StepKind[] KINDS = StepKind.values();
    private static final int MODES = AccessMode.values().length;

    /** Where a thread began to be silent: everything that it does until then follows from these. */
    private record Place(int loop, int events, long answers) {}

    /** The last turn of a loop that went round without acting. */
    record Turn(int first, int end, int how, int outcomes) {}

    private final SimThread thread;
    private final SpinRules rules;
    private final Map<Place, Integer> silentTurns = new HashMap<>();
    private final Map<Integer, Turn> turns = new HashMap<>();
    /** The turns of a loop that failed in a row and compared alike. */
    private final Map<Integer, FailedTurns> failed = new HashMap<>();
    /** How comparisons came out in the turns of a loop that acted and went round, since it last compared. */
    private final Map<Integer, Set<Integer>> acting = new HashMap<>();

    // What happened in this run, by event.
    private long[] answers = new long[64];
    private long[] places = new long[64];
    private long[] values = new long[64];
    private int[] kinds = new int[64];
    private long answersHash;
    /** Answers to what is no event: the number of events before each, and the answer. */
    private final List<long[]> asides = new ArrayList<>();

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
        failed.clear();
        acting.clear();
        asides.clear();
        answersHash = 0;
        silent = false;
        if (silentTurns.size() > MOST_REMEMBERED) {
            silentTurns.clear();
        }
    }

    boolean isSilent() {
        return silent;
    }

    /** All answers of this run in their order. */
    long[] answersSoFar() {
        long[] all = new long[thread.events + asides.size()];
        int count = 0;
        int aside = 0;
        for (int at = 0; at <= thread.events; at++) {
            while (aside < asides.size() && asides.get(aside)[0] == at) {
                all[count++] = asides.get(aside++)[1];
            }
            if (at < thread.events) {
                all[count++] = answers[at];
            }
        }
        return all;
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
        mix(at, answer);
    }

    /** Notes the answer to what is no event. */
    void answeredAside(long answer) {
        asides.add(new long[]{thread.events, answer});
        mix(thread.events, answer);
    }

    private void mix(int at, long answer) {
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

    /** The next step of the turn that is repeated was at this place. */
    boolean expects(int location) {
        return next < place.events() && (int) (places[next] >>> 32) == location;
    }

    private static int kind(Step step) {
        return step.kind.ordinal() * MODES + step.mode.ordinal();
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
    void turn(int loop, int first, boolean acted, int how, int outcomes, boolean compared, int site) {
        Turn before = turns.remove(loop);
        FailedTurns earlier = failed.remove(loop);
        if (acted) {
            acting.computeIfAbsent(loop, key -> new HashSet<>()).add(outcomes);
            return;
        }
        if (thread.events == first) {
            return;
        }
        Turn turn = new Turn(first, thread.events, how, outcomes);
        if (how == DIFFERENT) {
            if (readsOfOthers(turn) > 1 || before != null && hasSameAnswers(before, turn)) {
                acting.computeIfAbsent(loop, key -> new HashSet<>()).add(outcomes);
            }
            turns.put(loop, turn);
        } else if (how == COUNTED && compared && rules.mayCut(loop, outcomes)) {
            fails(loop, turn,
                    earlier != null && earlier.outcomes() == outcomes ? earlier : new FailedTurns(thread, outcomes),
                    site);
        }
    }

    private void fails(int loop, Turn turn, FailedTurns earlier, int site) {
        int alike = earlier.add(turn);
        if (alike < FailedTurns.enough(turn, this)) {
            failed.put(loop, earlier);
        } else if (alike == earlier.count()) {
            fallSilent(loop, turn);
        } else {
            thread.block(BlockReason.ASSUME, turn.first(), site);
        }
    }

    // ---- what a turn did

    StepKind kind(int event) {
        return KINDS[kinds[event] / MODES];
    }

    AccessMode mode(int event) {
        return AccessMode.of(kinds[event] % MODES);
    }

    /** How many reads of places that other threads write. */
    int readsOfOthers(Turn turn) {
        int count = 0;
        for (int i = turn.first(); i < turn.end(); i++) {
            StepKind kind = kind(i);
            if ((kind == StepKind.READ || kind == StepKind.RMW_READ)
                    && !rules.writers.isOnlyOf((int) (places[i] >>> 32), thread.number)) {
                count++;
            }
        }
        return count;
    }

    /** A loop is entered. */
    void entered(int loop) {
        turns.remove(loop);
        failed.remove(loop);
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

    /** The two made the same steps and got the same answers, though not by the same writes perhaps. */
    boolean hasSameAnswers(Turn before, Turn turn) {
        int length = turn.end() - turn.first();
        if (length != before.end() - before.first()) {
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
