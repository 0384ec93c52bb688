package dev.baton.spark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.check.api.CheckResult;
import dev.baton.check.api.Checker;
import dev.baton.check.api.SavedSearch;
import dev.baton.check.api.ScenarioMethod;
import dev.baton.check.explore.Progress;
import dev.baton.check.explore.Verdict;
import dev.baton.cli.Cluster;
import dev.baton.cli.ClusterOrder;
import java.io.File;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.apache.spark.ExecutorLostFailure;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerJobStart;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Searches on a real cluster: a master and two workers, each with an executor, all processes of their own. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@Timeout(value = 240, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@Tag("deep")
class SparkClusterTest {
    private static final Cluster.Limits NONE = new Cluster.Limits(null, Long.MAX_VALUE);

    @TempDir
    static Path home;
    private static LoopbackCluster machines;
    private static JavaSparkContext context;
    private static SparkCluster cluster;
    private static final AtomicInteger lost = new AtomicInteger();
    private static final Set<String> shown = java.util.concurrent.ConcurrentHashMap.newKeySet();

    /** What the cluster does, as its pages would show it. */
    private static final class Watch extends SparkListener {
        @Override
        public void onTaskEnd(SparkListenerTaskEnd end) {
            if (end.reason() instanceof ExecutorLostFailure) {
                lost.incrementAndGet();
            }
        }

        @Override
        public void onJobStart(SparkListenerJobStart start) {
            shown.add(start.properties().getProperty("spark.job.description", ""));
        }
    }

    @BeforeAll
    static void start() throws Exception {
        machines = new LoopbackCluster(home, 2);
        String classPath = Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(each -> !each.contains("spark-")).collect(Collectors.joining(File.pathSeparator));
        context = new JavaSparkContext(new SparkConf().setMaster(machines.master()).setAppName("test")
                .set("spark.driver.host", "127.0.0.1").set("spark.driver.bindAddress", "127.0.0.1")
                .set("spark.ui.enabled", "false").set("spark.executor.memory", "512m")
                .set("spark.executor.extraClassPath", classPath).set("spark.log.level", "ERROR")
                .set("spark.executor.extraJavaOptions", SparkMaker.FLAGS).set("spark.baton.part.millis", "400"));
        context.sc().addSparkListener(new Watch());
        cluster = new SparkCluster(context);
    }

    @AfterAll
    static void stop() throws Exception {
        if (cluster != null) {
            cluster.close();
        }
        if (machines != null) {
            machines.close();
        }
    }

    private static ScenarioMethod method(String name) {
        return ScenarioMethod.in(Programs.class).stream().filter(each -> each.method().getName().equals(name))
                .findFirst().orElseThrow();
    }

    private static Checker checker(String program) {
        return method(program).checker(method(program).settings().models()[0]);
    }

    /** The first executions here, the others on the cluster, and the result as the command line would show it. */
    private static CheckResult clustered(String program, Consumer<? super Progress> progress) {
        Checker checker = checker(program);
        SavedSearch left = method(program).check(checker.maxExecutions(5).leaveWork()).left();
        assertThat(left).isNotNull();
        assertThat(left.left()).isNotEmpty();
        Cluster.Searched searched = cluster.search(new ClusterOrder(program, Programs.class.getName() + "." + program,
                checker.model(), List.of("--model=" + checker.model()), Programs.class.getName(), List.of()), left,
                NONE,
                progress);
        assertThat(searched.bound()).isNull();
        return method(program).check(checker.resume(searched.search()));
    }

    private static String counts(CheckResult result) {
        return result.verdict() + ": " + result.executions() + " complete, " + result.blocked() + " blocked, "
                + result.outcomes();
    }

    @ParameterizedTest
    @Order(1)
    @ValueSource(strings = {"counters", "exchanges", "stack", "semaphore", "lockOfTheJdk", "queue", "buffers",
            "buffersUnderJam", "startsThreads", "latch"})
    void countsAreThoseOfOneMachine(String program) {
        CheckResult whole = method(program).check(checker(program));
        assertThat(counts(clustered(program, progress -> {}))).isEqualTo(counts(whole));
        assertThat(shown).anyMatch(each -> each.startsWith(program + " under " + whole.model() + ", part "));
    }

    @Test
    @Order(2)
    void aViolationStopsTheRest() {
        CheckResult whole = method("oneIsWrong").check(checker("oneIsWrong").allExecutions());
        CheckResult found = clustered("oneIsWrong", progress -> {});
        assertThat(found.verdict()).isEqualTo(Verdict.VIOLATED);
        assertThat(found.counterexample()).contains("Programs.java");
        assertThat(found.executions()).isLessThan(whole.executions());
    }

    @Test
    @Order(3)
    void aWorkerThatIsKilledLosesNothingAndCountsNothingTwice() {
        CheckResult whole = method("writers").check(checker("writers"));
        AtomicBoolean killed = new AtomicBoolean();
        CheckResult found = clustered("writers", progress -> {
            if (progress.executions() > 20_000 && killed.compareAndSet(false, true)) {
                machines.kill(1);
            }
        });
        assertThat(killed).isTrue();
        assertThat(lost.get()).as("tasks that went with the executor").isPositive();
        assertThat(counts(found)).isEqualTo(counts(whole));
    }
}
