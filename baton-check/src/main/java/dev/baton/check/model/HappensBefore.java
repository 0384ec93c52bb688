package dev.baton.check.model;

import dev.baton.check.graph.Execution;

/**
 * Happens-before of one execution, as Java's access modes define it, for reports: program order, thread start and
 * join, and releases that are read by acquires. It is the relation of {@code rc11}; the other models have none of
 * their own, and it is what a reader of Java means by the word.
 */
public final class HappensBefore {
    private final Relation relation;

    private HappensBefore(Relation relation) {
        this.relation = relation;
    }

    /** Takes time cubic in the number of events, divided by the bits of a word. */
    public static HappensBefore of(Execution graph) {
        return new HappensBefore(Rc11.happensBefore(new Relations(graph)));
    }

    /** Whether one event of the graph happens before another. */
    public boolean orders(int event, int later) {
        return relation.has(event, later);
    }
}
