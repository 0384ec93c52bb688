package dev.baton.internal.transfer;

import org.jspecify.annotations.Nullable;

/**
 * The waiting requests of a synchronous queue: at any time only puts or only takes. What differs between the
 * fair and the unfair policy is which of them an arriving counterpart answers.
 *
 * <p>Beside them stands the queue's experience with virtual threads that spin. It has no part in who gets what: whatever
 * it says, a wait ends by its request alone.
 */
public abstract sealed class DualList permits DualQueue, DualStack {
    /*
     * Experience with spinning. A virtual thread that spins holds its carrier. That pays if the counterpart runs on
     * another carrier; it is in vain if the counterpart waits for this one. Nobody can ask the scheduler which, so each queue
     * tries: after a few spins in vain the next waits park at once, twice as many each time; a spin that paid ends that.
     * (That a thread parks now and then although its spins pay is not decided here: see SpinStreak.)
     *
     *     `rest`: waits that park at once before the next spin, 0 .. LONGEST_REST
     *     `vain`: spins in vain since one paid, 0 .. MOST_VAIN; after FORGIVEN + k of them the rest is 2^(k - 1)
     *
     * Invariant: of LONGEST_REST + 1 waits one spins.
     * Non-invariant: a value may be lost to a race; that moves a spin or a rest, and no more.
     *
     * Memory modes: plain, for no other memory depends on them. While spins pay nothing is written here, and nothing is read
     * after an answer: the cache line is the one that both sides need at each transfer, and would travel once more.
     */

    /** Waits that at most park at once before another spin is tried. */
    public static final int LONGEST_REST = 512;

    /** Spins in vain, one after the other, that bring no rest: a counterpart may once be late. */
    public static final int FORGIVEN = 2;

    /** Spins in vain that bring the longest rest. */
    private static final int MOST_VAIN = FORGIVEN + 1 + Integer.numberOfTrailingZeros(LONGEST_REST);

    private int rest;
    private int vain;

    /** Whether a virtual thread that begins to wait should spin; if so, tell by the next ones what came of it. */
    public final boolean spinIsWorthATry() {
        int left = rest;
        if (left > 0) {
            rest = left - 1;
        }
        return left <= 0;
    }

    /** Whether the last spin was in vain, as a thread sees it that begins to spin; only then a spin that pays is news. */
    public final boolean lastSpinWasInVain() {
        return vain != 0;
    }

    /** The counterpart came while the current virtual thread spun. */
    public final void spinPaid() {
        vain = 0;
    }

    /** A virtual thread spun and nobody came. */
    public final void spinWasInVain() {
        int times = Math.min(MOST_VAIN, vain + 1);
        vain = times;
        if (times > FORGIVEN) {
            rest = 1 << (times - FORGIVEN - 1);
        }
    }

    /**
     * Answers a waiting counterpart, or else joins the waiting requests.
     *
     * @param element what to hand over; null to take
     * @param immediate do not join, fail
     * @param request who waits, if not a thread
     * @return what the counterpart gave, its element or the mark of a match; the {@link TransferNode}
     *         that now waits; or null if nobody could be answered and the request must not wait
     */
    public abstract @Nullable Object exchange(@Nullable Object element, boolean immediate,
            @Nullable TransferListener request);

    /** Takes a cancelled request out of the structure. */
    public abstract void unlink(TransferNode cancelled);

    /** The number of nodes that the structure holds on to, live or dead: what a leak would let grow. */
    public abstract int nodes();
}
