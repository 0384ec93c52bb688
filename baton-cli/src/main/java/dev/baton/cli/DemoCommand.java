package dev.baton.cli;

import dev.baton.cli.DemoReport.Machine;
import dev.baton.cli.demo.BatonConnectionPool;
import dev.baton.cli.demo.ConnectionPool;
import dev.baton.cli.demo.JdkConnectionPool;
import dev.baton.cli.demo.Load;
import dev.baton.cli.demo.LoadResult;
import dev.baton.cli.demo.LoadRun;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code baton demo}: the same load on Baton's pool and on one made of the JDK's parts, side by side. */
@Command(name = "demo", mixinStandardHelpOptions = true, versionProvider = Version.class, sortOptions = false,
        usageHelpWidth = 100, descriptionHeading = "%n", optionListHeading = "%nOptions:%n",
        description = {"Share a few database connections among thousands of virtual threads.", "",
                "A third of the threads give up waiting. At the end every connection and every request is accounted for, "
                        + "and the same load on java.util.concurrent stands beside it."},
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:nothing was lost", "1:a connection or a request was lost", "2:an option is wrong"})
final class DemoCommand implements Callable<Integer> {
    private static final String BATON = "Baton";
    private static final String JDK = "java.util.concurrent";
    private static final Duration WARM_UP = Duration.ofSeconds(1);

    @Spec
    private CommandSpec spec;

    @Option(names = "--threads", paramLabel = "N", defaultValue = "10000",
            description = "Virtual threads (default: ${DEFAULT-VALUE}).")
    private int threads;

    @Option(names = "--connections", paramLabel = "N", defaultValue = "8",
            description = "Database connections (default: ${DEFAULT-VALUE}).")
    private int connections;

    @Option(names = "--seconds", paramLabel = "N", defaultValue = "6",
            description = "Length of the load on each pool (default: ${DEFAULT-VALUE}).")
    private int seconds;

    @Option(names = "--json", description = "Print the result as JSON.")
    private boolean json;

    private volatile boolean stopped;
    private volatile @Nullable LoadRun current;

    @SuppressWarnings("NullAway.Init") // picocli sets the fields
    DemoCommand() {}

    @Override
    public Integer call() throws InterruptedException {
        requireWithin("--threads", threads, 1_000_000);
        requireWithin("--connections", connections, 1_000);
        requireWithin("--seconds", seconds, 3_600);
        Load load = Load.of(threads, connections, Duration.ofSeconds(seconds));
        Map<String, ConnectionPool.Maker> pools = new LinkedHashMap<>();
        pools.put(BATON, BatonConnectionPool::new);
        pools.put(JDK, JdkConnectionPool::new);

        Interruption interruption = Interruption.stopping(this::stop);
        try {
            Map<String, LoadResult> results = new LinkedHashMap<>();
            for (Map.Entry<String, ConnectionPool.Maker> pool : pools.entrySet()) {
                if (stopped) {
                    break;
                }
                LoadResult result = runWarm(pool.getKey(), load, pool.getValue());
                if (result != null) {
                    results.put(pool.getKey(), result);
                }
            }
            return show(new DemoReport(Machine.current(), load, results), results);
        } finally {
            interruption.settle();
        }
    }

    private void stop() {
        stopped = true;
        LoadRun run = current;
        if (run != null) {
            run.interrupt();
        }
    }

    /** Runs the load after a short warm-up; null when the user stopped the demo before this run. */
    private @Nullable LoadResult runWarm(String name, Load load, ConnectionPool.Maker pool)
            throws InterruptedException {
        Duration total = load.length().plus(WARM_UP);
        try (Progress progress = Progress.of(name, total.toMillis(), "s", 1_000)) {
            run(load.lasting(WARM_UP), Duration.ZERO, pool, progress);
            return run(load, WARM_UP, pool, progress);
        }
    }

    private @Nullable LoadResult run(Load load, Duration before, ConnectionPool.Maker pool, Progress progress)
            throws InterruptedException {
        LoadRun run = new LoadRun(load, pool);
        current = run;
        if (stopped) {
            return null;
        }
        return run.run((elapsed, served, aborted) -> progress.show(before.plus(elapsed).toMillis(),
                String.format(Locale.ROOT, "%,d served, %,d aborted", served, aborted)));
    }

    private int show(DemoReport report, Map<String, LoadResult> results) {
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(report.json());
        } else {
            if (!results.isEmpty()) {
                report.table().forEach(out::println);
                out.println();
            }
            out.println(verdict(results));
        }
        out.flush();
        LoadResult baton = results.get(BATON);
        return baton == null || baton.lost() == 0 ? ExitCode.OK : ExitCode.VIOLATION;
    }

    private String verdict(Map<String, LoadResult> results) {
        LoadResult baton = results.get(BATON);
        if (baton == null || baton.interrupted()) {
            return "Stopped before the end.";
        }
        if (baton.lost() > 0) {
            Throwable cause = baton.firstFailure();
            return "Baton lost something: that is a bug, please report it." + (cause == null ? "" : " (" + cause + ")");
        }
        return String.format(Locale.ROOT, "Baton lost nothing: every connection is back, and each of %,d requests was "
                + "either served or gave up.", baton.served() + baton.aborted());
    }

    private void requireWithin(String option, int value, int most) {
        if (value < 1 || value > most) {
            throw new ParameterException(spec.commandLine(),
                    String.format(Locale.ROOT, "%s must be between 1 and %,d, not %,d", option, most, value));
        }
    }
}
