package dev.baton.check.explore;

import java.util.Arrays;

/**
 * A subtree of a search that can be written down: the decisions that lead from the root to it, and how many events its
 * graph has. Means the same in every run of the same program, under the same model and with the same settings, on any
 * machine. The root is the prefix without decisions.
 */
/*
 * A decision is one number, and there is one only where there was more than one way to go on:
 *   read    the event it reads from, + 1; 0 for the initial value
 *   write   2 * (the event it comes after in modification order, + 1); or 2 * a read + 1, if it revisits that read, and
 *           then, as a decision of its own, the event in what remains that it comes after, + 1
 *   choice  the alternative
 *   expiry  the thread whose wait expires
 * Steps after the last decision that leave no choice are made until the graph has its size.
 */
public final class Prefix {
    /** The whole search. */
    public static final Prefix ROOT = new Prefix(new int[0], 0);

    /** The size of a graph that is not known before. */
    static final int AFTER_LAST = -1;

    private final int[] decisions;
    private final int size;

    /**
     * @param decisions from the root on
     * @param size      the number of events in the graph
     */
    public Prefix(int[] decisions, int size) {
        this.decisions = decisions.clone();
        this.size = size;
    }

    /** {@return the place at which the first decisions, so many of them, have just been made} */
    Prefix cut(int to) {
        return new Prefix(Arrays.copyOf(decisions, to), AFTER_LAST);
    }

    /** {@return how many decisions lead to it} */
    public int length() {
        return decisions.length;
    }

    /** {@return one of the decisions} */
    public int decision(int index) {
        return decisions[index];
    }

    /** {@return the number of events in the graph} */
    public int size() {
        return size;
    }

    /** {@return how many decisions the two have in common} */
    public int shared(Prefix other) {
        int mismatch = Arrays.mismatch(decisions, other.decisions);
        return mismatch < 0 ? decisions.length : mismatch;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Prefix prefix && prefix.size == size && Arrays.equals(prefix.decisions, decisions);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(decisions) + size;
    }

    @Override
    public String toString() {
        return Arrays.toString(decisions) + " to " + size + " events";
    }
}
