package dev.baton.check.spec;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Looks for a sequential order of the calls of a history that gives their results. */
final class SequentialOrder {
    /*
     * Overview. Wing and Gong's search: take one of the calls before which all that must come earlier was taken, make it on
     * the sequential object, go on if it has the result that it had. What was tried from one set of calls in one state is
     * not tried again (Lowe): the calls that are left and the state tell the rest.
     *
     * A call that has to wait either leaves no trace, and is taken later, or makes a request, which the state remembers. A
     * request is complete when a later call serves it; a call that may come only after the end of another waits for that,
     * one that may come only after its request does not.
     *
     * A call that gave up is taken where it has to wait, without effect, or makes its request and takes it back. One that was
     * interrupted may give up anywhere.
     *
     * A call that has made its request leaves a trace only if the specification answers by futures. If it says that callers
     * wait without order, calls that begin after the request may be taken first. How many of them is bounded by the
     * operation: they are those that are complete while the call is not, so the set of complete calls tells.
     *
     * A call that never ends must have to wait in the end: a request that was served, or a state in which it need not wait, is
     * a wake-up that was lost.
     */
    private static final String INTERRUPTED = "InterruptedException";

    private final History history;
    private final SequentialStates states;
    private final ResultTexts texts;
    private final boolean bounded;
    /** The call whose result does not matter, or -1; the results that it could have had. */
    private final int free;
    private final Set<String> possible = new TreeSet<>();
    private final Set<Position> tried = new HashSet<>();

    /** Where a search stands; {@code waiting} has a pair of ticket and call for each request that waits. */
    private record Position(SequentialStates.State state, long taken, long complete, List<Waiting> waiting) {}

    private record Waiting(int ticket, int call) {}

    private SequentialOrder(History history, SequentialStates states, ResultTexts texts, int free, boolean bounded) {
        this.bounded = bounded;
        this.history = history;
        this.states = states;
        this.texts = texts;
        this.free = free;
    }

    /** Whether there is one, from a state on. */
    static boolean explains(History history, SequentialStates states, SequentialStates.State first,
            ResultTexts texts) {
        return new SequentialOrder(history, states, texts, -1, true).search(new Position(first, 0, 0, List.of()));
    }

    /** The same, though calls may be overtaken by any number of others. */
    static boolean explainsOvertaken(History history, SequentialStates states, SequentialStates.State first,
            ResultTexts texts) {
        return new SequentialOrder(history, states, texts, -1, false).search(new Position(first, 0, 0, List.of()));
    }

    /** The results that a call could have had beside the results of the others. */
    static Set<String> allowed(int call, History history, SequentialStates states, SequentialStates.State first,
            ResultTexts texts) {
        SequentialOrder order = new SequentialOrder(history, states, texts, call, true);
        int[] results = {SequentialStates.WAITS};
        order.collect(new Position(first, 0, 0, List.of()), results);
        return order.possible;
    }

    private boolean search(Position at) {
        if (!tried.add(at) || isOvertaken(at)) {
            return false;
        }
        if (isEnd(at)) {
            return true;
        }
        for (Position next : next(at)) {
            if (search(next)) {
                return true;
            }
        }
        return false;
    }

    /** The same, to the end of every order; the free call keeps the result that it found. */
    private void collect(Position at, int[] found) {
        if (isOvertaken(at)) {
            return;
        }
        if (isEnd(at)) {
            possible.add(found[0] < 0 ? "no result" : texts.text(found[0]));
            return;
        }
        for (int call = 0; call < history.size(); call++) {
            if (!mayBeTaken(at, call)) {
                continue;
            }
            if (call == free) {
                SequentialStates.Step step = states.step(at.state, history.calls.get(call));
                if (step.result() >= 0) {
                    int before = found[0];
                    found[0] = step.result();
                    Position next = after(at, step, call, true);
                    if (next != null) {
                        collect(next, found);
                    }
                    found[0] = before;
                }
            } else {
                List<Position> into = new ArrayList<>();
                take(at, call, into);
                into.forEach(next -> collect(next, found));
            }
        }
    }

    private boolean isEnd(Position at) {
        for (int call = 0; call < history.size(); call++) {
            boolean isTaken = (at.taken >>> call & 1) != 0;
            boolean isComplete = (at.complete >>> call & 1) != 0;
            if (history.results[call] != History.PENDING || call == free) {
                if (!isComplete) {
                    return false;
                }
            } else if (isComplete || !isTaken
                    && states.step(at.state, history.calls.get(call)).result() != SequentialStates.WAITS) {
                return false;
            }
        }
        return true;
    }

    private List<Position> next(Position at) {
        List<Position> next = new ArrayList<>();
        for (int call = 0; call < history.size(); call++) {
            if (mayBeTaken(at, call)) {
                take(at, call, next);
            }
        }
        for (Waiting each : at.waiting) {
            if (history.isAborted(each.call, texts)) {
                SequentialStates.Step step = states.giveUp(at.state, each.ticket);
                Position gone = after(new Position(at.state, at.taken, at.complete, without(at, each)), step,
                        each.call, true);
                if (gone != null) {
                    next.add(gone);
                }
            }
        }
        return next;
    }

    private boolean mayBeTaken(Position at, int call) {
        if ((at.taken >>> call & 1) != 0 || (history.ended[call] & ~at.complete) != 0) {
            return false;
        }
        long earlier = history.requested[call] & ~at.taken;
        for (int other = 0; earlier >>> other != 0; other++) {
            if ((earlier >>> other & 1) != 0 && states.keepsRequests(at.state, history.calls.get(other))) {
                return false;
            }
        }
        return true;
    }

    /** Whether more calls than may are complete though they began after the request of one that is not. */
    private boolean isOvertaken(Position at) {
        for (int call = 0; bounded && call < history.size(); call++) {
            int most = history.calls.get(call).operation().overtaken();
            if (most == CallKind.UNBOUNDED || (at.complete >>> call & 1) != 0) {
                continue;
            }
            int passed = 0;
            for (int other = 0; other < history.size(); other++) {
                if ((at.complete >>> other & 1) != 0 && (history.requested[other] >>> call & 1) != 0
                        && history.calls.get(other).operation().overtaken() != CallKind.UNBOUNDED
                        && !history.isAborted(other, texts)) {
                    passed++;
                }
            }
            if (passed > most) {
                return true;
            }
        }
        return false;
    }

    private void take(Position at, int call, List<Position> into) {
        boolean isAborted = history.isAborted(call, texts);
        SequentialStates.Step step = states.step(at.state, history.calls.get(call));
        boolean anywhere = isAborted && texts.text(history.results[call]).equals(INTERRUPTED);
        if (isAborted && step.result() == SequentialStates.WAITS || anywhere) {
            into.add(new Position(at.state, at.taken | 1L << call, at.complete | 1L << call, at.waiting));
        }
        if (step.result() == SequentialStates.WAITS) {
            return;
        }
        boolean fits = step.result() == SequentialStates.REQUESTED || step.result() == history.results[call];
        Position next = fits ? after(at, step, call, step.result() >= 0) : null;
        if (next != null) {
            into.add(next);
        }
    }

    /** The position after a step of a call; null if a request was served with a result that the call did not have. */
    private @Nullable Position after(Position at, SequentialStates.Step step, int call,
            boolean complete) {
        List<Waiting> waiting = new ArrayList<>(at.waiting);
        long done = complete ? at.complete | 1L << call : at.complete;
        if (!complete) {
            waiting.add(new Waiting(step.ticket(), call));
        }
        for (Waiting each : List.copyOf(waiting)) {
            Integer result = step.served().get(each.ticket);
            if (result != null) {
                if (history.results[each.call] != result && each.call != free) {
                    return null;
                }
                done |= 1L << each.call;
                waiting.remove(each);
            }
        }
        return new Position(step.next(), at.taken | 1L << call, done, List.copyOf(waiting));
    }

    private static List<Waiting> without(Position at, Waiting gone) {
        return at.waiting.stream().filter(each -> !each.equals(gone)).toList();
    }
}
