package dev.baton.check.replay;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Classes whose static initializers need each other. Two threads that are the first to need two of them can wait for each
 * other for good: each holds the class that it initializes. Since an initializer runs once, before everything, that
 * is never explored, and such a check is refused.
 */
final class InitializerCircles {
    /** What the initializers that threads ran need, and each class its superclasses. */
    private final Map<Class<?>, Set<Class<?>>> needs = new LinkedHashMap<>();
    private final Set<Class<?>> inCircle = new LinkedHashSet<>();
    private final List<Entry> entries = new ArrayList<>();
    private volatile boolean watching;

    /** A class of a circle that a thread needs while it initializes none of them. */
    private record Entry(int thread, Class<?> type) {
        private static final int ANY_THREAD = -1;

        boolean mayMeet(Entry other) {
            return type != other.type && (thread != other.thread || thread == ANY_THREAD);
        }
    }

    /** There is a circle: what threads need has to be told. */
    boolean isWatching() {
        return watching;
    }

    /**
     * The initializer of a class needs another class.
     *
     * @return whether this closes the first circle: what threads did so far is not known
     */
    synchronized boolean needs(Class<?> initialized, Class<?> needed) {
        if (initialized == needed || !add(initialized, needed)) {
            return false;
        }
        addSuperclasses(needed);
        boolean first = !watching;
        for (Class<?> type : List.copyOf(needs.keySet())) {
            if (!inCircle.contains(type) && reaches(type).contains(type)) {
                inCircle.add(type);
                watching = true;
            }
        }
        return first && watching;
    }

    private boolean add(Class<?> from, Class<?> to) {
        return needs.computeIfAbsent(from, key -> new LinkedHashSet<>()).add(to);
    }

    private void addSuperclasses(Class<?> type) {
        Class<?> parent = type.getSuperclass();
        if (parent != null && Tagged.class.isAssignableFrom(parent) && add(type, parent)) {
            addSuperclasses(parent);
        }
    }

    private Set<Class<?>> reaches(Class<?> start) {
        Set<Class<?>> reached = new HashSet<>();
        Deque<Class<?>> rest = new ArrayDeque<>(needs.getOrDefault(start, Set.of()));
        while (!rest.isEmpty()) {
            Class<?> next = rest.pop();
            if (reached.add(next)) {
                rest.addAll(needs.getOrDefault(next, Set.of()));
            }
        }
        return reached;
    }

    /** A class is initialized that nobody was seen to need: by reflection, in whatever thread. */
    synchronized void found(Class<?> type) {
        Entry entry = new Entry(Entry.ANY_THREAD, type);
        if (!entries.contains(entry)) {
            entries.add(entry);
        }
    }

    /** An initializer that is in no circle needs a class: whichever thread runs it. */
    synchronized @Nullable String enters(Class<?> initialized, Class<?> needed) {
        return inCircle.contains(initialized) ? null : enters(Entry.ANY_THREAD, needed);
    }

    /** A thread needs a class; a sentence if it and another thread can wait for each other. */
    synchronized @Nullable String enters(int thread, Class<?> needed) {
        Class<?> type = needed;
        while (type != null && !inCircle.contains(type)) {
            type = type.getSuperclass();
        }
        if (type == null) {
            return null;
        }
        Entry entry = new Entry(thread, type);
        if (!entries.contains(entry)) {
            entries.add(entry);
        }
        for (Entry other : entries) {
            if (entry.mayMeet(other) && reaches(type).contains(other.type) && reaches(other.type).contains(type)) {
                return "the static initializers of " + other.type.getName() + " and " + type.getName()
                        + " need each other, and two threads that are the first to need them can wait for each other"
                        + " for good: let the set-up use the classes first";
            }
        }
        return null;
    }
}
