package dev.baton.cli;

import dev.baton.check.api.SavedSearch;
import dev.baton.check.explore.Bound;
import dev.baton.check.explore.Progress;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Machines that search together. The module {@code baton-spark} brings one, which is found as a service. */
public interface Cluster extends AutoCloseable {
    /** Makes the connection. */
    interface Maker {
        /**
         * Connects.
         *
         * @param master where the cluster is, in its own words
         * @return the cluster
         * @throws InputProblem if there is none
         */
        Cluster connect(String master);
    }

    /**
     * When to stop.
     *
     * @param time       from now on; null for no limit
     * @param executions of this search, complete and blocked
     */
    record Limits(@Nullable Duration time, long executions) {}

    /**
     * What became of a search.
     *
     * @param search what was counted, and what is left: nothing if all was visited, the way to a violation if there is one
     * @param bound  the limit that was reached; null if there was none
     */
    record Searched(SavedSearch search, @Nullable Bound bound) {}

    /**
     * Visits what a search has left.
     *
     * @param order    the check
     * @param from     what it has left
     * @param limits   when to stop
     * @param progress told now and then how far it is
     * @return what became of it
     */
    Searched search(ClusterOrder order, SavedSearch from, Limits limits, Consumer<? super Progress> progress);

    @Override
    void close();
}
