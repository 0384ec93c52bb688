package dev.baton.bench.report;

import dev.baton.bench.Cell;
import dev.baton.bench.result.Measurement;
import dev.baton.bench.result.Ratio;
import dev.baton.bench.result.Report;
import dev.baton.bench.result.Score;
import dev.baton.bench.result.SuiteResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** All suites in one chart: a row a suite, a dot a case, at the best peer's time divided by Baton's. */
final class Overview {
    private static final int WIDTH = 860;
    private static final int LEFT = 300;
    private static final int RIGHT = 30;
    private static final int TOP = 26;
    private static final int ROW = 24;

    private record Dot(Cell cell, String peer, Ratio ratio) {}

    private final List<SuiteResult> suites = new ArrayList<>();
    private final List<List<Dot>> dots = new ArrayList<>();
    private final StringBuilder svg = new StringBuilder();
    private double low = 0.5;
    private double high = 2;

    private Overview(Report report) {
        for (SuiteResult result : report.suites()) {
            List<Dot> row = row(result);
            if (!row.isEmpty()) {
                suites.add(result);
                dots.add(row);
                for (Dot dot : row) {
                    low = Math.min(low, dot.ratio().value() / 1.2);
                    high = Math.max(high, dot.ratio().value() * 1.2);
                }
            }
        }
    }

    /** The chart; empty if nothing can be compared. */
    static String of(Report report) {
        Overview overview = new Overview(report);
        return overview.suites.isEmpty() ? "" : overview.draw();
    }

    private static List<Dot> row(SuiteResult result) {
        List<Dot> row = new ArrayList<>();
        for (Cell cell : result.cells()) {
            Measurement best = result.bestPeer(cell).orElse(null);
            Score ours = result.score(cell, result.suite().baton());
            if (best != null && best.score() != null && ours != null) {
                row.add(new Dot(cell, best.peer().name(), Ratio.of(ours, best.score())));
            }
        }
        return row;
    }

    private String draw() {
        int bottom = TOP + suites.size() * ROW;
        svg.append(String.format(Locale.ROOT, "<svg class=\"plot overview\" viewBox=\"0 0 %d %d\" role=\"img\" "
                + "aria-label=\"Every case beside its best peer\">%n", WIDTH, bottom + 40));
        for (double decade = Math.pow(10, Math.floor(Math.log10(low))); decade <= high; decade *= 10) {
            for (double mark : new double[]{1, 2, 5}) {
                double value = decade * mark;
                if (value >= low && value <= high && (mark == 1 || high / low < 100)) {
                    tick(value, bottom);
                }
            }
        }
        for (int index = 0; index < suites.size(); index++) {
            int y = TOP + index * ROW + ROW / 2;
            svg.append(String.format(Locale.ROOT, "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%s</text>%n", LEFT - 12,
                    y + 4, Html.escape(suites.get(index).suite().title())));
            for (Dot dot : dots.get(index)) {
                svg.append(String.format(Locale.ROOT,
                        "<circle class=\"%s\" cx=\"%.1f\" cy=\"%d\" r=\"4.5\"><title>%s</title></circle>%n",
                        kind(dot.ratio()), x(dot.ratio().value()), y, Html.escape(dot.cell().label() + ", against "
                                + dot.peer() + ": " + Numbers.ratio(dot.ratio()))));
            }
        }
        return svg.append(String.format(Locale.ROOT,
                "<text class=\"axis\" x=\"%d\" y=\"%d\">time of the best peer divided by Baton's, logarithmic; left of 1 "
                        + "Baton is slower</text>%n</svg>",
                (LEFT + WIDTH - RIGHT) / 2, bottom + 32)).toString();
    }

    private static String kind(Ratio ratio) {
        return ratio.isClearLoss() ? "missed" : ratio.value() - ratio.error() > 1 ? "reached" : "undecided";
    }

    private void tick(double value, int bottom) {
        svg.append(String.format(Locale.ROOT,
                "<line class=\"%s\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%d\" y2=\"%d\"/>"
                        + "<text class=\"tick\" x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%s</text>%n",
                value == 1 ? "one" : "grid", x(value), x(value), TOP - 6, bottom, x(value), bottom + 14,
                value >= 1 ? String.format(Locale.ROOT, "%,.0f", value) : String.format(Locale.ROOT, "%.2g", value)));
    }

    private double x(double ratio) {
        return LEFT + (Math.log(ratio) - Math.log(low)) / (Math.log(high) - Math.log(low)) * (WIDTH - RIGHT - LEFT);
    }
}
