package dev.baton.bench;

import java.util.function.Predicate;

/**
 * One contender of a suite.
 *
 * @param id    value of the benchmark's {@code peer} parameter, or the name of its method
 * @param name  what people read
 * @param role  how its score is used
 * @param where the cells in which it takes part
 */
public record Peer(String id, String name, Role role, Predicate<Cell> where) {
    /** How a contender's score is used. */
    public enum Role {
        /** Ours; the first of a suite is the one that ratios are about. */
        BATON,
        /** Somebody else's. */
        PEER,
        /** What the work costs without the thing measured, or with waiting that no one could ship: never "best". */
        BASELINE
    }
}
