package dev.baton.check.explore;

import dev.baton.check.event.SearchThread;
import dev.baton.check.event.StepKind;
import dev.baton.check.graph.Graph;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Set;

/** Which reads could see a later write, as far as the steps of the program show: those on a possible cycle. */
final class BufferingPatterns {
    /*
     * Overview. A cycle of program order and reads-from goes from thread to thread: each reads a location and later writes
     * another, which the next one reads. One of its reads must be passed by the write: neither acquires nor releases, no
     * fence between. All such pairs of locations are collected from the step tree; a read is of interest if the locations
     * of its pair can be joined to a cycle by pairs of other threads. This is coarse, and misses nothing that the tree holds.
     */
    private record Pair(int thread, int read, int written) {}

    private final Set<Pair> pairs = new HashSet<>();
    private final Set<Pair> passing = new HashSet<>();

    /** Looks at all steps of a program. */
    void collect(StepTree tree) {
        for (int node = 0; node < tree.size(); node++) {
            if (tree.kind(node) == StepKind.WRITE || tree.kind(node) == StepKind.RMW_WRITE) {
                SearchThread.look();
                collect(tree, node);
            }
        }
    }

    private void collect(StepTree tree, int write) {
        boolean mayPass = !tree.mode(write).releases();
        int first = tree.parent(write);
        if (tree.kind(write) == StepKind.RMW_WRITE) {
            // A write half follows its read half, but other reads may be passed by it.
            pairs.add(new Pair(tree.thread(write), tree.location(first), tree.location(write)));
            first = tree.parent(first);
        }
        for (int node = first; node != Graph.NONE; node = tree.parent(node)) {
            switch (tree.kind(node)) {
                case FENCE -> mayPass &= !tree.mode(node).acquires() && !tree.mode(node).releases();
                case READ, RMW_READ -> {
                    Pair pair = new Pair(tree.thread(node), tree.location(node), tree.location(write));
                    pairs.add(pair);
                    boolean acquires = tree.mode(node).acquires()
                            && (tree.kind(node) == StepKind.READ || tree.failureMode(node).acquires());
                    if (mayPass && !acquires) {
                        passing.add(pair);
                    }
                }
                default -> {
                }
            }
        }
    }

    /** Adds the reads on possible cycles; says whether there were new ones. */
    boolean addTo(EarlyReads early) {
        boolean grew = false;
        for (Pair pair : passing) {
            if (!early.has(pair.thread(), pair.read()) && leadsBack(pair)) {
                grew |= early.add(pair.thread(), pair.read());
            }
        }
        return grew;
    }

    private boolean leadsBack(Pair pair) {
        Set<Integer> reached = new HashSet<>();
        ArrayDeque<Integer> left = new ArrayDeque<>();
        left.add(pair.written());
        while (!left.isEmpty()) {
            int location = left.remove();
            for (Pair next : pairs) {
                if (next.thread() != pair.thread() && next.read() == location && reached.add(next.written())) {
                    left.add(next.written());
                }
            }
        }
        return reached.contains(pair.read());
    }
}
