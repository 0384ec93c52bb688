package dev.baton.bench.combine;

import java.util.List;
import java.util.Locale;

import org.HdrHistogram.Histogram;

/**
 * Prints the queuing delay per policy and for the JDK's locks: the time between the hand-over of a contended lock and
 * the next owner's entry, as in the paper's section 6.5. Needs {@code --add-opens java.base/java.lang=ALL-UNNAMED}.
 */
public final class DelayTable {
    private static final int SECTION = 1_000;
    private static final int WORK = 2_500;
    private static final int OPERATIONS = 300_000;

    private DelayTable() {}

    public static void main(String[] arguments) throws InterruptedException {
        int carriers = Runtime.getRuntime().availableProcessors();
        System.out.printf(Locale.ROOT, "queuing delay in µs, one lock, %d carriers, section 1 µs, work 2.5 µs%n",
                carriers);
        System.out.printf(Locale.ROOT, "%6s %-16s %10s %9s %9s %9s %9s %9s%n", "tasks", "lock", "contended", "50 %",
                "90 %", "99 %", "99.9 %", "mean");
        for (int tasks : new int[]{16, 64, 256, 1_000}) {
            for (String peer : List.of("dispatch", "inline", "combine", "jdk-lock-fair", "jdk-lock-unfair")) {
                Resources resources = new Resources(carriers, tasks, 1, SECTION, WORK, OPERATIONS);
                resources.run(peer); // warms up
                Visits visits = resources.run(peer).get(0);
                Histogram delays = visits.delays();
                System.out.printf(Locale.ROOT, "%6d %-16s %8.1f %% %9.2f %9.2f %9.2f %9.2f %9.2f%n", tasks, peer,
                        100.0 * visits.contended() / visits.sections(), micros(delays, 50), micros(delays, 90),
                        micros(delays, 99), micros(delays, 99.9), delays.getTotalCount() == 0
                                ? 0
                                : delays.getMean() / 1_000);
            }
        }
    }

    private static double micros(Histogram delays, double percentile) {
        return delays.getTotalCount() == 0 ? 0 : delays.getValueAtPercentile(percentile) / 1_000.0;
    }
}
