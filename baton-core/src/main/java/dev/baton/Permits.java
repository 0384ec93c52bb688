package dev.baton;

/**
 * The rule of semaphores: the state counts permits, and a request is let through when there are as many as it asks for. The
 * state is larger by 2^31 than the number of permits, which may be negative, so that adding to it never changes what
 * stands beside it in the word.
 */
enum Permits implements Rule {
    RULE;

    /** The state without permits. */
    static final long NONE = 1L << 31;

    /** The state with {@code permits}. */
    static long state(int permits) {
        return NONE + permits;
    }

    /** The permits of a state; of a word, too: what stands beside the state falls away. */
    static int of(long state) {
        return (int) (state - NONE);
    }

    @Override
    public boolean allows(long state, int weight) {
        return of(state) >= weight;
    }

    @Override
    public long change(int weight) {
        return -weight;
    }
}
