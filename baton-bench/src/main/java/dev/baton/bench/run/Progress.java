package dev.baton.bench.run;

import java.io.PrintStream;
import java.util.Locale;

import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.jspecify.annotations.Nullable;

/** How far the run is, and how long it will take: a bar on a terminal, now and then a line elsewhere. */
final class Progress implements AutoCloseable {
    private final PrintStream out;
    private final int total;
    private final long began = System.nanoTime();
    private final @Nullable ProgressBar bar;
    private int done;
    private int announced;

    Progress(PrintStream out, boolean terminal, int total, double secondsPerTrial) {
        this.out = out;
        this.total = total;
        out.println(total + " forks, about " + duration(total * secondsPerTrial) + ".");
        bar = terminal
                ? new ProgressBarBuilder().setTaskName("bench").setInitialMax(total)
                        .setStyle(ProgressBarStyle.UNICODE_BLOCK).setUpdateIntervalMillis(500).build()
                : null;
    }

    void begin(Trial trial) {
        if (bar != null) {
            bar.setExtraMessage(trial.suite().name() + " " + trial.cell().label() + ", " + trial.peer().name());
        }
    }

    void end() {
        done++;
        if (bar != null) {
            bar.step();
        } else if (done * 10 / total > announced || done == total) {
            announced = done * 10 / total;
            double elapsed = (System.nanoTime() - began) / 1e9;
            out.println(String.format(Locale.ROOT, "%d of %d forks, %s passed, about %s left", done, total,
                    duration(elapsed), duration(elapsed / done * (total - done))));
        }
    }

    static String duration(double seconds) {
        long whole = Math.round(seconds);
        return whole < 90
                ? whole + " s"
                : whole < 5400
                        ? Math.round(whole / 60.0) + " min"
                        : String.format(Locale.ROOT, "%.1f h", whole / 3600.0);
    }

    @Override
    public void close() {
        if (bar != null) {
            bar.close();
        }
    }
}
