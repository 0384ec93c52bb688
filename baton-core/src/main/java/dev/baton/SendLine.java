package dev.baton;

import dev.baton.internal.line.Cursor;
import dev.baton.internal.line.Segment;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

/** Sends that find no room in a channel, first come, first served; and, once the channel is closed, its end behind them. */
final class SendLine {
    private final Cursor head;
    private final Cursor entry;

    SendLine(int segmentSize) {
        this.head = Cursor.pair(segmentSize);
        this.entry = head.other();
    }

    /** Adds a send, or the end; false if the end is there. */
    boolean add(Object last) {
        for (;;) {
            Segment start = entry.start();
            long index = entry.index();
            Segment segment = entry.segment(start, index);
            if (segment == null) {
                continue;
            }
            int cell = entry.cell(index);
            Object state = segment.cellVolatile(cell);
            if (state == ChannelMark.CLOSED) {
                return false;
            }
            if (state == null) {
                if (last instanceof Offer offer) {
                    offer.enter(segment, cell);
                }
                if (segment.casCell(cell, null, last)) {
                    entry.passed(index);
                    return true;
                }
            } else {
                entry.passed(index);
            }
        }
    }

    /** The first that waits and is not of {@code not}: a send, or the end, or null. */
    @Nullable
    Object first(@Nullable Decision not) {
        for (;;) {
            Segment start = head.start();
            long index = head.index();
            if (!head.isThere(start, index)) {
                return null;
            }
            Segment segment = head.segment(start, index);
            if (segment == null) {
                continue;
            }
            int cell = head.cell(index);
            Object state = segment.cellVolatile(cell);
            if (state == null || state == ChannelMark.CLOSED) {
                return state;
            }
            if (state instanceof Offer offer) {
                if (!offer.decision().isDecided()) {
                    return offer.decision() == not ? firstFrom(segment, cell + 1, offer.decision()) : offer;
                }
                offer.retireUnlessHappened(segment, cell);
            }
            head.passed(index);
        }
    }

    /** The first request from a cell on that waits and is not of {@code not}, or the end, or null. */
    static @Nullable Object firstFrom(Segment from, int firstCell, Decision not) {
        int cell = firstCell;
        for (Segment segment = from; segment != null; segment = segment.nextAcquire()) {
            for (; cell < segment.size(); cell++) {
                Object state = segment.cellVolatile(cell);
                if (state == null || state == ChannelMark.CLOSED) {
                    return state;
                }
                if (state instanceof Offer offer && offer.decision() != not && !offer.decision().isDecided()) {
                    return offer;
                }
            }
            cell = 0;
        }
        return null;
    }

    /** Segments that are kept alive; for tests. */
    int segments() {
        return head.segments();
    }

    /** Sends that wait now. */
    int count() {
        return countFrom(head.start(), false);
    }

    /** Requests in cells, decided or not; for tests. */
    int offers() {
        return countFrom(head.start(), true);
    }

    /** Requests that stand in a segment and those behind it: those that wait, or also those that are decided. */
    static int countFrom(Segment from, boolean decidedToo) {
        int[] count = new int[1];
        forEachOffer(from, decidedToo, offer -> count[0]++);
        return count[0];
    }

    void forEachWaiting(Consumer<Offer> action) {
        forEachOffer(head.start(), false, action);
    }

    static void forEachOffer(Segment from, boolean decidedToo, Consumer<Offer> action) {
        for (Segment segment = from; segment != null; segment = segment.nextAcquire()) {
            for (int cell = 0; cell < segment.size(); cell++) {
                if (segment.cellVolatile(cell) instanceof Offer offer
                        && (decidedToo || !offer.decision().isDecided())) {
                    action.accept(offer);
                }
            }
        }
    }
}
