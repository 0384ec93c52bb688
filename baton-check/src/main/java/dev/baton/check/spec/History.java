package dev.baton.check.spec;

import java.util.Arrays;
import java.util.List;

/**
 * What is seen of an execution from outside: calls, their results, and which of them came first. Calls that never began are
 * not in it.
 */
public final class History {
    /** In the place of a result: the call never ends. */
    public static final int PENDING = -1;

    final List<Call> calls;
    final int[] results;
    /** Of each call, those that ended before it began. */
    final long[] ended;
    /** Of each call, those that had at least asked for what they want before it began. */
    final long[] requested;

    /**
     * @param calls     the calls that were begun
     * @param results   the number of each one's result, or {@link #PENDING}
     * @param ended     of each call the set of those that ended before it began
     * @param requested of each call the set of those that had ended or made their request before it began
     */
    public History(List<Call> calls, int[] results, long[] ended, long[] requested) {
        this.calls = List.copyOf(calls);
        this.results = results.clone();
        this.ended = ended.clone();
        this.requested = requested.clone();
    }

    int size() {
        return calls.size();
    }

    boolean isAborted(int call, ResultTexts texts) {
        return results[call] != PENDING && calls.get(call).operation().aborted().contains(texts.text(results[call]));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof History that && calls.equals(that.calls) && Arrays.equals(results, that.results)
                && Arrays.equals(ended, that.ended) && Arrays.equals(requested, that.requested);
    }

    @Override
    public int hashCode() {
        return 31 * (31 * Arrays.hashCode(results) + Arrays.hashCode(ended)) + calls.size();
    }
}
