package dev.baton.check.explore;

import java.time.Duration;
import java.util.Locale;

/** Why executions were left out. {@code toString} is a sentence for a reader. */
public sealed interface Bound {
    /** {@return a short word for the kind of bound, for programs that read results} */
    String kind();

    /** The check ran for as long as it may. */
    record Time(Duration limit) implements Bound {
        @Override
        public String kind() {
            return "time";
        }

        @Override
        public String toString() {
            long millis = limit.toMillis();
            String length = millis % 1000 == 0 ? millis / 1000 + " s" : millis + " ms";
            return "reached the time limit of " + length;
        }
    }

    /** The check visited as many executions as it may. */
    record Executions(long limit) implements Bound {
        @Override
        public String kind() {
            return "executions";
        }

        @Override
        public String toString() {
            return "reached " + limit + " executions";
        }
    }

    /** A thread went round a loop that is no await as often as it may. */
    record Loop(int thread, String where) implements Bound {
        @Override
        public String kind() {
            return "loop";
        }

        @Override
        public String toString() {
            return "thread " + thread + " reached the bound of its loop at " + where;
        }
    }

    /** Not all executions with load buffering were visited, for some reason. */
    record Buffering(String reason) implements Bound {
        @Override
        public String kind() {
            return "buffering";
        }

        @Override
        public String toString() {
            return "did not look for all load buffering: " + reason;
        }
    }

    /** A thread made as many events as it may. */
    record Events(int thread, int limit, String where) implements Bound {
        @Override
        public String kind() {
            return "events";
        }

        @Override
        public String toString() {
            return "thread " + thread + " reached " + limit + " events at " + where;
        }
    }

    /**
     * The check was hunted in, not searched: executions were sampled.
     *
     * @param samples  how many
     * @param distinct how many different ones
     * @param switches all interleavings with so many switches were visited; -1 for none
     * @param estimate of the number of complete executions that there are, without bias; NaN if there is none
     * @param seed     of what was drawn
     */
    record Hunted(long samples, long distinct, int switches, double estimate, long seed) implements Bound {
        @Override
        public String kind() {
            return "hunt";
        }

        @Override
        public String toString() {
            return String.format(Locale.ROOT, "hunted with seed %d: %,d samples, %,d different executions%s%s", seed,
                    samples, distinct,
                    Double.isNaN(estimate) ? "" : String.format(Locale.ROOT, " of about %.3g", estimate),
                    switches < 0
                            ? ""
                            : String.format(Locale.ROOT, ", all interleavings with at most %d switches", switches));
        }
    }

    /**
     * One execution was asked for, and no violation was met.
     *
     * @param why in words
     */
    record Pinned(String why) implements Bound {
        @Override
        public String kind() {
            return "pinned";
        }

        @Override
        public String toString() {
            return "made one execution alone: " + why;
        }
    }

    /** The search was told to stop. */
    record Interrupted() implements Bound {
        @Override
        public String kind() {
            return "interrupted";
        }

        @Override
        public String toString() {
            return "interrupted";
        }
    }
}
