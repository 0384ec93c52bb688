package dev.baton.bench.result;

import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.util.Statistics;

/**
 * Time of an operation.
 *
 * @param nanos mean
 * @param error half the width of the 95 % confidence interval of the mean
 */
public record Score(double nanos, double error) {
    private static final double CONFIDENCE = 0.95;

    /** Of the iterations of all forks, whatever JMH's unit; of a throughput, the time that an operation takes. */
    public static Score of(Result<?> result) {
        Statistics statistics = result.getStatistics();
        double error = statistics.getN() < 2 ? Double.NaN : statistics.getMeanErrorAt(CONFIDENCE);
        return of(statistics.getMean(), Double.isNaN(error) ? 0 : error, result.getScoreUnit());
    }

    static Score of(double mean, double error, String unit) {
        if (unit.startsWith("ops/")) {
            double nanos = nanos(unit.substring(4)) / mean;
            return new Score(nanos, nanos * error / mean);
        }
        double factor = nanos(unit.substring(0, Math.max(0, unit.indexOf('/'))));
        return new Score(mean * factor, error * factor);
    }

    private static double nanos(String unit) {
        return switch (unit) {
            case "ns" -> 1;
            case "us" -> 1e3;
            case "ms" -> 1e6;
            case "s" -> 1e9;
            default -> throw new IllegalArgumentException("no unit of time: " + unit);
        };
    }
}
