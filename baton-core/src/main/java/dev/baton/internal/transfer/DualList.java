package dev.baton.internal.transfer;

import org.jspecify.annotations.Nullable;

/**
 * The waiting requests of a synchronous queue: at any time only puts or only takes. What differs between the
 * fair and the unfair policy is which of them an arriving counterpart answers.
 */
public abstract sealed class DualList permits DualQueue, DualStack {
    /**
     * Answers a waiting counterpart, or else joins the waiting requests.
     *
     * @param element what to hand over; null to take
     * @param immediate do not join, fail
     * @param request what waits, if not a thread
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
