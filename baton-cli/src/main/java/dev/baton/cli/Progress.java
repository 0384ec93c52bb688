package dev.baton.cli;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/**
 * Progress of one piece of work, on standard error: a bar where a person watches, a line now and then where a
 * file or another program does. Used by one thread.
 */
interface Progress extends AutoCloseable {
    /** Shows that {@code done} of the total is done, and what there is to say about it. */
    void show(long done, String detail);

    @Override
    void close();

    /**
     * Progress of {@code task} up to {@code total}, in the form that fits the output.
     *
     * @param unit what people count the work in, for example seconds
     * @param unitSize how many of what {@link #show} counts make one unit
     */
    static Progress of(String task, long total, String unit, long unitSize) {
        return Terminal.isInteractive()
                ? new Bar(task, total, unit, unitSize, System.err)
                : new Lines(task, total, unit, unitSize, System.err);
    }

    /** A bar that redraws itself. */
    final class Bar implements Progress {
        /**
         * Fixed, because the bar's way to ask the terminal for its width replaces the JVM's signal handlers, and
         * Ctrl-C would end the process without a word.
         */
        private static final int WIDTH = 79;

        private final ProgressBar bar;

        Bar(String task, long total, String unit, long unitSize, PrintStream out) {
            ProgressBarStyle style = out.charset().equals(StandardCharsets.UTF_8)
                    ? ProgressBarStyle.UNICODE_BLOCK
                    : ProgressBarStyle.ASCII;
            bar = new ProgressBarBuilder().setTaskName(task).setInitialMax(total).setUnit(" " + unit, unitSize)
                    .hideEta()
                    .setStyle(style).setUpdateIntervalMillis(100).clearDisplayOnFinish()
                    .setConsumer(new ConsoleProgressBarConsumer(out, WIDTH)).build();
        }

        @Override
        public void show(long done, String detail) {
            bar.stepTo(Math.min(done, bar.getMax()));
            bar.setExtraMessage(" " + detail);
        }

        @Override
        public void close() {
            bar.close();
        }
    }

    /** A line each time another quarter is done. */
    final class Lines implements Progress {
        private static final int STEPS = 4;

        private final String task;
        private final long total;
        private final String unit;
        private final long unitSize;
        private final PrintStream out;
        private long stepsShown;

        Lines(String task, long total, String unit, long unitSize, PrintStream out) {
            this.task = task;
            this.total = total;
            this.unit = unit;
            this.unitSize = unitSize;
            this.out = out;
        }

        @Override
        public void show(long done, String detail) {
            long step = Math.min(done, total) * STEPS / total;
            if (step > stepsShown) {
                stepsShown = step;
                out.println(task + ": " + done / unitSize + " of " + total / unitSize + " " + unit + ", " + detail);
            }
        }

        @Override
        public void close() {}
    }
}
