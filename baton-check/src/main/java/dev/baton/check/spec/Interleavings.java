package dev.baton.check.spec;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;

/**
 * The orders that calls can have had in real time, from an order of events that all interleavings of an execution have. An
 * end is taken as soon as it can be: that delays nothing else, and more calls then begin after it, so the order is
 * stronger.
 */
final class Interleavings {
    private final int size;
    /** Of each call: the calls that must have ended, begun, before it begins, has requested, ends. */
    private final long[] endsBeforeBegin;
    private final long[] beginsBeforeRequest;
    private final long[] beginsBeforeEnd;
    private final boolean[] requests;
    private final boolean[] ends;
    private final Set<List<Long>> seen = new HashSet<>();

    Interleavings(MarkedCalls calls, CallOrder.Before before) {
        this.size = calls.size();
        this.endsBeforeBegin = new long[size];
        this.beginsBeforeRequest = new long[size];
        this.beginsBeforeEnd = new long[size];
        this.requests = new boolean[size];
        this.ends = new boolean[size];
        for (int call = 0; call < size; call++) {
            requests[call] = calls.request[call] >= 0;
            ends[call] = calls.end[call] >= 0;
            for (int other = 0; other < size; other++) {
                if (calls.end[other] >= 0 && before.orders(calls.end[other], calls.begin[call])) {
                    endsBeforeBegin[call] |= 1L << other;
                }
                if (requests[call] && before.orders(calls.begin[other], calls.request[call])) {
                    beginsBeforeRequest[call] |= 1L << other;
                }
                if (ends[call] && before.orders(calls.begin[other], calls.end[call])) {
                    beginsBeforeEnd[call] |= 1L << other;
                }
            }
        }
    }

    /** Shows the sets of calls that have ended, and that have made their request, before each call begins. */
    void each(BiConsumer<long[], long[]> visitor) {
        go(0, new long[size], new long[size], visitor);
    }

    private void go(long begun, long[] ended, long[] requested, BiConsumer<long[], long[]> visitor) {
        if (begun == (1L << size) - 1) {
            visitor.accept(ended, requested);
            return;
        }
        long over = reached(begun, ends, beginsBeforeEnd);
        long asked = reached(begun, requests, beginsBeforeRequest);
        if (!seen.add(key(begun, ended, requested))) {
            return;
        }
        for (int call = 0; call < size; call++) {
            if ((begun >>> call & 1) == 0 && (endsBeforeBegin[call] & ~over) == 0) {
                long[] nextEnded = ended.clone();
                long[] nextRequested = requested.clone();
                nextEnded[call] = over;
                nextRequested[call] = asked;
                go(begun | 1L << call, nextEnded, nextRequested, visitor);
            }
        }
    }

    private long reached(long begun, boolean[] happens, long[] needs) {
        long reached = 0;
        for (int call = 0; call < size; call++) {
            if (happens[call] && (begun >>> call & 1) != 0 && (needs[call] & ~begun) == 0) {
                reached |= 1L << call;
            }
        }
        return reached;
    }

    private static List<Long> key(long begun, long[] ended, long[] requested) {
        Long[] key = new Long[1 + 2 * ended.length];
        key[0] = begun;
        for (int i = 0; i < ended.length; i++) {
            key[1 + i] = ended[i];
            key[1 + ended.length + i] = requested[i];
        }
        return Arrays.asList(key);
    }
}
