package dev.baton;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** Counts of a pool's rare events. What happens with each lease is counted in its slot, without contention. */
@SuppressWarnings("EnumOrdinal") // the places are not kept anywhere
final class PoolCounters {
    enum Count {
        TIMEOUTS, CREATION_FAILURES, INVALID, EXPIRED, IDLED_OUT, CLOSING_FAILURES, LEAKS, LISTENER_FAILURES
    }

    private final long[] counts = new long[Count.LISTENER_FAILURES.ordinal() + 1];

    void increment(Count count) {
        long unused = (long) COUNTS.getAndAddRelease(counts, count.ordinal(), 1L);
    }

    long of(Count count) {
        return counts[count.ordinal()];
    }

    // VarHandle mechanics
    private static final VarHandle COUNTS = MethodHandles.arrayElementVarHandle(long[].class);
}
