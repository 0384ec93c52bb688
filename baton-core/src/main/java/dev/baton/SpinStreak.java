package dev.baton;

/**
 * How many waits of a virtual thread have put off parking since one did not. Two virtual threads that always meet while they
 * spin or yield would never let others onto their carriers, so a streak of such waits ends, and one parks at once. (Yielding
 * is no way to let all others run: the scheduler may bring the same thread back before it looks for those that wait elsewhere.)
 *
 * <p>The counts stand in a table by the thread's number, each in cache lines of its own, so that counting costs no
 * traffic between processors. Threads that share a place share a count, which ends their streaks sooner; plain, because a
 * lost count only moves the end of one.
 */
final class SpinStreak {
    /** Of so many waits one parks at once to let other virtual threads run. */
    static final int LONGEST = 1024;

    private static final int PLACES = 32;
    private static final int PLACE_INTS = 32;
    private static final int[] COUNTS = new int[(PLACES + 1) * PLACE_INTS];

    private SpinStreak() {}

    /** Counts a wait of the current thread that begins; true if it should park at once. */
    static boolean ends() {
        int place = ((int) Thread.currentThread().threadId() & (PLACES - 1)) * PLACE_INTS + PLACE_INTS;
        int count = COUNTS[place] + 1;
        boolean last = count >= LONGEST;
        COUNTS[place] = last ? 0 : count;
        return last;
    }
}
