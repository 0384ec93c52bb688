package dev.baton.cli.demo;

import org.HdrHistogram.Histogram;

/** A distribution of times, in microseconds. */
public record WaitTimes(long medianMicros, long p99Micros, long maxMicros) {
    static WaitTimes of(Histogram histogram) {
        return new WaitTimes(histogram.getValueAtPercentile(50), histogram.getValueAtPercentile(99),
                histogram.getMaxValue());
    }
}
