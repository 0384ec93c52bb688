package dev.baton.internal.park;

/**
 * Whether a virtual thread that has to wait for a counterpart looks at its request for a while before it parks. One
 * object for all threads of one meeting place; it learns from what came of the waits before.
 */
public final class CarrierSpinning {
    /*
     * Overview
     *   A virtual thread that spins holds its carrier. That pays while its counterpart runs on another carrier, and
     *   is in vain while the counterpart waits for a carrier, perhaps for this very one. The scheduler cannot be
     *   asked. But a counterpart that has parked here, and has not run since, was just woken and is in a queue. So
     *   nobody spins while somebody sleeps. Two threads on one carrier then take turns by parking, and spin as soon
     *   as another carrier has taken one of them.
     *
     *   A counterpart may be late for other reasons: it works, or it waits elsewhere, as each thread of a chain does.
     *   After a few spins in vain the next waits park at once, twice as many each time; a spin that was answered ends
     *   that.
     *
     *   Two threads that always meet while they spin would never let others onto their carriers. So one wait in STREAK
     *   yields first, chosen by a hash of its number: a counter would be a line that both sides write at each wait.
     *
     * State
     *   asleep: a thread has parked, and none has woken up since
     *   vain:   spins in vain since one was answered, 0 .. MOST_VAIN
     *   rest:   waits that park at once before the next spin, 0 .. LONGEST_REST
     *
     * Memory modes
     *   Plain: no other memory depends on these fields, and a lost update only costs a spin or a wake-up. While spins
     *   are answered, nothing is written.
     */
    /** A virtual thread spins no longer than it would take to give its carrier away and come back. */
    static final int LOOKS = 64;
    /** One wait in so many, a power of two, yields to let others run. */
    static final int STREAK = 1 << 12;
    /** Waits that at most park at once before another spin is tried. */
    static final int LONGEST_REST = 512;
    /** Spins in vain, one after the other, that bring no rest: a counterpart may once be late. */
    static final int FORGIVEN = 2;
    private static final int MOST_VAIN = FORGIVEN + 1 + Integer.numberOfTrailingZeros(LONGEST_REST);
    private static final long GOLDEN = 0x9E37_79B9_7F4A_7C15L;

    private boolean asleep;
    private int vain;
    private int rest;

    /** Creates a place that has seen nothing. */
    public CarrierSpinning() {}

    /** {@return how often the current thread looks before it parks} */
    public int looks() {
        int left = rest;
        if (left > 0) {
            rest = left - 1;
            return 0;
        }
        return asleep ? 0 : LOOKS;
    }

    /**
     * Whether a thread that is about to spin has to let others run first.
     *
     * @param wait the number of the wait, in any order
     * @return whether it has to
     */
    public static boolean isTurnOfOthers(long wait) {
        return ((wait * GOLDEN) >>> Long.numberOfLeadingZeros(STREAK - 1L)) == 0L;
    }

    /** Notes that the answer came while the current thread looked. */
    public void answered() {
        if (vain != 0) {
            vain = 0;
        }
    }

    /** Notes that the current thread has looked as often as it may, and has to park after all. */
    public void inVain() {
        int times = Math.min(MOST_VAIN, vain + 1);
        vain = times;
        if (times > FORGIVEN) {
            rest = 1 << (times - FORGIVEN - 1);
        }
    }

    /** Notes that the current thread is about to park. */
    public void sleeps() {
        asleep = true;
    }

    /** Notes that the current thread, which was about to park, runs again. */
    public void awake() {
        asleep = false;
    }
}
