package dev.baton.bench.report;

import dev.baton.bench.Cell;
import dev.baton.bench.Peer;
import dev.baton.bench.result.Score;
import dev.baton.bench.result.SuiteResult;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/**
 * One panel of a figure as SVG: the axis parameter to the right, the time of an operation upwards on a logarithmic
 * scale, a line for each contender with its error; where there is but one point, bars from zero on. Lower is better.
 */
final class Plot {
    private static final int WIDTH = 360;
    private static final int HEIGHT = 270;
    private static final int LEFT = 58;
    private static final int RIGHT = 14;
    private static final int TOP = 28;
    private static final int BOTTOM = 40;
    /** A bar narrower than this has its label upright. */
    private static final int LABEL_WIDTH = 44;

    private final SuiteResult result;
    private final List<Cell> cells;
    private final StringBuilder svg = new StringBuilder();
    private double low;
    private double high;

    private Plot(SuiteResult result, List<Cell> cells) {
        this.result = result;
        this.cells = cells;
    }

    /** The panel of these cells, which differ only in the axis parameter. */
    static String of(SuiteResult result, String title, List<Cell> cells) {
        return new Plot(result, cells).draw(title);
    }

    /** Class of a contender's line: its place among all, for the colour. */
    static String style(SuiteResult result, Peer peer) {
        String kind = switch (peer.role()) {
            case BATON -> peer.equals(result.suite().baton()) ? "ours first" : "ours";
            case PEER -> "peer";
            case BASELINE -> "baseline";
        };
        return kind + " c" + result.suite().peers().indexOf(peer) % 12;
    }

    private String draw(String title) {
        double[] scores = cells.stream().flatMap(cell -> result.peers().stream().map(peer -> result.score(cell, peer)))
                .filter(Objects::nonNull).mapToDouble(Score::nanos).toArray();
        boolean bars = cells.size() == 1;
        low = bars ? 0 : Arrays.stream(scores).min().orElse(1) / 1.3;
        high = Arrays.stream(scores).max().orElse(10) * (!bars || hasUprightLabels() ? 1.3 : 1.15);
        add(String.format(Locale.ROOT, "<svg class=\"plot\" viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"%s\">",
                WIDTH, HEIGHT,
                Html.escape(title)));
        add(String.format(Locale.ROOT, "<text class=\"title\" x=\"%d\" y=\"17\">%s</text>", LEFT, Html.escape(title)));
        verticalAxis();
        horizontalAxis();
        List<Peer> peers = result.peers();
        for (int index = peers.size() - 1; index >= 0; index--) { // ours last, on top
            if (cells.size() == 1) {
                bar(peers.get(index), index, peers.size());
            } else {
                line(peers.get(index));
            }
        }
        add("</svg>");
        return svg.toString();
    }

    private void verticalAxis() {
        if (low == 0) {
            linearTicks();
        } else {
            logarithmicTicks();
        }
        add(String.format(Locale.ROOT,
                "<text class=\"axis\" transform=\"translate(12 %d) rotate(-90)\">time of an operation</text>",
                (TOP + HEIGHT - BOTTOM) / 2));
    }

    private void linearTicks() {
        double step = Math.pow(10, Math.floor(Math.log10(high)));
        for (double finer : new double[]{2, 2.5, 2}) { // 1, 0.5, 0.2, 0.1 of the decade, until there are enough
            if (high / step < 3) {
                step /= finer;
            }
        }
        for (int count = 0; count * step <= high; count++) {
            tick(count * step, count == 0 ? "0" : Numbers.time(count * step));
        }
    }

    private void logarithmicTicks() {
        int ticks = 0;
        for (int step = 1; step <= 3 && ticks < 3; step++) { // decades, then finer until there are enough
            double[] marks = step == 1 ? new double[]{1} : step == 2 ? new double[]{1, 3} : new double[]{1, 2, 5};
            ticks = ticks(marks, false);
            if (ticks >= 3 || step == 3) {
                ticks(marks, true);
            }
        }
    }

    private void tick(double value, String text) {
        add(String.format(Locale.ROOT, "<line class=\"grid\" x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\"/>", LEFT,
                WIDTH - RIGHT, y(value), y(value)));
        add(String.format(Locale.ROOT, "<text class=\"tick\" x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%s</text>",
                LEFT - 5,
                y(value) + 3.5, text.replace(".00 ", " ").replace(".0 ", " ")));
    }

    private int ticks(double[] marks, boolean draw) {
        int count = 0;
        for (double decade = Math.pow(10, Math.floor(Math.log10(low))); decade <= high; decade *= 10) {
            for (double mark : marks) {
                double value = decade * mark;
                if (value < low || value > high) {
                    continue;
                }
                count++;
                if (draw) {
                    tick(value, Numbers.time(value));
                }
            }
        }
        return count;
    }

    private void horizontalAxis() {
        for (int index = 0; index < cells.size(); index++) {
            add(String.format(Locale.ROOT, "<text class=\"tick\" x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%s</text>",
                    x(index),
                    HEIGHT - BOTTOM + 15, Html.escape(cells.get(index).get(result.suite().axis()))));
        }
        add(String.format(Locale.ROOT, "<text class=\"axis\" x=\"%d\" y=\"%d\">%s</text>", (LEFT + WIDTH - RIGHT) / 2,
                HEIGHT - 6,
                Html.escape(result.suite().axis())));
        add(String.format(Locale.ROOT, "<rect class=\"frame\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/>", LEFT,
                TOP, WIDTH - LEFT - RIGHT,
                HEIGHT - TOP - BOTTOM));
    }

    private void line(Peer peer) {
        StringBuilder points = new StringBuilder();
        StringBuilder marks = new StringBuilder();
        for (int index = 0; index < cells.size(); index++) {
            Score score = result.score(cells.get(index), peer);
            if (score == null) {
                continue;
            }
            points.append(String.format(Locale.ROOT, "%.1f,%.1f ", x(index), y(score.nanos())));
            marks.append(String.format(Locale.ROOT,
                    "<line class=\"error\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" y2=\"%.1f\"/>"
                            + "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\"><title>%s</title></circle>",
                    x(index), x(index), y(score.nanos() + score.error()),
                    y(Math.max(low, score.nanos() - score.error())), x(index), y(score.nanos()),
                    Html.escape(peer.name() + ", " + result.suite().axis() + "="
                            + cells.get(index).get(result.suite().axis()) + ": " + Numbers.score(score))));
        }
        add(String.format(Locale.ROOT, "<g class=\"%s\"><polyline points=\"%s\"/>%s</g>", style(result, peer),
                points.toString().strip(), marks));
    }

    private void bar(Peer peer, int index, int count) {
        Score score = result.score(cells.get(0), peer);
        if (score == null) {
            return;
        }
        double width = barWidth(count);
        double left = LEFT + width * (index + 0.5);
        double top = y(score.nanos());
        add(String.format(Locale.ROOT,
                "<g class=\"%s\"><rect class=\"bar\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"><title>%s</title>"
                        + "</rect><text class=\"tick\" %s>%s</text></g>",
                style(result, peer), left + 2, top, width - 4, HEIGHT - BOTTOM - top,
                Html.escape(peer.name() + ": " + Numbers.score(score)),
                String.format(Locale.ROOT,
                        hasUprightLabels()
                                ? "transform=\"translate(%.1f %.1f) rotate(-90)\""
                                : "x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\"",
                        left + width / 2 + (hasUprightLabels() ? 3.5 : 0), top - 4),
                Numbers.time(score.nanos())));
    }

    private static double barWidth(int count) {
        return (WIDTH - LEFT - RIGHT) / (count + 1.0);
    }

    private boolean hasUprightLabels() {
        return barWidth(result.peers().size()) < LABEL_WIDTH;
    }

    private double x(int index) {
        double step = (double) (WIDTH - LEFT - RIGHT) / cells.size();
        return LEFT + step * (index + 0.5);
    }

    private double y(double nanos) {
        if (low == 0) {
            return HEIGHT - BOTTOM - Math.min(1, nanos / high) * (HEIGHT - TOP - BOTTOM);
        }
        double part = (Math.log(Math.min(high, Math.max(low, nanos))) - Math.log(low))
                / (Math.log(high) - Math.log(low));
        return HEIGHT - BOTTOM - part * (HEIGHT - TOP - BOTTOM);
    }

    private void add(String text) {
        svg.append(text).append('\n');
    }
}
