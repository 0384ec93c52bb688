package dev.baton.check.spec;

/**
 * How large scenarios get.
 *
 * @param threads the most threads
 * @param calls   the most calls of a thread
 * @param initial the most calls before the threads
 * @param last    the most calls after the threads
 * @param all     the most calls of all threads together
 */
public record ScenarioSize(int threads, int calls, int initial, int last, int all) {
    /**
     * As many calls as the threads can make.
     *
     * @param threads the most threads
     * @param calls   the most calls of a thread
     * @param initial the most calls before the threads
     * @param last    the most calls after the threads
     */
    public ScenarioSize(int threads, int calls, int initial, int last) {
        this(threads, calls, initial, last, Math.max(1, threads * calls));
    }

    /** Refuses sizes that make no scenario. */
    public ScenarioSize {
        if (threads < 1 || calls < 1 || initial < 0 || last < 0 || all < 1 || threads * calls + last > 60) {
            throw new IllegalArgumentException("no scenario has " + threads + " threads with " + calls + " calls each, "
                    + initial + " before and " + last + " after them");
        }
    }
}
