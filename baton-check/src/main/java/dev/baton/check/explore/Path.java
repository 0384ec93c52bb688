package dev.baton.check.explore;

import java.util.Arrays;

/** Where a search is: the decisions from the root to its graph, as {@link Prefix} writes them. */
final class Path {
    private int[] decisions = new int[256];
    private int size;

    int size() {
        return size;
    }

    void add(int decision) {
        if (size == decisions.length) {
            decisions = Arrays.copyOf(decisions, 2 * size);
        }
        decisions[size++] = decision;
    }

    /** Goes back to where it had this size. */
    void cut(int to) {
        size = to;
    }

    void copyFrom(Prefix prefix) {
        size = 0;
        for (int i = 0; i < prefix.length(); i++) {
            add(prefix.decision(i));
        }
    }

    /** The place with a graph of so many events. */
    Prefix at(int events) {
        return new Prefix(Arrays.copyOf(decisions, size), events);
    }
}
