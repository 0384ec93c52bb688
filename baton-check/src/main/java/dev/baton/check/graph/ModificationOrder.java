package dev.baton.check.graph;

import static dev.baton.check.graph.Execution.INIT;
import static dev.baton.check.graph.Graph.NONE;

import java.util.Arrays;

/**
 * The writes of each location in modification order, as a list linked both ways. A write that was added but not placed
 * is in no list.
 */
final class ModificationOrder {
    private static final int UNPLACED = -3;

    int[] before = new int[64];
    int[] after = new int[64];
    private int[] first = new int[16];
    private int[] last = new int[16];

    ModificationOrder() {
        Arrays.fill(first, NONE);
        Arrays.fill(last, NONE);
    }

    /** The first write of a location, or {@link Graph#NONE}. */
    int first(int location) {
        return location < first.length ? first[location] : NONE;
    }

    /** The last write of a location, or INIT. */
    int last(int location) {
        int write = location < last.length ? last[location] : NONE;
        return write == NONE ? INIT : write;
    }

    /** Adds a write that has no place yet. */
    void add(int write) {
        before[write] = UNPLACED;
        after[write] = NONE;
    }

    boolean isPlaced(int write) {
        return before[write] != UNPLACED;
    }

    /** Puts a write directly after {@code earlier}, which may be INIT. */
    void place(int write, int location, int earlier) {
        int later = earlier == INIT ? first[location] : after[earlier];
        before[write] = earlier;
        after[write] = later;
        if (earlier == INIT) {
            first[location] = write;
        } else {
            after[earlier] = write;
        }
        if (later == NONE) {
            last[location] = write;
        } else {
            before[later] = write;
        }
    }

    void displace(int write, int location) {
        int earlier = before[write];
        int later = after[write];
        if (earlier == INIT) {
            first[location] = later;
        } else {
            after[earlier] = later;
        }
        if (later == NONE) {
            last[location] = earlier == INIT ? NONE : earlier;
        } else {
            before[later] = earlier;
        }
        add(write);
    }

    /**
     * Gives a write the neighbours that remain of those it had as {@code old} in {@code source}.
     *
     * @param renumbered the new number of each old write, or {@link Graph#NONE} if it is gone
     */
    void copy(ModificationOrder source, int[] renumbered, int old, int location) {
        int write = renumbered[old];
        if (!source.isPlaced(old)) {
            add(write);
            return;
        }
        int earlier = source.before[old];
        while (earlier != INIT && renumbered[earlier] == NONE) {
            earlier = source.before[earlier];
        }
        int later = source.after[old];
        while (later != NONE && renumbered[later] == NONE) {
            later = source.after[later];
        }
        before[write] = earlier == INIT ? INIT : renumbered[earlier];
        after[write] = later == NONE ? NONE : renumbered[later];
        if (earlier == INIT) {
            first[location] = write;
        }
        if (later == NONE) {
            last[location] = write;
        }
    }

    /** Forgets all writes of a location. */
    void clear(int location) {
        first[location] = NONE;
        last[location] = NONE;
    }

    /** Makes room for so many events. */
    void ensureEvents(int events) {
        before = Arrays.copyOf(before, events);
        after = Arrays.copyOf(after, events);
    }

    /** Makes room for so many locations. */
    void ensureLocations(int locations) {
        int had = first.length;
        first = Arrays.copyOf(first, locations);
        last = Arrays.copyOf(last, locations);
        Arrays.fill(first, had, locations, NONE);
        Arrays.fill(last, had, locations, NONE);
    }
}
