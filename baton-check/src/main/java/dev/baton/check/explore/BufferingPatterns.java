package dev.baton.check.explore;

import dev.baton.check.event.SearchThread;
import dev.baton.check.event.StepKind;
import dev.baton.check.graph.Graph;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Which reads could see a later write, as far as the steps of the program show: those on a possible cycle. */
final class BufferingPatterns {
    /*
     * Overview. A cycle of program order, reads-from, starts and joins goes from thread to thread: each is entered by a read, its start
     * or a join, and left by a write, a start or its end. What a thread is entered and left by are places here: a location, the start
     * and the end of a thread. All such ways through a thread are collected from the step tree. Each cycle has a way, from a read
     * to a write, on which the write passes the read: neither acquires nor releases, no fence between. That read is of interest if
     * ways of other threads lead back to it.
     *
     * Two things are left out, since they are not allowed by any model:
     *
     *   one location     reads and writes of one location alone make no cycle: its order of writes would have one
     *   ordered reads    the write that passes is made and read racily in an execution with fewer reads that guess: give
     *                    the reads that it passes another value, and it is made all the same; the thread that reads it needs
     *                    nothing of what comes after these reads (UnorderedReads)
     *
     * Beyond that this is coarse, and misses nothing that the tree holds.
     */
    private record Way(int thread, int from, int to) {}

    private final Set<Way> ways = new HashSet<>();
    private final Set<Way> passing = new HashSet<>();

    private static int startOf(long thread) {
        return (int) (-1 - 2 * thread);
    }

    private static int endOf(long thread) {
        return (int) (-2 - 2 * thread);
    }

    /** Looks at all steps of a program. */
    void collect(StepTree tree) {
        for (int node = 0; node < tree.size(); node++) {
            switch (tree.kind(node)) {
                case WRITE, RMW_WRITE -> collect(tree, node, tree.location(node));
                case START -> collect(tree, node, startOf(tree.value(node)));
                case END -> collect(tree, node, endOf(tree.thread(node)));
                default -> {
                }
            }
        }
    }

    /** Collects the ways through a thread that end with a step. */
    private void collect(StepTree tree, int last, int to) {
        SearchThread.look();
        int thread = tree.thread(last);
        boolean mayPass = to >= 0 && !tree.mode(last).releases();
        ways.add(new Way(thread, startOf(thread), to));
        int first = tree.parent(last);
        if (tree.kind(last) == StepKind.RMW_WRITE) {
            // A write half follows its read half, but other reads may be passed by it.
            ways.add(new Way(thread, tree.location(first), to));
            first = tree.parent(first);
        }
        for (int node = first; node != Graph.NONE; node = tree.parent(node)) {
            switch (tree.kind(node)) {
                case FENCE -> mayPass &= !tree.mode(node).acquires() && !tree.mode(node).releases();
                case JOIN -> ways.add(new Way(thread, endOf(tree.value(node)), to));
                case READ, RMW_READ -> {
                    Way way = new Way(thread, tree.location(node), to);
                    ways.add(way);
                    boolean acquires = tree.mode(node).acquires()
                            && (tree.kind(node) == StepKind.READ || tree.failureMode(node).acquires());
                    if (mayPass && !acquires) {
                        passing.add(way);
                    }
                }
                default -> {
                }
            }
        }
    }

    /** Adds the reads on possible cycles; says whether there were new ones. */
    boolean addTo(EarlyReads early, UnorderedReads unordered) {
        Map<Integer, Set<Way>> byEntry = new HashMap<>();
        for (Way way : ways) {
            byEntry.computeIfAbsent(way.from(), from -> new HashSet<>()).add(way);
        }
        boolean grew = false;
        for (Way way : passing) {
            if (unordered.at(way.to()) && !early.has(way.thread(), way.from()) && leadsBack(way, byEntry)) {
                grew |= early.add(way.thread(), way.from());
            }
        }
        return grew;
    }

    private static boolean leadsBack(Way first, Map<Integer, Set<Way>> byEntry) {
        Set<Integer> reached = new HashSet<>();
        ArrayDeque<Integer> left = new ArrayDeque<>(List.of(first.to()));
        while (!left.isEmpty()) {
            int place = left.remove();
            for (Way next : byEntry.getOrDefault(place, Set.of())) {
                boolean stays = first.from() == first.to() && next.from() == next.to();
                if (next.thread() != first.thread() && !stays && reached.add(next.to())) {
                    left.add(next.to());
                }
            }
        }
        return reached.contains(first.from());
    }
}
