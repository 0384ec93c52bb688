package dev.baton.cli;

import dev.baton.check.explore.Progress;
import dev.baton.check.relax.RelaxProgress;
import java.io.PrintStream;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** One line on a terminal that says what is being resolved, checked or relaxed, and how far that is. */
final class CheckProgress implements AutoCloseable {
    private static final String CLEAR = "\r\u001b[2K";

    /** Of the narrowest usual terminal: a line that wraps could not be cleared. */
    private static final int WIDTH = 79;

    /** A reader that is a program, the page of {@code baton serve}, wants lines that it can tell apart. */
    private static final boolean LINES = "lines".equals(System.getProperty("baton.progress"));

    private final boolean shown;
    private final PrintStream out;
    private String name = "";
    private int number;
    private int of;

    CheckProgress() {
        this(LINES || (Terminal.isInteractive() && !"dumb".equals(System.getenv("TERM"))), System.err);
    }

    CheckProgress(boolean shown, PrintStream out) {
        this.shown = shown;
        this.out = out;
    }

    boolean isShown() {
        return shown;
    }

    /** Another check of so many begins; the total is 0 if it is not known. */
    void next(String check, int total) {
        number++;
        name = check;
        of = total;
        line(text(number, of, name, null));
    }

    void show(Progress progress) {
        line(text(number, of, name, progress));
    }

    /** How far it is, first of all; the name, which may be long, comes last. */
    static String text(int number, int of, String name, @Nullable Progress progress) {
        String place = of > 1 ? number + "/" + of + "  " : "";
        if (progress == null) {
            return place + name;
        }
        double estimate = progress.estimatedTotal();
        return place
                + String.format(Locale.ROOT, "%,d executions, %,.0f a second%s  %s", progress.executions(),
                        progress.perSecond(),
                        Double.isNaN(estimate) || estimate < progress.complete()
                                ? ""
                                : String.format(Locale.ROOT, ", about %,.0f to come", estimate - progress.complete()),
                        name);
    }

    /** Something begins that may take a while: said once where no terminal shows it. */
    void say(String what) {
        if (shown) {
            line(what);
        } else {
            out.println("baton: " + what + " ...");
        }
    }

    void show(String text) {
        line(text);
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
        if (LINES) {
            out.println(text);
        } else if (shown) {
            out.print(CLEAR + (text.length() > WIDTH ? text.substring(0, WIDTH - 3) + "..." : text));
            out.flush();
        }
    }

    synchronized void clear() {
        if (shown && !LINES) {
            out.print(CLEAR);
            out.flush();
        }
    }

    @Override
    public void close() {
        clear();
    }
}
