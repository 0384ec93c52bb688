package dev.baton.bench.result;

import java.util.List;

import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** Percentiles of the latency of single operations, in nanoseconds. */
public record Latency(long p50, long p90, long p99, long p999, long max) {
    /** Of all forks together; null if there are none. */
    public static @Nullable Latency of(List<Histogram> forks) {
        if (forks.isEmpty()) {
            return null;
        }
        Histogram all = new Histogram(3);
        forks.forEach(all::add);
        return new Latency(all.getValueAtPercentile(50), all.getValueAtPercentile(90), all.getValueAtPercentile(99),
                all.getValueAtPercentile(99.9), all.getMaxValue());
    }
}
