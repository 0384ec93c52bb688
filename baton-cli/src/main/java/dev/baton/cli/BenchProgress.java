package dev.baton.cli;

import dev.baton.bench.run.RunListener;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** How far a benchmark run is and how long it will still take, on standard error. */
final class BenchProgress implements RunListener, AutoCloseable {
    /** Forks after which their own pace tells more than the plan. */
    private static final int ENOUGH = 5;

    private @Nullable Progress progress;
    private long began;
    private int forks;
    private double planned;
    private int done;

    @Override
    public void planned(int count, double seconds) {
        forks = count;
        planned = seconds;
        began = System.nanoTime();
        System.err.println("baton: " + count + " forks, about " + duration(seconds) + ".");
        progress = Progress.of("bench", count, "forks", 1);
    }

    @Override
    public void began(String what) {
        show(left() + ": " + what);
    }

    @Override
    public void ended() {
        done++;
        show(left());
    }

    @Override
    public void warned(String sentence) {
        System.err.println("baton: warning: " + sentence);
    }

    private void show(String detail) {
        if (progress != null) {
            progress.show(done, detail);
        }
    }

    private String left() {
        double elapsed = (System.nanoTime() - began) / 1e9;
        double pace = done < ENOUGH ? planned / forks : elapsed / done;
        return duration(pace * (forks - done)) + " left";
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
        if (progress != null) {
            progress.close();
        }
    }
}
