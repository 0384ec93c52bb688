package dev.baton.check.explore;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The places of a search at which a program learned something of itself that later executions depend on, in the order in
 * which it did: another thread that is started, a second writer of a place. A search that goes on in another process first
 * goes through these places once more, so that the program knows there what it knew here. Survives that a search
 * begins anew.
 */
public final class Lessons {
    private final Queue<Prefix> toLearn;
    private final List<Prefix> learned = new ArrayList<>();
    private final Set<Prefix> known = new HashSet<>();
    private boolean isSearching;
    private @Nullable Prefix violated;
    /** The last lesson ends the search, which begins anew with it: what others learn meanwhile comes before. */
    private boolean isOver;

    /** Lessons of an earlier search, to be learned first. */
    public Lessons(List<Prefix> earlier) {
        this.toLearn = new ArrayDeque<>(earlier);
    }

    /** Another search begins. */
    synchronized void begin() {
        isOver = false;
    }

    /** What was learned here ends the search. */
    synchronized void end(Prefix place) {
        if (!isOver) {
            learned.add(place);
            known.add(place);
            isOver = true;
        }
    }

    /** Something was learned here. */
    synchronized void add(Prefix place) {
        if (!known.add(place)) {
            return;
        }
        if (isOver) {
            learned.add(learned.size() - 1, place);
            return;
        }
        if (!learned.isEmpty() && isOnTheWay(learned.getLast(), place)) {
            learned.removeLast();
        }
        learned.add(place);
    }

    /** Whoever goes to the one goes through the other, so that its steps and their alternatives are seen. */
    private static boolean isOnTheWay(Prefix earlier, Prefix later) {
        return earlier.length() == later.length() && earlier.size() < later.size()
                && earlier.shared(later) == earlier.length();
    }

    /** The next one to learn; null if there is none left. */
    synchronized @Nullable Prefix next() {
        Prefix next = toLearn.poll();
        isSearching = next == null;
        if (next != null && known.add(next)) {
            learned.add(next);
        }
        return next;
    }

    /** Whether all lessons are learned, and the search itself has begun. */
    public synchronized boolean isSearching() {
        return isSearching;
    }

    /** The first violation was met in the step that follows here. */
    synchronized void violatedAt(Prefix place) {
        if (violated == null) {
            violated = place;
        }
    }

    /** {@return the place whose next step leads to the first violation; null if there is none} */
    public synchronized @Nullable Prefix violated() {
        return violated;
    }

    /** {@return all places, in their order} */
    public synchronized List<Prefix> learned() {
        return List.copyOf(learned);
    }
}
