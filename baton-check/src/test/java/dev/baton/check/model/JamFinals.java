package dev.baton.check.model;

import dev.baton.check.graph.Execution;

/** Opens jam's judgement on waiting threads to the brute-force comparison. */
public final class JamFinals {
    private JamFinals() {}

    /** Whether the graph is consistent under jam with the last writes of its modification order as the final ones. */
    public static boolean isConsistent(Execution graph) {
        return new Jam().isConsistent(graph) && Jam.isConsistentAsFinal(graph);
    }
}
