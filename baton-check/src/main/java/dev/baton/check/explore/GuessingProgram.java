package dev.baton.check.explore;

import dev.baton.check.event.AccessMode;
import dev.baton.check.event.Step;
import dev.baton.check.event.StepKind;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A program in which a read may go before the write that it sees: before the read comes a choice, to read as usual or to
 * guess one of the values that others write. A guess is no read. Whether a write bears it out is found when the
 * execution is finished.
 */
final class GuessingProgram implements StepSource {
    /*
     * Overview. The threads are those of the program inside, with choices put in between:
     *
     *   inside         READ x ── v ──▶ …
     *   here           CHOICE ── 0 ──▶ READ x ── v ──▶ …
     *                         ── k ──▶ …                    inside, the answer is the k-th value for x
     *
     * The half of a read-modify-write that writes is a write of its own after a guess; it is marked, as the choices are. Numbers of events that
     * the program inside names are translated. A question about the thread's own past that a guess has a part in is a
     * choice too, since its answer is not known yet.
     */

    /** The site of a choice that may be a guess. */
    static final int GUESS = -2;
    /** The site of a choice that is the answer to a question about the thread's own past. */
    static final int QUESTION = -3;

    /** Where a thread is: the events that it has made, inside and here. */
    private static final class Position {
        /** Of each event inside, the number here of its first event. */
        final List<Integer> first = new ArrayList<>();
        /** Of each event inside, the number here of the event itself, or -1 if it was guessed. */
        final List<Integer> own = new ArrayList<>();
        int length;
        boolean begun;
        /** The last step was a choice before this read. */
        boolean asksToGuess;
        boolean asksQuestion;
        boolean afterGuess;
        /** The last step was a read that was not guessed. */
        boolean declined;
        StepKind last = StepKind.END;
        final Step read = new Step();
    }

    private final StepSource inside;
    private final EarlyReads early;
    private final List<Position> positions = new ArrayList<>();

    GuessingProgram(StepSource inside, EarlyReads early) {
        this.inside = inside;
        this.early = early;
    }

    @Override
    public int mainThread() {
        return inside.mainThread();
    }

    @Override
    public void reset() {
        inside.reset();
        positions.clear();
    }

    @Override
    public long initialValue(int location) {
        return inside.initialValue(location);
    }

    @Override
    public String describeSite(int site) {
        return site < 0 ? "" : inside.describeSite(site);
    }

    @Override
    public void advance(int thread, long answer, Step into) {
        while (positions.size() <= thread) {
            positions.add(new Position());
        }
        Position position = positions.get(thread);
        position.afterGuess = false;
        if (!position.begun) {
            position.begun = true;
            inside.advance(thread, 0, into);
        } else if (position.asksToGuess) {
            position.asksToGuess = false;
            position.length++;
            if (answer == 0) {
                copyRead(position.read, into);
                position.declined = true;
                position.last = into.kind;
                return;
            }
            position.first.add(position.length - 1);
            position.own.add(-1);
            position.afterGuess = true;
            inside.advance(thread, early.values(thread, position.read.location).get((int) answer - 1), into);
        } else if (position.asksQuestion) {
            position.asksQuestion = false;
            position.length++;
            inside.advance(thread, answer, into);
        } else {
            if (!OwnPast.isAsked(position.last)) {
                position.own.add(position.length);
                position.first.add(position.length - (position.declined ? 1 : 0));
                position.length++;
            }
            inside.advance(thread, answer, into);
        }
        position.declined = false;
        disguise(thread, position, into);
        position.last = into.kind;
    }

    private void disguise(int thread, Position position, Step into) {
        into.needs = translated(position, into.needs);
        into.uses = translated(position, into.uses);
        switch (into.kind) {
            case READ, RMW_READ -> {
                boolean mayGuess = !into.last && early.has(thread, into.location) && !into.mode.acquires()
                        && (into.kind == StepKind.READ || !into.failureMode.acquires());
                int values = mayGuess ? early.values(thread, into.location).size() : 0;
                if (values > 0) {
                    copyRead(into, position.read);
                    position.asksToGuess = true;
                    into.choice(values + 1).at(GUESS);
                }
            }
            case RMW_WRITE -> {
                if (position.afterGuess) {
                    AccessMode mode = into.mode;
                    int site = into.site;
                    int[] needs = into.needs;
                    int[] uses = into.uses;
                    into.write(into.location, mode, into.value).at(site);
                    into.needs = needs;
                    into.uses = uses;
                    into.mayStay = true;
                }
            }
            case BLOCK, EXPIRE -> into.value = translated(position.first, position, into.value);
            case INITIAL -> {
                if (position.own.get((int) into.value) < 0) {
                    inside.advance(thread, 0, into);
                    disguise(thread, position, into);
                } else {
                    into.value = position.own.get((int) into.value);
                }
            }
            case REPEATED -> repeated(position, into);
            default -> {
            }
        }
    }

    private static void repeated(Position position, Step into) {
        if (position.own.subList(into.location, position.own.size()).contains(-1)) {
            position.asksQuestion = true;
            into.choice(2).at(QUESTION);
        } else {
            into.repeated(translated(position.first, position, into.location),
                    translated(position.first, position, into.value));
        }
    }

    /** The events that were not guessed, by their numbers here. */
    private static int[] translated(Position position, int[] events) {
        return events.length == 0
                ? events
                : IntStream.of(events).map(position.own::get).filter(number -> number >= 0).toArray();
    }

    private static int translated(List<Integer> numbers, Position position, long event) {
        return event < numbers.size() ? numbers.get((int) Math.max(0, event)) : position.length;
    }

    private static void copyRead(Step from, Step to) {
        if (from.kind == StepKind.RMW_READ) {
            to.rmwRead(from.location, from.mode, from.failureMode).at(from.site);
        } else {
            to.read(from.location, from.mode).at(from.site);
        }
    }
}
