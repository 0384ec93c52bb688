package dev.baton.check.explore;

import dev.baton.check.graph.Graph;

/** Stops a search after the steps that are possible in one place, and says nothing of them. */
final class OneStep implements Judge {
    private final Judge judge;
    private boolean made;

    OneStep(Judge judge) {
        this.judge = judge;
    }

    @Override
    public boolean isStopped() {
        boolean stopped = made;
        made = true;
        return stopped;
    }

    @Override
    public void added(Graph graph, int event) {}

    @Override
    public boolean error(Graph graph, int thread) {
        return false;
    }

    @Override
    public boolean isStuck(Graph graph) {
        return judge.isStuck(graph);
    }

    @Override
    public void finished(Graph graph) {}
}
