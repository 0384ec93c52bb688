package dev.baton.check.explore;

import dev.baton.check.event.StepKind;
import dev.baton.check.graph.Graph;
import java.util.SplittableRandom;

/**
 * Random walks down the tree of a search, each to one execution. The product of the numbers of alternatives met on the way
 * to a complete execution has the number of complete executions as its mean (Knuth 1975), if the walk began at the root.
 */
final class RandomWalk {
    private final Steps steps;
    private final Judge judge;
    private final SplittableRandom random;
    private final Revisits revisits = new Revisits();
    private Graph graph = new Graph();
    private Graph spare = new Graph();
    private int[] options = new int[1024];
    /** The decisions of the last walk. */
    private final Path path = new Path();

    RandomWalk(Steps steps, Judge judge, SplittableRandom random) {
        this.steps = steps;
        this.judge = judge;
        this.random = random;
    }

    /** A walk from the root: the product of the numbers of choices on its way; 0 if it ends where no execution is. */
    double walk() {
        path.cut(0);
        steps.begin(graph);
        return goOn();
    }

    /** A walk from another place. */
    void walk(Prefix from) {
        graph = new Follower(steps).follow(from);
        path.copyFrom(from);
        goOn();
    }

    /** The end of the last walk. */
    Prefix place() {
        return path.at(graph.size());
    }

    /** The number of decisions on the way of the last walk. */
    int length() {
        return path.size();
    }

    private double goOn() {
        double weight = 1;
        while (weight > 0) {
            if (steps.tree.isFull()) {
                return 0;
            }
            int t = steps.schedule(graph);
            boolean halfDone = t >= 0 && steps.tree.kind(graph.cursor(t)) == StepKind.RMW_WRITE;
            if (steps.errorThread() >= 0 && !halfDone && judge.error(graph, steps.errorThread())) {
                return 0;
            }
            if (t < 0) {
                int timed = expire();
                if (timed > 0) {
                    weight *= timed;
                    continue;
                }
                judge.finished(graph);
                return isComplete() ? weight : 0;
            }
            makeRoom();
            weight *= switch (steps.tree.kind(graph.cursor(t))) {
                case READ, RMW_READ -> read(t);
                case WRITE, RMW_WRITE -> write(t);
                case CHOICE -> choice(t);
                default -> {
                    steps.addOther(graph, t);
                    yield 1;
                }
            };
        }
        return 0;
    }

    private void makeRoom() {
        int room = 2 * graph.size() + 4;
        if (options.length < room) {
            options = new int[2 * room];
        }
    }

    /** Each of these adds an event at random and tells among how many ways; 0 if there is none, or it leads nowhere. */
    private int read(int t) {
        int count = steps.readOptions(graph, t, options, 0);
        if (count == 0) {
            return 0;
        }
        int write = options[random.nextInt(count)];
        int event = steps.addRead(graph, t, write);
        if (count > 1) {
            path.add(write + 1);
        }
        return admitted(event, -1) ? count : 0;
    }

    private int write(int t) {
        int write = steps.addWrite(graph, t);
        int reads = revisits.candidates(graph, write, options, 0);
        int count = steps.model.placings(graph, write, -1, options, reads);
        if (count == 0) {
            return 0;
        }
        int chosen = random.nextInt(count);
        if (chosen < reads) {
            return count * revisit(write, options[chosen]);
        }
        graph.place(write, options[chosen]);
        if (count > 1) {
            path.add(2 * (options[chosen] + 1));
        }
        return admitted(write, -1) ? count : 0;
    }

    private int revisit(int write, int read) {
        Graph remainder = spare;
        revisits.copyRemainder(graph, write, read, remainder);
        spare = graph;
        graph = remainder;
        int moved = graph.size() - 1;
        boolean onlyLast = steps.redirect(graph, read, moved);
        int places = steps.model.placings(graph, moved, read, options, 0);
        if (places == 0) {
            return 0;
        }
        int index = random.nextInt(places);
        if (onlyLast && index > 0) {
            return 0;
        }
        graph.place(moved, options[index]);
        path.add(2 * read + 1);
        path.add(options[index] + 1);
        if (!admitted(moved, read)) {
            return 0;
        }
        judge.added(graph, read);
        return places;
    }

    private int choice(int t) {
        int count = (int) steps.tree.value(graph.cursor(t));
        int chosen = random.nextInt(count);
        steps.addChoice(graph, t, chosen);
        path.add(chosen);
        return graph.isMirrored(graph.size() - 1) ? 0 : count;
    }

    /** Nothing can go on: lets a timed wait expire, and tells among how many; 0 if there is none. */
    private int expire() {
        int timed = 0;
        int chosen = -1;
        for (int t = 0; t < graph.threads(); t++) {
            if (steps.isTimed(graph, t) && random.nextInt(++timed) == 0) {
                chosen = t;
            }
        }
        if (timed == 0 || !judge.isStuck(graph)) {
            return 0;
        }
        steps.addExpiry(graph, chosen);
        path.add(chosen);
        return timed;
    }

    private boolean admitted(int event, int revisited) {
        if (!steps.admits(graph, event, revisited)) {
            return false;
        }
        judge.added(graph, event);
        return true;
    }

    private boolean isComplete() {
        return steps.isOver(graph) && (steps.model.isExact()
                || steps.model.accepts(graph) && steps.model.isRepresentative(graph));
    }
}
