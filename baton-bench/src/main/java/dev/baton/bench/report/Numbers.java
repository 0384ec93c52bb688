package dev.baton.bench.report;

import dev.baton.bench.result.Ratio;
import dev.baton.bench.result.Score;
import java.util.Locale;

/** Numbers as people read them: three digits and a unit. */
final class Numbers {
    private Numbers() {}

    static String time(double nanos) {
        if (nanos < 1_000) {
            return digits(nanos) + " ns";
        }
        if (nanos < 1_000_000) {
            return digits(nanos / 1_000) + " µs";
        }
        if (nanos < 1_000_000_000) {
            return digits(nanos / 1_000_000) + " ms";
        }
        return digits(nanos / 1_000_000_000) + " s";
    }

    static String score(Score score) {
        return time(score.nanos()) + String.format(Locale.ROOT, " ± %.0f %%", 100 * score.error() / score.nanos());
    }

    static String ratio(Ratio ratio) {
        return digits(ratio.value()) + " ± " + digits(ratio.error());
    }

    static String bytes(double bytes) {
        return bytes < 0.05
                ? "0"
                : bytes < 10
                        ? String.format(Locale.ROOT, "%.1f", bytes)
                        : String.format(Locale.ROOT, "%.0f", bytes);
    }

    private static String digits(double value) {
        return String.format(Locale.ROOT, value < 10 ? "%.2f" : value < 100 ? "%.1f" : "%.0f", value);
    }
}
