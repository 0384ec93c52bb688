package dev.baton.check.spec;

/** The part of an order that quiescent consistency keeps. */
final class Quiescence {
    private static final int MOST_CALLS = 20;

    private Quiescence() {}

    static History history(MarkedCalls calls, long[] ended, long[] requested, Correctness correctness) {
        int[] results = new int[calls.size()];
        for (int call = 0; call < results.length; call++) {
            results[call] = calls.result(call);
        }
        if (correctness != Correctness.QUIESCENTLY_CONSISTENT) {
            return new History(calls.calls, results, ended, requested);
        }
        return new History(calls.calls, results, quiet(calls, ended), new long[results.length]);
    }

    /** Keeps the pairs that some moment separates: all on one side ended before any on the other began. */
    private static long[] quiet(MarkedCalls calls, long[] ended) {
        int size = ended.length;
        long[] kept = new long[size];
        if (size > MOST_CALLS) {
            throw new IllegalArgumentException("quiescent consistency of more than " + MOST_CALLS + " calls");
        }
        for (int early = 1; early < (1 << size) - 1; early++) {
            boolean separates = true;
            for (int call = 0; call < size && separates; call++) {
                separates = (early >>> call & 1) != 0
                        ? calls.result(call) != History.PENDING
                        : (ended[call] & early) == early;
            }
            for (int call = 0; call < size && separates; call++) {
                if ((early >>> call & 1) == 0) {
                    kept[call] |= early;
                }
            }
        }
        return kept;
    }
}
