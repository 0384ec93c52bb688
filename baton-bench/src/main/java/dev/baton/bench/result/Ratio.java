package dev.baton.bench.result;

import java.util.List;

/**
 * How many times faster one is than another.
 *
 * @param value above 1 means faster
 * @param error half the width of its 95 % confidence interval
 */
public record Ratio(double value, double error) {
    /** Of Baton to a peer; the relative errors of independent scores add as squares. */
    public static Ratio of(Score baton, Score peer) {
        double value = peer.nanos() / baton.nanos();
        return new Ratio(value, value * Math.hypot(baton.error() / baton.nanos(), peer.error() / peer.nanos()));
    }

    /** Geometric mean of at least one; the relative errors, taken as independent, add as squares. */
    static Ratio mean(List<Ratio> ratios) {
        double logs = 0;
        double squares = 0;
        for (Ratio ratio : ratios) {
            logs += Math.log(ratio.value);
            squares += Math.pow(ratio.error / ratio.value, 2);
        }
        double mean = Math.exp(logs / ratios.size());
        return new Ratio(mean, mean * Math.sqrt(squares) / ratios.size());
    }

    /** Whether Baton is slower, and by more than the error. */
    public boolean isClearLoss() {
        return value + error < 1;
    }

    /** Whether Baton is faster, and by more than the error. */
    public boolean isClearWin() {
        return value - error > 1;
    }
}
