package dev.baton.report.picture;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** The chart of README: how many times as fast as the peer, on a logarithmic scale, what we lose to the left of the line. */
final class ReadmeChart {
    private static final int LEFT = 330;
    private static final int RIGHT = 720;
    private static final int TOP = 50;
    private static final int ROW = 34;
    private static final double LEAST = 0.35;

    private record Row(String name, double ours, double theirs, String peer) {
        double ratio() {
            return theirs / ours;
        }
    }

    private ReadmeChart() {}

    /** Draws a file of rows: what is measured, our time, the peer's time, the peer. */
    static String of(Path data) throws IOException {
        List<String[]> lines = Files.readAllLines(data).stream().filter(line -> !line.startsWith("#"))
                .map(line -> line.split(",", -1)).toList();
        String caption = lines.getFirst()[1];
        List<Row> rows = lines.stream().skip(1).map(each -> new Row(each[0].replace(';', ','),
                Double.parseDouble(each[1]), Double.parseDouble(each[2]), each[3])).toList();
        double most = Math.pow(10, Math.ceil(Math.log10(rows.stream().mapToDouble(Row::ratio).max().orElse(10))));
        int bottom = TOP + rows.size() * ROW;
        Drawing drawing = new Drawing(800, bottom + 62, "Time of the peer divided by Baton's");
        drawing.text("soft", 560, 20, "times as fast as the JDK's class; left of the line Baton is slower");
        for (double mark = 1; mark <= most; mark *= 10) {
            int x = x(mark, most);
            drawing.line(mark == 1 ? "one" : "grid", x, TOP - 8, x, bottom).text("soft", x, bottom + 14,
                    mark == 1 ? "1" : String.format(Locale.ROOT, "%,.0f", mark));
        }
        for (int index = 0; index < rows.size(); index++) {
            Row row = rows.get(index);
            int y = TOP + index * ROW + ROW / 2 - 4;
            boolean loses = row.ratio() < 1;
            drawing.text("end", LEFT - 30, y - 6, row.name())
                    .text("end soft", LEFT - 30, y + 9, "against " + row.peer())
                    .line(loses ? "bar bad" : "bar", x(1, most), y, x(row.ratio(), most), y)
                    .text(loses ? "bad end" : "bold start", x(row.ratio(), most) + (loses ? -8 : 10), y,
                            number(row.ratio()));
        }
        return drawing.text("soft", 400, bottom + 42, caption.replace(';', ',')).svg();
    }

    private static String number(double ratio) {
        return ratio < 10
                ? String.format(Locale.ROOT, "%.2f", ratio)
                : String.format(Locale.ROOT, "%,.0f", Double.parseDouble(String.format(Locale.ROOT, "%.2g", ratio)));
    }

    private static int x(double ratio, double most) {
        double part = (Math.log(Math.max(LEAST, ratio)) - Math.log(LEAST)) / (Math.log(most) - Math.log(LEAST));
        return (int) Math.round(LEFT + part * (RIGHT - LEFT));
    }
}
