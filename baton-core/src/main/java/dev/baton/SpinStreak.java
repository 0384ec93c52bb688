package dev.baton;

/**
 * How many spins of a virtual thread have paid since it last let others run. The counts stand in a table by the
 * thread's number, each in cache lines of its own, so that counting costs no traffic between processors. Threads that
 * share a place share a count, which ends their streaks sooner; plain, because a lost count only moves the end of one.
 */
final class SpinStreak {
    /** Spins that may pay before a wait parks to let other virtual threads run. */
    static final int LONGEST = 1024;

    private static final int PLACES = 32;
    private static final int PLACE_INTS = 32;
    private static final int[] COUNTS = new int[(PLACES + 1) * PLACE_INTS];

    private SpinStreak() {}

    /** Counts one of the current thread's; true for the last of a streak. */
    static boolean ends() {
        int place = ((int) Thread.currentThread().threadId() & (PLACES - 1)) * PLACE_INTS + PLACE_INTS;
        int count = COUNTS[place] + 1;
        boolean last = count >= LONGEST;
        COUNTS[place] = last ? 0 : count;
        return last;
    }
}
