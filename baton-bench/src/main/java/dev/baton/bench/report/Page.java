package dev.baton.bench.report;

import dev.baton.bench.Cell;
import dev.baton.bench.Peer;
import dev.baton.bench.result.FootprintRow;
import dev.baton.bench.result.Latency;
import dev.baton.bench.result.Measurement;
import dev.baton.bench.result.Report;
import dev.baton.bench.result.Score;
import dev.baton.bench.result.SuiteResult;
import dev.baton.bench.result.Verdict;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

/** The report as one HTML page that needs nothing else: losses first, then goals, then the figures and all numbers. */
public final class Page {
    private final Report report;
    private final StringBuilder html = new StringBuilder();

    private Page(Report report) {
        this.report = report;
    }

    public static String of(Report report) {
        return new Page(report).write();
    }

    private String write() {
        add(String.format(Locale.ROOT,
                "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>Baton benchmarks</title>\n"
                        + "<meta name=\"viewport\" content=\"width=device-width\">\n<style>\n%s</style>\n</head>\n<body>",
                resource("page.css")));
        add("<h1>Baton benchmarks</h1>");
        facts();
        warnings();
        contents();
        if (!report.suites().isEmpty()) {
            overview();
            losses();
            failures();
            goals();
            report.suites().forEach(this::suite);
        }
        footprint();
        add(String.format(Locale.ROOT, "<h2>How to read this</h2>\n%s</body>\n</html>", resource("reading.html")));
        return html.toString();
    }

    private void facts() {
        add("<dl class=\"facts\">");
        report.facts().forEach((name, value) -> add(String.format(Locale.ROOT, "<div><dt>%s</dt><dd>%s</dd></div>",
                Html.escape(name), Html.escape(value))));
        add("</dl>");
    }

    private void warnings() {
        if (!report.warnings().isEmpty()) {
            add("<div class=\"warning\">");
            report.warnings().forEach(warning -> add("<p>" + Html.escape(warning) + "</p>"));
            add("</div>");
        }
    }

    private void contents() {
        if (report.suites().size() > 1) {
            add("<nav aria-label=\"Suites\">");
            report.suites().forEach(result -> add(String.format(Locale.ROOT, "<a href=\"#%s\">%s</a>",
                    Html.escape(result.suite().name()), Html.escape(result.suite().title()))));
            add("</nav>");
        }
    }

    private void overview() {
        String chart = Overview.of(report);
        if (!chart.isEmpty()) {
            add("<h2>At a glance</h2>");
            add(chart);
            add("<p>A dot is a case: red where Baton loses by more than the error, green where it wins by more than the "
                    + "error. Rest on a dot to read it.</p>");
        }
    }

    private void losses() {
        List<Loss> losses = Loss.in(report);
        add("<h2>Where Baton loses</h2>");
        add(String.format(Locale.ROOT, "<p>In %d of %d cases the best peer is faster by more than the error.</p>",
                losses.size(),
                Loss.compared(report)));
        if (losses.isEmpty()) {
            return;
        }
        add("<table><tr><th>Suite</th><th>Case</th><th>Baton</th><th colspan=\"2\">Best peer</th><th>Ratio</th></tr>");
        for (Loss loss : losses) {
            row(loss.result().suite().title(), loss.cell().label(), Numbers.score(loss.baton()),
                    Numbers.score(loss.theirs()), loss.peer().name(), Numbers.ratio(loss.ratio()));
        }
        add("</table>");
    }

    private void failures() {
        List<String> failures = report.suites().stream()
                .flatMap(result -> result.measurements().stream().filter(one -> one.score() == null)
                        .map(one -> result.suite().title() + ", " + one.cell().label() + ", " + one.peer().name() + ": "
                                + one.failure()))
                .toList();
        if (!failures.isEmpty()) {
            add(String.format(Locale.ROOT, "<h2>What did not finish</h2>\n<ul>%s</ul>",
                    failures.stream().map(text -> "<li>" + Html.escape(text) + "</li>").collect(Collectors.joining())));
        }
    }

    private void goals() {
        List<Verdict> verdicts = report.verdicts();
        if (verdicts.isEmpty()) {
            return;
        }
        add("<h2>Goals</h2>\n<table><tr><th>Verdict</th><th>Suite</th><th>Goal</th><th>Measured</th></tr>");
        for (Verdict verdict : verdicts) {
            add(String.format(Locale.ROOT, "<tr><td class=\"%s\">%s</td><td>%s</td><td>%s</td><td>%s</td></tr>",
                    verdict.outcome().text(), verdict.outcome().text(),
                    Html.escape(verdict.suite()), Html.escape(verdict.goal()), Html.escape(verdict.detail())));
        }
        add("</table>");
    }

    private void suite(SuiteResult result) {
        add(String.format(Locale.ROOT, "<h2 id=\"%s\">%s</h2>", Html.escape(result.suite().name()),
                Html.escape(result.suite().title())));
        add("<figure>\n<div class=\"legend\">");
        for (Peer peer : result.peers()) {
            add(String.format(Locale.ROOT,
                    "<span class=\"%s\"><svg viewBox=\"0 0 26 10\"><line x1=\"1\" x2=\"25\" y1=\"5\" y2=\"5\"/></svg>%s</span>",
                    Plot.style(result, peer), Html.escape(peer.name())));
        }
        add("</div>\n<div class=\"panels\">");
        Map<Cell, List<Cell>> panels = result.cells().stream().collect(
                Collectors.groupingBy(result.suite()::panel, LinkedHashMap::new, Collectors.toList()));
        panels.forEach((panel, cells) -> add(
                Plot.of(result, panel.values().isEmpty() ? result.suite().operation() : panel.label(), cells)));
        add(String.format(Locale.ROOT,
                "</div>\n<figcaption>Time of: %s; lower is better. After: %s.</figcaption>\n</figure>",
                Html.escape(result.suite().operation()), Html.escape(result.suite().source())));
        numbers(result);
    }

    private void numbers(SuiteResult result) {
        add("<details><summary>All numbers: time, allocation, latency percentiles</summary>\n<table><tr><th>Case</th>"
                + "<th>Contender</th><th>Time of an operation</th><th>Operations a second</th><th>Ratio</th>"
                + "<th>Bytes an operation</th><th>p50</th><th>p90</th><th>p99</th><th>p99.9</th><th>max</th></tr>");
        for (Measurement one : result.measurements()) {
            Score score = one.score();
            Latency latency = one.latency();
            var ratio = one.peer().equals(result.suite().baton()) ? null : result.ratio(one.cell(), one.peer());
            row(one.cell().label(), one.peer().name(), score == null ? one.failure() : Numbers.score(score),
                    score == null ? "" : String.format(Locale.ROOT, "%,.0f", 1e9 / score.nanos()),
                    ratio == null ? "" : Numbers.ratio(ratio),
                    one.allocation() == null ? "" : Numbers.bytes(one.allocation()),
                    percentile(latency, Latency::p50),
                    percentile(latency, Latency::p90), percentile(latency, Latency::p99),
                    percentile(latency, Latency::p999), percentile(latency, Latency::max));
        }
        add("</table></details>");
    }

    private static String percentile(@Nullable Latency latency, ToLongFunction<Latency> which) {
        return latency == null ? "" : Numbers.time((double) which.applyAsLong(latency));
    }

    private void footprint() {
        if (report.footprint().isEmpty()) {
            return;
        }
        add("<h2 id=\"footprint\">Footprint</h2>\n<table><tr><th>Class</th><th>Bytes, idle</th>"
                + "<th>Bytes, each waiter</th></tr>");
        for (FootprintRow row : report.footprint()) {
            row(row.name(), String.valueOf(row.idle()), Numbers.bytes(row.perWaiter()));
        }
        add("</table>");
    }

    private void row(String... columns) {
        html.append("<tr>");
        for (String column : columns) {
            html.append("<td>").append(Html.escape(column)).append("</td>");
        }
        html.append("</tr>\n");
    }

    private void add(String text) {
        html.append(text).append('\n');
    }

    private static String resource(String name) {
        try (InputStream in = Objects.requireNonNull(Page.class.getResourceAsStream(name))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
