package dev.baton.check.explore;

import dev.baton.check.graph.Graph;

/** Goes from the root of a search straight to the graph that a {@link Prefix} names. */
final class Follower {
    private final Steps steps;
    private final Revisits revisits = new Revisits();
    private Graph graph = new Graph();
    private Graph spare = new Graph();
    private int[] options = new int[1024];
    private Prefix prefix = Prefix.ROOT;
    private int next;

    Follower(Steps steps) {
        this.steps = steps;
    }

    /** The graph, which the caller may keep. */
    Graph follow(Prefix to) {
        prefix = to;
        next = 0;
        graph = new Graph();
        spare = new Graph();
        steps.begin(graph);
        while (next < prefix.length() || prefix.size() != Prefix.AFTER_LAST && graph.size() != prefix.size()) {
            step();
        }
        return graph;
    }

    private void step() {
        if (steps.tree.isFull()) {
            steps.tree.forget();
            steps.tree.refill(graph, steps.program.mainThread());
        }
        int room = 2 * graph.size() + 4;
        if (options.length < room) {
            options = new int[2 * room];
        }
        int t = steps.schedule(graph);
        if (t < 0) {
            expire();
            return;
        }
        switch (steps.tree.kind(graph.cursor(t))) {
            case READ, RMW_READ -> read(t);
            case WRITE, RMW_WRITE -> write(t);
            case CHOICE -> steps.addChoice(graph, t, decision());
            default -> steps.addOther(graph, t);
        }
    }

    private void read(int t) {
        int count = steps.readOptions(graph, t, options, 0);
        int write = count > 1 ? decision() - 1 : options[0];
        require(isOption(write, 0, count), "a read");
        int event = steps.addRead(graph, t, write);
        require(steps.admits(graph, event, -1), "a read");
    }

    private void write(int t) {
        int write = steps.addWrite(graph, t);
        int reads = revisits.candidates(graph, write, options, 0);
        int end = steps.model.placings(graph, write, -1, options, reads);
        if (reads == 0 && end == 1) {
            place(write, -1, options[0]);
            return;
        }
        int decision = decision();
        if ((decision & 1) == 0) {
            int before = decision / 2 - 1;
            require(isOption(before, reads, end), "a write");
            place(write, -1, before);
            return;
        }
        require(isOption(decision / 2, 0, reads), "a revisit");
        revisit(write, decision / 2);
    }

    private void revisit(int write, int read) {
        Graph remainder = spare;
        revisits.copyRemainder(graph, write, read, remainder);
        spare = graph;
        graph = remainder;
        int moved = graph.size() - 1;
        steps.redirect(graph, read, moved);
        int end = steps.model.placings(graph, moved, read, options, 0);
        int before = decision() - 1;
        require(isOption(before, 0, end), "a revisiting write");
        place(moved, read, before);
    }

    private void place(int write, int revisited, int before) {
        graph.place(write, before);
        require(steps.admits(graph, write, revisited), "a write");
    }

    private void expire() {
        int t = decision();
        require(t >= 0 && t < graph.threads() && steps.isTimed(graph, t), "an expiry");
        steps.addExpiry(graph, t);
    }

    private int decision() {
        require(next < prefix.length(), "a step that was none to decide on");
        return prefix.decision(next++);
    }

    private boolean isOption(int option, int from, int to) {
        for (int i = from; i < to; i++) {
            if (options[i] == option) {
                return true;
            }
        }
        return false;
    }

    private void require(boolean fits, String what) {
        if (!fits) {
            throw new Mismatch("decision " + next + " of " + prefix.length() + " does not fit: " + what);
        }
    }
}
