package dev.baton.bench.simulate;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Lines over the number of cores as one SVG: both axes logarithmic, labelled as simulated. */
final class Chart {
    private static final int WIDTH = 520;
    private static final int HEIGHT = 340;
    private static final int LEFT = 64;
    private static final int RIGHT = 150;
    private static final int TOP = 46;
    private static final int BOTTOM = 46;
    private static final String[] COLOURS = {"#0b6e4f", "#c1440e", "#3f5f9f", "#8a6d00", "#7b3f8c", "#555555"};

    /**
     * One line.
     *
     * @param name   what the legend calls it
     * @param values one for each number of cores
     */
    record Line(String name, List<Double> values) {}

    private final String title;
    private final String unit;
    private final List<Integer> cores;
    private final List<Line> lines;
    private final double low;
    private final double high;
    private final StringBuilder svg = new StringBuilder();

    private Chart(String title, String unit, List<Integer> cores, List<Line> lines) {
        this.title = title;
        this.unit = unit;
        this.cores = cores;
        this.lines = lines;
        List<Double> values = new ArrayList<>();
        lines.forEach(line -> values.addAll(line.values));
        low = values.stream().mapToDouble(Double::doubleValue).min().orElse(1) / 1.2;
        high = values.stream().mapToDouble(Double::doubleValue).max().orElse(10) * 1.2;
    }

    static String svg(String title, String unit, List<Integer> cores, List<Line> lines) {
        return new Chart(title, unit, cores, lines).draw();
    }

    private String draw() {
        add("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" role=\"img\" font-family=\"sans-serif\" "
                + "font-size=\"11\">", WIDTH, HEIGHT);
        add("<title>%s (simulated)</title>", title);
        add("<rect width=\"%d\" height=\"%d\" fill=\"#ffffff\"/>", WIDTH, HEIGHT);
        add("<text x=\"%d\" y=\"18\" font-size=\"13\" font-weight=\"bold\">%s</text>", LEFT, title);
        add("<text x=\"%d\" y=\"34\" fill=\"#a00000\">simulated, not measured</text>", LEFT);
        grid();
        for (int index = 0; index < lines.size(); index++) {
            line(lines.get(index), index);
        }
        add("</svg>");
        return svg.toString();
    }

    private void grid() {
        for (int index = 0; index < cores.size(); index++) {
            add("<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%d</text>", x(index), HEIGHT - BOTTOM + 16,
                    cores.get(index));
        }
        add("<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">cores</text>", (LEFT + WIDTH - RIGHT) / 2, HEIGHT - 10);
        add("<text transform=\"translate(14 %d) rotate(-90)\" text-anchor=\"middle\">%s</text>",
                (TOP + HEIGHT - BOTTOM) / 2, unit);
        for (double decade = Math.pow(10, Math.floor(Math.log10(low))); decade <= high; decade *= 10) {
            for (double mark : new double[]{1, 2, 5}) {
                double value = decade * mark;
                if (value >= low && value <= high) {
                    add("<line x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"#dddddd\"/>", LEFT, WIDTH - RIGHT,
                            y(value), y(value));
                    add("<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%s</text>", LEFT - 6, y(value) + 4,
                            String.format(Locale.ROOT, value < 1 ? "%.2f" : "%.0f", value));
                }
            }
        }
        add("<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"none\" stroke=\"#888888\"/>", LEFT, TOP,
                WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM);
    }

    private void line(Line line, int place) {
        String colour = COLOURS[place % COLOURS.length];
        StringBuilder points = new StringBuilder();
        for (int index = 0; index < cores.size(); index++) {
            points.append(String.format(Locale.ROOT, "%.1f,%.1f ", x(index), y(line.values.get(index))));
        }
        add("<polyline points=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"2\"/>", points.toString().strip(),
                colour);
        int legend = TOP + 14 + 18 * place;
        add("<line x1=\"%d\" x2=\"%d\" y1=\"%d\" y2=\"%d\" stroke=\"%s\" stroke-width=\"2\"/>", WIDTH - RIGHT + 12,
                WIDTH - RIGHT + 32, legend - 4, legend - 4, colour);
        add("<text x=\"%d\" y=\"%d\">%s</text>", WIDTH - RIGHT + 38, legend, line.name);
    }

    private double x(int index) {
        return LEFT + (WIDTH - LEFT - RIGHT) * (index + 0.5) / cores.size();
    }

    private double y(double value) {
        double part = (Math.log(value) - Math.log(low)) / (Math.log(high) - Math.log(low));
        return HEIGHT - BOTTOM - part * (HEIGHT - TOP - BOTTOM);
    }

    @SuppressWarnings("AnnotateFormatMethod") // the annotation is no dependency of ours
    private void add(String format, Object... values) {
        svg.append(String.format(Locale.ROOT, format, values)).append('\n');
    }
}
