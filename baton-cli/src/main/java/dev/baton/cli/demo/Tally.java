package dev.baton.cli.demo;

import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.AtomicHistogram;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** What the threads of one run count: every request that was made, and how it ended. */
final class Tally {
    private static final long LONGEST_MICROS = 3_600_000_000L;

    private final LongAdder made = new LongAdder();
    private final LongAdder served = new LongAdder();
    private final LongAdder aborted = new LongAdder();
    private final LongAdder failed = new LongAdder();
    private final LongAdder sharedUses = new LongAdder();
    private final AtomicReference<@Nullable Throwable> firstFailure = new AtomicReference<>();
    private final Histogram waits = new AtomicHistogram(LONGEST_MICROS, 3);
    private final Histogram delays = new AtomicHistogram(LONGEST_MICROS, 3);

    void made() {
        made.increment();
    }

    /** A request got its connection after {@code waitedNanos}. */
    void granted(long waitedNanos) {
        waits.recordValue(micros(waitedNanos));
    }

    void served() {
        served.increment();
    }

    /** A request gave up, {@code lateNanos} after it meant to. */
    void aborted(long lateNanos) {
        delays.recordValue(micros(lateNanos));
        aborted.increment();
    }

    /** A request gave up because its thread was interrupted. */
    void interrupted() {
        aborted.increment();
    }

    void failed(Throwable cause) {
        firstFailure.compareAndSet(null, cause);
        failed.increment();
    }

    void sharedUse() {
        sharedUses.increment();
    }

    long servedSoFar() {
        return served.sum();
    }

    long abortedSoFar() {
        return aborted.sum();
    }

    long endedSoFar() {
        return served.sum() + aborted.sum() + failed.sum();
    }

    long madeSoFar() {
        return made.sum();
    }

    long failedSoFar() {
        return failed.sum();
    }

    long sharedUsesSoFar() {
        return sharedUses.sum();
    }

    @Nullable
    Throwable firstFailure() {
        return firstFailure.get();
    }

    WaitTimes waits() {
        return WaitTimes.of(waits);
    }

    WaitTimes delays() {
        return WaitTimes.of(delays);
    }

    private static long micros(long nanos) {
        return Math.clamp(nanos / 1_000, 0, LONGEST_MICROS);
    }
}
