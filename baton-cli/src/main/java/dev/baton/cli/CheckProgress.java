package dev.baton.cli;

import dev.baton.check.explore.Progress;
import dev.baton.check.relax.RelaxProgress;
import java.io.PrintStream;
import java.util.Locale;

/** One line on a terminal that says what is being checked or relaxed and how far that is; nothing anywhere else. */
final class CheckProgress implements AutoCloseable {
    private static final String CLEAR = "\r\u001b[2K";

    private final boolean shown;
    private final PrintStream out;

    CheckProgress() {
        this(Terminal.isInteractive() && !"dumb".equals(System.getenv("TERM")), System.err);
    }

    CheckProgress(boolean shown, PrintStream out) {
        this.shown = shown;
        this.out = out;
    }

    boolean isShown() {
        return shown;
    }

    void begin(String name) {
        line(name + " ...");
    }

    void show(String name, Progress progress) {
        line(text(name, progress));
    }

    static String text(String name, Progress progress) {
        String text = String.format(Locale.ROOT, "%s: %,d executions, %,.0f a second", name, progress.executions(),
                progress.perSecond());
        return Double.isNaN(progress.estimatedTotal()) || progress.estimatedTotal() < progress.complete()
                ? text
                : text + String.format(Locale.ROOT, ", about %,.0f to complete", progress.estimatedTotal());
    }

    void show(RelaxProgress progress) {
        line(text(progress));
    }

    static String text(RelaxProgress progress) {
        return String.format(Locale.ROOT, "%s: %,d of %,d sites weakened, %,d open, %,d candidates, %,d executions",
                progress.phase(), progress.weakened(), progress.sites(), progress.open(), progress.candidates(),
                progress.executions());
    }

    private synchronized void line(String text) {
        if (shown) {
            out.print(CLEAR + (text.length() > 100 ? text.substring(0, 100) : text));
            out.flush();
        }
    }

    synchronized void clear() {
        if (shown) {
            out.print(CLEAR);
            out.flush();
        }
    }

    @Override
    public void close() {
        clear();
    }
}
