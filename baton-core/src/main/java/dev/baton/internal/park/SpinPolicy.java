package dev.baton.internal.park;

/**
 * How often the first thread in line looks at its request before it parks. One object for each line; it learns from
 * what came of the waits before.
 */
public final class SpinPolicy {
    /*
     * Overview
     *   A hand-over between two running threads takes less than a microsecond, a hand-over that parks and wakes a
     *   thread many times that. So looking pays if the answer comes from a running thread, and only this line can know.
     *
     *   Platform threads. A look that is answered restores the whole budget; a budget that is used up shrinks by a
     *     quarter, down to a small probe. Two threads that wait for each other and once have parked would go on
     *     parking, because each finds the other asleep, and a wake-up takes longer than any usual budget. So now and
     *     then a thread looks for as long as a wake-up takes.
     *   Virtual threads. A virtual thread that spins holds its carrier. That is in vain if its partner waits for this
     *     very carrier, and nobody can ask the scheduler. After a few spins in vain the next waits park at once, twice
     *     as many each time; a spin that was answered ends that. Two virtual threads that always meet while they spin
     *     would never let others onto their carriers. So one wait in STREAK parks at once.
     *
     * State
     *   budget: looks of a platform thread, PROBE .. limit
     *   waits:  waits so far; one in LONG_INTERVAL looks long, or one in STREAK not at all
     *   vain:   spins of virtual threads in vain since one was answered, 0 .. MOST_VAIN
     *   rest:   waits of virtual threads that park at once before the next spin, 0 .. LONGEST_REST
     *
     * Memory modes
     *   Plain: no other memory depends on these fields, and a lost update only delays what is learned. While spins are
     *   answered, nothing is written that was not different: the line is shared by all threads at each hand-over.
     */
    private static final int PROBE = 8;
    /** One wait of a platform thread in so many, a power of two, looks long. */
    private static final int LONG_INTERVAL = 16;
    /** A long look in multiples of the limit. */
    private static final int LONG_FACTOR = 4;
    /** A virtual thread spins no longer than it would take to give its carrier away and come back. */
    private static final int ON_CARRIER = 64;
    /** One wait of a virtual thread in so many, a power of two, parks at once to let others run. */
    static final int STREAK = 1024;
    /** Waits of virtual threads that at most park at once before another spin is tried. */
    static final int LONGEST_REST = 512;
    /** Spins in vain, one after the other, that bring no rest: a partner may once be late. */
    static final int FORGIVEN = 2;
    /** Spins in vain that bring the longest rest. */
    private static final int MOST_VAIN = FORGIVEN + 1 + Integer.numberOfTrailingZeros(LONGEST_REST);

    private final int limit;
    private final boolean onCarriers;
    private int budget;
    private int waits;
    private int vain;
    private int rest;

    /**
     * Creates a policy that has seen nothing.
     *
     * @param limit      the most looks of a platform thread, save for a long one; 0 never spins
     * @param onCarriers whether virtual threads spin, too
     */
    public SpinPolicy(int limit, boolean onCarriers) {
        this.limit = limit;
        this.onCarriers = onCarriers;
        this.budget = limit / 2;
    }

    /** {@return whether any thread may spin here at all: on one processor nobody could answer it meanwhile} */
    public boolean mayLook() {
        return limit > 0 && !Processors.isAlone();
    }

    /** {@return how often the current thread, being first in line, looks now before it parks, if any may} */
    public int looks() {
        return Thread.currentThread().isVirtual() ? looksOnCarrier() : looksOfPlatformThread();
    }

    private int looksOfPlatformThread() {
        boolean looksLong = (++waits & (LONG_INTERVAL - 1)) == 0;
        return looksLong ? LONG_FACTOR * limit : Math.min(limit, Math.max(PROBE, budget));
    }

    private int looksOnCarrier() {
        if (!onCarriers) {
            return 0;
        }
        int left = rest;
        if (left > 0) {
            rest = left - 1;
            return 0;
        }
        return (++waits & (STREAK - 1)) == 0 ? 0 : Math.min(ON_CARRIER, limit);
    }

    /** Notes that the answer came while the current thread looked. */
    public void answered() {
        if (Thread.currentThread().isVirtual()) {
            if (vain != 0) {
                vain = 0;
            }
        } else if (budget != limit) {
            budget = limit;
        }
    }

    /** Notes that the current thread has looked as often as it may, and has to park after all. */
    public void inVain() {
        if (Thread.currentThread().isVirtual()) {
            int times = Math.min(MOST_VAIN, vain + 1);
            vain = times;
            if (times > FORGIVEN) {
                rest = 1 << (times - FORGIVEN - 1);
            }
        } else {
            budget -= budget / 4;
        }
    }
}
