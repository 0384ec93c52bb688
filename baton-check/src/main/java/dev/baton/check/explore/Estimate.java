package dev.baton.check.explore;

import dev.baton.check.graph.Graph;
import java.util.SplittableRandom;

/** The size of a search, estimated from random walks down its tree. */
final class Estimate {
    private final RandomWalk walk;
    private final int walks;

    Estimate(Steps steps, Judge judge, int walks) {
        this.walk = new RandomWalk(steps, new Silent(judge), new SplittableRandom(1));
        this.walks = walks;
    }

    double mean() {
        double sum = 0;
        for (int i = 0; i < walks; i++) {
            sum += walk.walk();
        }
        return sum / walks;
    }

    /** Says nothing of what is met on the way: the search will. */
    private record Silent(Judge judge) implements Judge {
        @Override
        public boolean isStopped() {
            return false;
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
}
