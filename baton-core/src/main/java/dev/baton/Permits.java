package dev.baton;

/**
 * The rule of semaphores: the state counts permits, and a request is let through when there are as many as it asks for.
 * The state is larger by 2^31 than the number of permits, which may be negative, so that adding to it never changes
 * what stands beside it in the word.
 */
enum Permits implements Rule {
    /*
     * State
     *   The queue's state word: available permits; negative only after reducePermits. Requests that wait are in the
     *   queue and not counted there.
     * Invariants
     *   - permits are taken for the head of the queue, or by an arriving request that saw nobody waiting or may pass;
     *   - after every increase of permits, and after every entry and abort, the head is granted if possible.
     */
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

    /**
     * Adds permits.
     *
     * @return false if there would be more than an int can count; nothing is added then
     * @throws IllegalStateException if there would be more than {@code limit}; nothing is added then
     */
    static boolean add(GrantQueue queue, int permits, int limit) {
        return limit == Integer.MAX_VALUE ? addBlindly(queue, permits) : addWithin(queue, permits, limit);
    }

    /**
     * Adds permits without a look at how many there are. If these would be more than an int can count, they are taken
     * back at once; nobody takes from them meanwhile, because as an int their number is negative.
     */
    private static boolean addBlindly(GrantQueue queue, int permits) {
        if (queue.getAndAddState(permits) + permits <= state(Integer.MAX_VALUE)) {
            return true;
        }
        long unused = queue.getAndAddState(-permits);
        return false;
    }

    private static boolean addWithin(GrantQueue queue, int permits, int limit) {
        for (;;) {
            int available = of(queue.wordVolatile());
            if (available + (long) permits > limit) {
                throw new IllegalStateException("release of " + permits + " beyond the limit of " + limit
                        + " permits; " + available + " are available");
            }
            if (cas(queue, available, available + permits)) {
                return true;
            }
        }
    }

    /** Takes all permits, or, if their number is negative, brings it back to zero; returns the number before. */
    static int drain(GrantQueue queue) {
        for (;;) {
            int available = of(queue.wordVolatile());
            if (available == 0 || cas(queue, available, 0)) {
                return available;
            }
        }
    }

    /** Takes {@code reduction} permits, even if there are not so many. */
    static void reduce(GrantQueue queue, int reduction) {
        for (;;) {
            int available = of(queue.wordVolatile());
            int reduced = available - reduction;
            if (reduced > available) {
                throw new Error("Permit count underflow");
            }
            if (cas(queue, available, reduced)) {
                return;
            }
        }
    }

    private static boolean cas(GrantQueue queue, int expected, int replacement) {
        return queue.casState(state(expected), state(replacement));
    }
}
