package dev.baton.check.explore;

import dev.baton.check.graph.Graph;

/** Told by a search what it comes across; says when to stop. */
interface Judge {
    boolean isStopped();

    /** An event was added, or a read made to read from another write, and the graph is consistent. */
    void added(Graph graph, int event);

    /** A thread stands at an error; returns whether the graph need not be extended. */
    boolean error(Graph graph, int thread);

    /** No thread can go on; tells whether none ever will, unless a timed wait expires. */
    boolean isStuck(Graph graph);

    /** No thread can go on. */
    void finished(Graph graph);
}
