package dev.baton.cli;

import dev.baton.check.api.CheckResult;
import dev.baton.check.api.Checker;
import dev.baton.check.api.SavedSearch;
import dev.baton.check.explore.Bound;
import java.time.Duration;
import java.util.ServiceLoader;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * The options of a search on a cluster. A check begins in this process: most end within the head start, and the others have
 * shown by then most of what must be known of the program.
 */
final class ClusterOptions implements AutoCloseable {
    private static final Duration HEAD_START = Duration.ofSeconds(2);

    @Option(names = "--cluster", paramLabel = "MASTER",
            description = "Search on a cluster of Apache Spark: local[N], spark://HOST:PORT or what spark-submit says.")
    private @Nullable String master;

    @Option(names = "--head-start", paramLabel = "MILLIS", hidden = true,
            description = "How long a check is searched in this process before the cluster takes over.")
    private @Nullable Long headStart;

    private @Nullable Cluster cluster;

    boolean isAsked() {
        return master != null;
    }

    /** Runs a check here, and on the cluster if it takes long. */
    Finding find(PlannedCheck check, ClusterOrder order, UnaryOperator<Checker> tuning, CheckProgress progress,
            boolean verbose) {
        if (master == null) {
            return check.find(tuning, verbose);
        }
        Cluster machines = connected(master);
        AtomicReference<Checker> asked = new AtomicReference<>(new Checker());
        Duration most = headStart == null ? HEAD_START : Duration.ofMillis(headStart);
        Finding begun = check.find(checker -> {
            Checker tuned = tuning.apply(checker);
            asked.set(tuned);
            Duration limit = tuned.mostTime();
            boolean isLonger = limit == null || limit.compareTo(most) > 0;
            return tuned.isInParts() && isLonger ? tuned.timeLimit(most).leaveWork() : tuned;
        }, verbose);
        CheckResult result = begun instanceof Explored explored ? explored.result() : null;
        if (result == null || !(result.notExhausted() instanceof Bound.Time(Duration limit)) || !limit.equals(most)) {
            return begun;
        }
        SavedSearch left = result.left();
        if (left == null) {
            return check.find(tuning, verbose); // of several searches, or it could not be stopped
        }
        Duration time = asked.get().mostTime();
        Cluster.Searched searched = machines.search(order, left,
                new Cluster.Limits(time == null ? null : time.minus(most), asked.get().mostExecutions()),
                progress::show);
        Bound bound = searched.bound();
        return check.find(checker -> bound == null
                ? tuning.apply(checker).resume(searched.search())
                : tuning.apply(checker).halt(searched.search(), bound instanceof Bound.Time && time != null
                        ? new Bound.Time(time)
                        : bound),
                verbose);
    }

    private Cluster connected(String to) {
        Cluster connected = cluster;
        if (connected == null) {
            connected = ServiceLoader.load(Cluster.Maker.class).findFirst()
                    .orElseThrow(
                            () -> new InputProblem("--cluster needs Apache Spark: call ./baton in a source tree, or "
                                    + "spark-submit with baton-spark.jar. docs/cluster.md says how."))
                    .connect(to);
            cluster = connected;
        }
        return connected;
    }

    @Override
    public void close() {
        if (cluster != null) {
            cluster.close();
        }
    }
}
