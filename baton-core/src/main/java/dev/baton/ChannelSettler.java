package dev.baton;

import dev.baton.internal.line.Segment;
import dev.baton.internal.park.StackRoom;
import java.util.ArrayDeque;
import java.util.Deque;

import org.jspecify.annotations.Nullable;

/**
 * What follows an operation on a channel: sends in line are moved to where there is room for them, a send and a receive that
 * both wait are brought together, and the end of the channel goes behind the last of them. Any thread may do it at any time.
 */
final class ChannelSettler {
    private final ChannelCells cells;

    ChannelSettler(ChannelCells cells) {
        this.cells = cells;
    }

    /** As {@link #settle}, for a request that waits: where there is no memory for it, the request is taken back. */
    void settleOrAbort(Decision request) {
        try {
            serve();
        } catch (OutOfMemoryError full) {
            if (request.abort()) {
                throw full;
            }
        }
    }

    /** As {@link #settle}; where there is no memory, waits for some. */
    void settleInAnyCase() {
        for (;;) {
            try {
                serve();
                return;
            } catch (OutOfMemoryError full) {
                Thread.yield();
            }
        }
    }

    /** Serves the sends in line, for as long as there is room or a receive waits; nothing if the stack has no room for that. */
    void settle() {
        StackRoom.require();
        serve();
    }

    private void serve() {
        Told told = null;
        try {
            for (;;) {
                Object first = cells.firstInLine(null);
                if (!(first instanceof Offer send)) {
                    if (first == ChannelMark.CLOSED) {
                        seal();
                    }
                    return;
                }
                Segment start = cells.sends.start();
                long index = cells.sends.index();
                Segment segment = cells.sends.segment(start, index);
                if (segment == null) {
                    continue;
                }
                int cell = cells.sends.cell(index);
                Object state = segment.cellVolatile(cell);
                if (state == null) {
                    if (!cells.room.isAt(index)) {
                        return;
                    }
                    if (!send.decision().isDecided() && segment.casCell(cell, null, send)) { // in this order: invariant 4
                        told = finishMove(segment, index, send, told);
                    }
                } else if (state instanceof Offer receive && !receive.isSend() && !receive.decision().isDecided()) {
                    Match match = matchOf(send, receive, segment, cell);
                    if (match == null) {
                        return;
                    }
                    told = match.attempt(told);
                } else {
                    cells.passSend(segment, index, state);
                }
            }
        } finally {
            Completions.tell(told);
        }
    }

    /** Decides whether a send that was put into the array is there for good. */
    @Nullable
    Told finishMove(Segment segment, long index, Offer send, @Nullable Told told) {
        int cell = cells.sends.cell(index);
        Object placed = send.sent(Offer.Sent.PLACED);
        Told after = send.decision().decide(placed) ? send.decision().signal(told) : told;
        if (send.decision().verdict() == placed) {
            segment.casCell(cell, send, send.element());
            cells.sends.passed(index);
        } else {
            segment.casCell(cell, send, null);
        }
        return after;
    }

    /** A send and a receive that wait and are not of one select; null if there are none. */
    private @Nullable Match matchOf(Offer send, Offer receive, Segment segment, int cell) {
        if (send.decision() != receive.decision()) {
            return new Match(send, receive);
        }
        if (cells.firstInLine(receive.decision()) instanceof Offer other) {
            return new Match(other, receive);
        }
        return SendLine.firstFrom(segment, cell + 1, send.decision()) instanceof Offer other && !other.isSend()
                ? new Match(send, other)
                : null;
    }

    /** Puts the end into the array, behind all elements and receives, and tells the receives of it. */
    private void seal() {
        for (;;) {
            Segment start = cells.sends.start();
            long index = cells.sends.index();
            Segment segment = cells.sends.segment(start, index);
            if (segment == null) {
                continue;
            }
            int cell = cells.sends.cell(index);
            Object state = segment.cellVolatile(cell);
            if (state == ChannelMark.CLOSED
                    || (state == null && segment.casCell(cell, null, ChannelMark.CLOSED))) {
                return;
            }
            if (state instanceof Offer receive && !receive.isSend() && !receive.decision().isDecided()) {
                if (sealBehindReceives()) {
                    endReceives(segment, cell);
                }
            } else if (state != null) {
                cells.passSend(segment, index, state);
            }
        }
    }

    /** Puts the end behind the receives that wait; false if they have been served meanwhile. */
    private boolean sealBehindReceives() {
        for (;;) {
            Segment start = cells.receives.start();
            long index = cells.receives.index();
            Segment segment = cells.receives.segment(start, index);
            if (segment == null) {
                continue;
            }
            int cell = cells.receives.cell(index);
            Object state = segment.cellVolatile(cell);
            if (state == ChannelMark.CLOSED
                    || (state == null && segment.casCell(cell, null, ChannelMark.CLOSED))) {
                return true;
            }
            if (state != null && ChannelMark.isElement(state)) {
                return false;
            }
            if (state != null) {
                cells.passReceive(segment, index, state);
            }
        }
    }

    /** Tells the receives of the end, the last one first: a send that is still under way serves the first. */
    private static void endReceives(Segment from, int firstCell) {
        Deque<Offer> waiting = new ArrayDeque<>();
        int cell = firstCell;
        for (Segment segment = from; segment != null; segment = segment.nextAcquire()) {
            for (; cell < segment.size(); cell++) {
                if (segment.cellVolatile(cell) instanceof Offer offer && !offer.isSend()) {
                    waiting.addFirst(offer);
                }
            }
            cell = 0;
        }
        Told told = null;
        try {
            for (Offer offer : waiting) {
                if (offer.decision().decide(offer.received(ChannelMark.CLOSED))) {
                    told = offer.decision().signal(told);
                }
            }
        } finally {
            Completions.tell(told);
        }
    }
}
