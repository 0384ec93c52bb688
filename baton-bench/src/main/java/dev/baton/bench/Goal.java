package dev.baton.bench;

import java.util.function.Predicate;

/** What a suite promises; the report says whether it was kept. */
public sealed interface Goal {
    /** What people read. */
    String text();

    /**
     * Baton against one peer. Each such goal makes the headline ratios of its suite.
     *
     * @param text  what people read
     * @param peer  the peer's id
     * @param where the cells it speaks of
     * @param floor the least ratio in any cell, or 0
     * @param mean  the least geometric mean over the cells, or 0
     */
    record Ratio(String text, String peer, Predicate<Cell> where, double floor, double mean) implements Goal {}

    /**
     * The score of Baton does not grow along the suite's axis: its largest is at most {@code factor} times its smallest.
     *
     * @param text   what people read
     * @param factor the most it may grow
     */
    record Flat(String text, double factor) implements Goal {}

    /**
     * Baton allocates at most so much an operation.
     *
     * @param text  what people read
     * @param bytes the most
     */
    record Allocation(String text, double bytes) implements Goal {}
}
