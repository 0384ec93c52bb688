package dev.baton.bench.result;

import org.openjdk.jmh.util.Statistics;

/**
 * Time of an operation.
 *
 * @param nanos mean
 * @param error half the width of the 95 % confidence interval of the mean
 */
public record Score(double nanos, double error) {
    private static final double CONFIDENCE = 0.95;

    /** Of the iterations of all forks. */
    public static Score of(Statistics statistics) {
        double error = statistics.getN() < 2 ? Double.NaN : statistics.getMeanErrorAt(CONFIDENCE);
        return new Score(statistics.getMean(), Double.isNaN(error) ? 0 : error);
    }
}
