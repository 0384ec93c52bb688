package dev.baton.check.explore;

import java.time.Duration;

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
