package dev.baton.cli;

import dev.baton.cli.demo.Load;
import dev.baton.cli.demo.LoadResult;
import dev.baton.cli.demo.WaitTimes;
import dev.baton.report.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

/** The demo's result as a table for people and as JSON for programs. */
final class DemoReport {
    private static final int LABEL_WIDTH = 34;
    private static final int COLUMN_WIDTH = 22;

    private final Machine machine;
    private final Load load;
    private final Map<String, LoadResult> results;

    /** What a result was measured on. */
    record Machine(String jdk, int processors) {
        static Machine current() {
            return new Machine(System.getProperty("java.version"), Runtime.getRuntime().availableProcessors());
        }
    }

    /** A report on {@code results}, by the name of the pool, in the order of the columns. */
    DemoReport(Machine machine, Load load, Map<String, LoadResult> results) {
        this.machine = machine;
        this.load = load;
        this.results = results;
    }

    List<String> table() {
        List<String> lines = new ArrayList<>();
        lines.add(format("%,d virtual threads share %,d connections of an embedded database (1 query and %s a turn);",
                load.threads(), load.connections(), time(load.roundTrip().toNanos() / 1_000)));
        lines.add(
                format("%,d of the threads give up after %d to %d ms and ask again. %s s each, JDK %s, %d processors.",
                        load.impatientThreads(), load.shortestPatience().toMillis(), load.longestPatience().toMillis(),
                        load.length().toSeconds(), System.getProperty("java.version"),
                        Runtime.getRuntime().availableProcessors()));
        lines.add("");
        lines.add(pad("") + join(results.keySet()));
        row(lines, "served per second", result -> format("%,.0f", result.servedPerSecond()));
        row(lines, "served", result -> format("%,d", result.served()));
        row(lines, "  waited, median", result -> time(result.waits().medianMicros()));
        row(lines, "  waited, 99th percentile", result -> time(result.waits().p99Micros()));
        row(lines, "  waited, longest", result -> time(result.waits().maxMicros()));
        row(lines, "aborted (their time was over)", result -> format("%,d", result.aborted()));
        row(lines, "  returned late by, median", result -> time(result.delays().medianMicros()));
        row(lines, "  returned late by, longest", result -> time(result.delays().maxMicros()));
        row(lines, "lost connections", result -> format("%,d", result.lostConnections()));
        row(lines, "lost requests", result -> format("%,d", result.lostRequests() + result.stuckThreads()));
        if (results.values().stream().anyMatch(result -> result.failed() + result.sharedUses() > 0)) {
            row(lines, "failed queries", result -> format("%,d", result.failed()));
            row(lines, "connections in two hands", result -> format("%,d", result.sharedUses()));
        }
        return lines;
    }

    String json() {
        Map<String, Object> loadFields = new LinkedHashMap<>();
        loadFields.put("threads", load.threads());
        loadFields.put("impatientThreads", load.impatientThreads());
        loadFields.put("connections", load.connections());
        loadFields.put("seconds", load.length().toSeconds());
        loadFields.put("roundTripMicros", load.roundTrip().toNanos() / 1_000);
        loadFields.put("patienceMillis",
                List.of(load.shortestPatience().toMillis(), load.longestPatience().toMillis()));
        Map<String, Object> machineFields = new LinkedHashMap<>();
        machineFields.put("jdk", machine.jdk());
        machineFields.put("processors", machine.processors());
        List<Object> pools = new ArrayList<>();
        results.forEach((name, result) -> pools.add(fields(name, result)));
        Map<String, Object> root = new LinkedHashMap<>();
        root.put("load", loadFields);
        root.put("machine", machineFields);
        root.put("pools", pools);
        return Json.of(root);
    }

    private static Map<String, Object> fields(String name, LoadResult result) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("name", name);
        fields.put("interrupted", result.interrupted());
        fields.put("servedPerSecond", Math.round(result.servedPerSecond()));
        fields.put("served", result.served());
        fields.put("waitMicros", fields(result.waits()));
        fields.put("aborted", result.aborted());
        fields.put("abortDelayMicros", fields(result.delays()));
        fields.put("failed", result.failed());
        fields.put("lostConnections", result.lostConnections());
        fields.put("lostRequests", result.lostRequests());
        fields.put("stuckThreads", result.stuckThreads());
        fields.put("sharedUses", result.sharedUses());
        return fields;
    }

    private static Map<String, Object> fields(WaitTimes times) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("median", times.medianMicros());
        fields.put("p99", times.p99Micros());
        fields.put("max", times.maxMicros());
        return fields;
    }

    private void row(List<String> lines, String label, Function<LoadResult, String> cell) {
        lines.add(pad(label) + join(results.values().stream().map(cell).toList()));
    }

    private static String pad(String label) {
        return format("%-" + LABEL_WIDTH + "s", label);
    }

    private static String join(Iterable<String> cells) {
        StringBuilder line = new StringBuilder();
        cells.forEach(cell -> line.append(format("%" + COLUMN_WIDTH + "s", cell)));
        return line.toString();
    }

    /** A time with three significant digits or so, in a unit that people read easily. */
    static String time(long micros) {
        if (micros < 10_000) {
            return format("%.2f ms", micros / 1e3);
        }
        return micros < 1_000_000 ? format("%.0f ms", micros / 1e3) : format("%.2f s", micros / 1e6);
    }

    @SuppressWarnings("AnnotateFormatMethod") // the patterns are all in this class
    private static String format(String pattern, Object... values) {
        return String.format(Locale.ROOT, pattern, values);
    }
}
