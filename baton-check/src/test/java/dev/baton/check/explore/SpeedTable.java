package dev.baton.check.explore;

import dev.baton.check.model.MemoryModel;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Prints executions per second for programs on which GenMC's speed is known: the median of five runs after a warm-up. Arguments: model (default rc11),
 * number of workers (default 1), seconds of warm-up per program (default 3).
 */
public final class SpeedTable {
    private record Row(String family, int n, double reference) {}

    private static final List<Row> ROWS = List.of(new Row("big0", 0, 250e3), new Row("fib", 5, 200e3),
            new Row("casrot", 11, 166e3), new Row("ainc", 8, 35e3), new Row("ainc", 9, 31e3),
            new Row("readers", 16, 27e3), new Row("lastzero", 15, 19e3), new Row("lockinc", 8, 17e3),
            new Row("ticket", 7, 15e3), new Row("mcs", 5, 13.5e3), new Row("ttas_xchg", 5, 42e3),
            new Row("clh", 7, 11e3), new Row("treiber_pp", 3, 33e3), new Row("seqlock2", 4, 131e3));

    private static final int RUNS = 5;

    private SpeedTable() {}

    public static void main(String[] arguments) {
        MemoryModel model = MemoryModel.named(arguments.length > 0 ? arguments[0] : "rc11");
        int workers = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 1;
        long warmUp = arguments.length > 2 ? Long.parseLong(arguments[2]) : 3;
        PrintStream out = System.out;
        out.printf("%-14s %10s %10s %8s %12s %12s %7s%n", "program", "complete", "blocked", "ms", "executions/s",
                "reference/s", "ratio");
        for (Row row : ROWS) {
            long end = System.nanoTime() + Duration.ofSeconds(warmUp).toNanos();
            while (System.nanoTime() < end) {
                run(row, model, workers, Duration.ofNanos(Math.max(1, end - System.nanoTime())));
            }
            List<Result> results = new ArrayList<>();
            for (int i = 0; i < RUNS; i++) {
                results.add(run(row, model, workers, Duration.ofHours(1)));
            }
            results.sort(Comparator.comparing(Result::elapsed));
            Result result = results.get(RUNS / 2);
            double seconds = result.elapsed().toNanos() / 1e9;
            double speed = (result.complete() + result.blocked()) / seconds;
            out.printf("%-14s %10d %10d %8.0f %12.0f %12.0f %7.2f%n", row.family() + "(" + row.n() + ")",
                    result.complete(), result.blocked(), seconds * 1e3, speed, row.reference(),
                    speed / row.reference());
        }
    }

    private static Result run(Row row, MemoryModel model, int workers, Duration limit) {
        return new Exploration(() -> Anchors.named(row.family(), row.n())).model(model).workers(workers)
                .timeLimit(limit).run();
    }
}
