package dev.baton.check.explore;

import dev.baton.check.graph.Graph;
import java.util.SplittableRandom;

/**
 * The size of a search, estimated from random walks down its tree: the product of the numbers of alternatives met on
 * the way to a complete execution has the number of complete executions as its mean (Knuth 1975).
 */
final class Estimate {
    private final Steps steps;
    private final int walks;
    private final Revisits revisits = new Revisits();
    private final SplittableRandom random = new SplittableRandom(1);
    private final Graph[] graphs = {new Graph(), new Graph()};
    /** Where the walk is, and which of the two graphs is free. */
    private Graph graph = graphs[0];
    private int other = 1;
    private int[] options = new int[1024];

    Estimate(Steps steps, int walks) {
        this.steps = steps;
        this.walks = walks;
    }

    double mean() {
        double sum = 0;
        for (int i = 0; i < walks; i++) {
            sum += walk();
        }
        return sum / walks;
    }

    /** One walk: the product of the numbers of choices on its way; 0 if it ends where no execution is. */
    private double walk() {
        graph = graphs[0];
        other = 1;
        steps.begin(graph);
        double weight = 1;
        while (weight > 0) {
            if (steps.tree.isFull()) {
                return 0;
            }
            int t = steps.schedule(graph);
            if (t < 0) {
                return isComplete(graph) ? weight : 0;
            }
            int room = graph.size() + 2;
            if (options.length < 2 * room) {
                options = new int[4 * room];
            }
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

    /** Each of these adds an event at random and tells among how many ways; 0 if there is none, or it leads nowhere. */
    private int read(int t) {
        int count = steps.readOptions(graph, t, options, 0);
        if (count == 0) {
            return 0;
        }
        int event = steps.addRead(graph, t, options[random.nextInt(count)]);
        return steps.admits(graph, event, -1) ? count : 0;
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
        return steps.admits(graph, write, -1) ? count : 0;
    }

    private int revisit(int write, int read) {
        Graph remainder = graphs[other];
        revisits.copyRemainder(graph, write, read, remainder);
        other = 1 - other;
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
        return steps.admits(graph, moved, read) ? places : 0;
    }

    private int choice(int t) {
        int count = (int) steps.tree.value(graph.cursor(t));
        steps.addChoice(graph, t, random.nextInt(count));
        return graph.isMirrored(graph.size() - 1) ? 0 : count;
    }

    private boolean isComplete(Graph graph) {
        return steps.isOver(graph) && (steps.model.isExact()
                || steps.model.accepts(graph) && steps.model.isRepresentative(graph));
    }
}
