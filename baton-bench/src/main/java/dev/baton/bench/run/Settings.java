package dev.baton.bench.run;

import java.time.Duration;
import java.util.List;

/**
 * How long and how often everything is measured.
 *
 * @param quick           only the headline cells and the peers that goals name
 * @param forks           JVMs for each contender in each cell
 * @param warmups         iterations that do not count
 * @param measurements    iterations that count
 * @param iterationMillis length of an iteration
 * @param hangSeconds     after which a fork counts as hung
 */
public record Settings(boolean quick, int forks, int warmups, int measurements, int iterationMillis, int hangSeconds) {
    /** What is published. */
    public static final Settings FULL = new Settings(false, 3, 3, 5, 1000, 120);
    /** Every headline ratio once, in about ten minutes. */
    public static final Settings QUICK = new Settings(true, 1, 3, 5, 300, 60);
    /** JVM options of the forks. */
    static final List<String> JVM_OPTIONS = List.of("-Xms1g", "-Xmx1g", "--add-opens=java.base/java.lang=ALL-UNNAMED",
            "--sun-misc-unsafe-memory-access=allow");
    /** What starting a JVM and sampling latencies take beside the iterations. */
    private static final double OVERHEAD_SECONDS = 1.3;

    /** Expected length of one fork. */
    double secondsPerTrial() {
        return OVERHEAD_SECONDS + (warmups + measurements) * iterationMillis * 1.1 / 1000;
    }

    /** What no fork takes unless it hangs, also where its benchmark has no watchdog. */
    Duration longestTrial() {
        return Duration.ofSeconds(3L * hangSeconds + Math.round(10 * secondsPerTrial()));
    }

    /** What people read. */
    String text() {
        return forks + (forks == 1 ? " fork" : " forks") + ", " + warmups + " warm-up and " + measurements
                + " measured iterations of " + iterationMillis + " ms"
                + (quick ? "; quick run: headline cells, and of the peers only those that goals name" : "");
    }
}
