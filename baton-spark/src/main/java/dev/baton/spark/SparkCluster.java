package dev.baton.spark;

import dev.baton.check.api.SavedSearch;
import dev.baton.check.explore.Progress;
import dev.baton.cli.Cluster;
import dev.baton.cli.ClusterOrder;
import dev.baton.cli.ClusterPart;
import dev.baton.cli.InputProblem;
import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import org.apache.spark.SparkFiles;
import org.apache.spark.api.java.JavaFutureAction;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.api.java.function.Function;

/** A cluster of Spark: each part of a search is a job of one task, so that the pages of Spark show them by their names. */
final class SparkCluster implements Cluster {
    /** Long against what a part costs beside its search: the set-up, and code that is not yet compiled. */
    private static final long PART_MILLIS = 8_000;

    /** A part on its way. */
    private record Errand(ClusterOrder order, String search, long millis) implements Serializable {}

    /** What a machine of the cluster does with a part. */
    private static final class Visit implements Function<Errand, ClusterPart.Reply> {
        private static final long serialVersionUID = 1L;

        @Override
        public ClusterPart.Reply call(Errand errand) {
            List<String> copies = errand.order.places().stream().map(SparkFiles::get).toList();
            return ClusterPart.explore(errand.order.at(copies), errand.search, Duration.ofMillis(errand.millis));
        }
    }

    private final JavaSparkContext context;
    /** The names under which the cluster has the user's jars and directories. */
    private final Map<String, String> shipped = new HashMap<>();
    private final PackedPlaces packed = new PackedPlaces();

    SparkCluster(JavaSparkContext context) {
        this.context = context;
    }

    @Override
    public Searched search(ClusterOrder order, SavedSearch from, Limits limits,
            Consumer<? super Progress> progress) {
        ClusterOrder there = order.at(order.places().stream().map(this::ship).toList());
        Duration partTime = Duration.ofMillis(context.getConf().getLong("spark.baton.part.millis", PART_MILLIS));
        return new Waves(new Jobs(there), partTime, from, limits, progress).run();
    }

    private String ship(String place) {
        return shipped.computeIfAbsent(place, each -> {
            try {
                Path file = packed.file(Path.of(each), shipped.size());
                context.addFile(file.toString());
                return file.getFileName().toString();
            } catch (IOException failure) {
                throw new InputProblem("cannot send " + each + " to the cluster: " + failure.getMessage(), failure);
            }
        });
    }

    @Override
    public void close() {
        context.close();
        packed.close();
    }

    /** The parts of one check as jobs. */
    private final class Jobs implements Machines {
        private final ClusterOrder order;
        private final String group;
        private final List<JavaFutureAction<List<ClusterPart.Reply>>> jobs = new ArrayList<>();
        private int parts;

        Jobs(ClusterOrder order) {
            this.order = order;
            this.group = order.title() + " under " + order.model();
        }

        @Override
        public int count() {
            return context.defaultParallelism();
        }

        @Override
        public void send(SavedSearch part, Duration budget, Listener listener) {
            parts++;
            context.setJobGroup(group, group + ", part " + parts + ": " + part.left().size() + " subtrees", true);
            Errand errand = new Errand(order, ClusterPart.text(order, part), budget.toMillis());
            JavaFutureAction<List<ClusterPart.Reply>> job = context.parallelize(List.of(errand), 1).map(new Visit())
                    .collectAsync();
            jobs.removeIf(JavaFutureAction::isDone);
            jobs.add(job);
            Thread.ofVirtual().name("part " + parts).start(() -> await(job, listener));
        }

        private static void await(JavaFutureAction<List<ClusterPart.Reply>> job, Listener listener) {
            try {
                listener.replied(job.get().getFirst());
            } catch (ExecutionException failure) {
                listener.gaveUp(failure.getCause() == null ? failure : failure.getCause());
            } catch (InterruptedException | RuntimeException failure) {
                listener.gaveUp(failure);
            }
        }

        @Override
        public void cancel() {
            jobs.forEach(job -> job.cancel(true));
            jobs.clear();
        }

        @Override
        public boolean isGone() {
            return context.sc().isStopped();
        }
    }
}
