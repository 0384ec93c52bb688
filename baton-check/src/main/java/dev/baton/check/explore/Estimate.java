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

    private double walk() {
        Graph graph = graphs[0];
        int other = 1;
        steps.begin(graph);
        double weight = 1;
        while (true) {
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
            switch (steps.tree.kind(graph.cursor(t))) {
                case READ, RMW_READ -> {
                    int count = steps.readOptions(graph, t, options, 0);
                    if (count == 0) {
                        return 0;
                    }
                    weight *= count;
                    int event = steps.addRead(graph, t, options[random.nextInt(count)]);
                    if (!steps.admits(graph, event, -1)) {
                        return 0;
                    }
                }
                case WRITE, RMW_WRITE -> {
                    int write = steps.addWrite(graph, t);
                    int reads = revisits.candidates(graph, write, options, 0);
                    int count = steps.model.placings(graph, write, -1, options, reads);
                    if (count == 0) {
                        return 0;
                    }
                    weight *= count;
                    int chosen = random.nextInt(count);
                    int read = -1;
                    int place = options[chosen];
                    if (chosen < reads) {
                        read = options[chosen];
                        Graph remainder = graphs[other];
                        revisits.copyRemainder(graph, write, read, remainder);
                        other = 1 - other;
                        graph = remainder;
                        write = graph.size() - 1;
                        boolean onlyLast = steps.redirect(graph, read, write);
                        int places = steps.model.placings(graph, write, read, options, 0);
                        if (places == 0) {
                            return 0;
                        }
                        int index = random.nextInt(places);
                        weight *= places;
                        place = options[index];
                        if (onlyLast && index > 0) {
                            return 0;
                        }
                    }
                    graph.place(write, place);
                    if (!steps.admits(graph, write, read)) {
                        return 0;
                    }
                }
                case CHOICE -> {
                    int count = (int) steps.tree.value(graph.cursor(t));
                    weight *= count;
                    steps.addChoice(graph, t, random.nextInt(count));
                    if (graph.isMirrored(graph.size() - 1)) {
                        return 0;
                    }
                }
                default -> steps.addOther(graph, t);
            }
        }
    }

    private boolean isComplete(Graph graph) {
        for (int t = 0; t < graph.threads(); t++) {
            if (graph.cursor(t) != Graph.NONE && !steps.hasEnded(graph, t)) {
                return false;
            }
        }
        return !(!steps.model.isExact() && !(steps.model.accepts(graph) && steps.model.isRepresentative(graph)));
    }
}
