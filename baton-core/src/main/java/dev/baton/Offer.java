package dev.baton;

import dev.baton.internal.line.Segment;

import org.jspecify.annotations.Nullable;

/**
 * One send or receive that waits in a channel. Most requests are one offer, which is then its own {@link Decision}; a select
 * has an offer for each of its channels and one decision for all.
 */
class Offer extends Decision {
    /*
     * Memory modes
     *   segment, cell: plain; written before the offer is put into its cell, read by its owner.
     */

    /** How a send ended well. */
    enum Sent {
        /** Its element is in the buffer. */
        PLACED,
        /** Its element was handed to a receive. */
        TAKEN
    }

    private final @Nullable Object element;
    private @Nullable Segment segment;
    private int cell;

    /** A request of its own; {@code element} is null for a receive. */
    Offer(@Nullable Object element, @Nullable Told listener) {
        super(listener);
        this.element = element;
    }

    final boolean isSend() {
        return element != null;
    }

    /** The element of a send. */
    final Object element() {
        assert element != null;
        return element;
    }

    /** The word that decides this offer. */
    Decision decision() {
        return this;
    }

    /** The clause of a select that this stands for, if any. */
    @Nullable
    Clause<?> clause() {
        return null;
    }

    /** The outcome if this, a send, ends well. */
    Object sent(Sent how) {
        return how;
    }

    /** The outcome if this receives {@code value}, an element or the end of the channel. */
    Object received(Object value) {
        return value;
    }

    @Override
    long order() {
        return Long.MAX_VALUE; // it stands in one cell: no circle goes through it
    }

    @Override
    final long number() {
        Segment at = segment;
        return at == null ? 0L : at.id * at.size() + cell;
    }

    /** The place where this is about to stand. */
    final void enter(Segment at, int place) {
        segment = at;
        cell = place;
    }

    /** Takes this offer, which is decided, out of its cell. */
    final void vacate() {
        Segment at = segment;
        if (at != null) {
            retire(at, cell);
            segment = null;
        }
    }

    /** Empties a cell in which this offer, which is decided, stands or stood. A cell in which nothing happened is counted. */
    private void retire(Segment at, int place) {
        if (hasHappened()) {
            at.setCellPlain(place, ChannelMark.DONE);
        } else {
            cancel(at, place);
        }
    }

    /** As its owner does in any case, for a thread that comes by: only cells that count are worth a write to their line. */
    final void retireUnlessHappened(Segment at, int place) {
        if (!hasHappened()) {
            cancel(at, place);
        }
    }

    private void cancel(Segment at, int place) {
        if (at.casCell(place, this, ChannelMark.CANCELLED)) {
            at.cellCancelled();
        }
    }

    /** Whether the request was decided by this offer. */
    boolean hasHappened() {
        return verdict() != ABORTED;
    }

    @Override
    void leave() {
        vacate();
    }

    /** What came of this request: a {@link Sent}, the element, the end of the channel, or ABORTED; null while it is open. */
    final @Nullable Object outcome() {
        Object verdict = verdict();
        if (verdict instanceof Match match) {
            return match.send == this ? Sent.TAKEN : match.send.element();
        }
        return verdict;
    }
}
