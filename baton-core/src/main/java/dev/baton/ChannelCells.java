package dev.baton;

import dev.baton.internal.line.Cursor;
import dev.baton.internal.line.Segment;
import dev.baton.internal.park.StackRoom;
import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

/** The elements of a channel and the requests that wait at either end. */
final class ChannelCells {
    /*
     * Overview
     *
     *                receives                  sends
     *                   │                        │
     *      ... │ DONE │ element │ element │ element │ null │ ...           elements wait
     *
     *                 sends                   receives
     *                   │                        │
     *      ... │ DONE │ receive │ CANCELLED │ receive │ null │ ...         receives wait
     *
     *                  head                    entry
     *                   │                        │
     *      ... │ DONE │ send │ CANCELLED │ send │ CLOSED                   SendLine: sends that find no room
     *
     *   One infinite array holds the elements or, when there is none, the receives that wait. Sends for which there is no
     *   room stand in a second one, the line. A cell is changed by one compare-and-set, and that is what happens; cursors
     *   follow, set by any thread that finds them behind. No thread ever waits for another between two steps.
     *
     *   A request that waits is decided by its own word (Decision). A thread that is under way decides it by one step. If a
     *   send and a receive both wait, they are decided together (Match). ChannelSettler does what follows an operation.
     *
     * Source
     *   Koval, Alistarh, Elizarov: "Fast and Scalable Channels in Kotlin Coroutines" (PPoPP 2023) has the infinite array with
     *   an index for each side. Differs in:
     *   - a cell is not claimed before it is changed, so no operation finds a cell that another will fill "soon". Tries
     *     never fail for no reason, and nothing has to be broken or done again;
     *   - sends without room stand in an array of their own. So cells between the cursors are elements without gaps, the
     *     room is a difference of two indices, and an aborted send costs the buffer nothing;
     *   - the end of the channel is an element like others, the last.
     *
     * State (of a cell)
     *   array: null ──send──► element ──receive──► DONE            element ──conflated send──► element
     *          null ──move──► send ──► element, or null again      (a send of the line for which there is room now)
     *          null ──receive──► receive ──► DONE | CANCELLED
     *          null ──close──► CLOSED
     *   line:  null ──send──► send ──► DONE | CANCELLED;  null ──close──► CLOSED
     *
     * Invariants
     *   1. Cells before `sends` are not null and hold no open request; cells before `receives` hold no element.
     *   2. An element, once in the array, leaves it by one receive. Elements leave in the order of the cells.
     *   3. A send is moved only into the first null cell, while that is less than `capacity` cells past the first element.
     *      Elements only leave, so room that was seen stays until that cell is filled.
     *   4. A send is moved by a thread that went past all cells that are not null, and then found it open. So it is moved to one
     *      cell only: a thread that saw that cell filled, or `sends` further on, sees it decided.
     *   5. CLOSED comes into the array when it is the first in line; nothing follows it in either.
     *   6. A request that has happened is taken out of its cell by its owner. Other threads step over it: they would take the
     *      cell's line away from the owner, which is about to use the next cell.
     *   7. If a send and a receive wait that could meet, the thread that put the later of them there is still under way, and
     *      has yet to settle. If there is room for a send that waits, that thread or a receive is under way.
     *
     * Linearization
     *   Send: its element comes into the array, or a receive is decided with it. Receive: the element leaves, or the send's
     *   word is decided. Full: the first cell is read and holds an element. Empty: the first cell is read and is null.
     *   Close: Channel.closing is set. An operation that finds the channel empty looks there, and finishes the close.
     *
     * Stack
     *   What wakes a request, or enters one, looks for room on the stack before its first step (StackRoom): if it overflows,
     *   it has done nothing. Not held: a receive that found nobody in line and meets a send that has entered meanwhile.
     *
     * Abort
     *   One step on the request's word, one on its cell, and the cell is counted: segments of aborted requests are unlinked.
     *
     * Memory
     *   Segments and requests are allocated before the first step. A receive that has its element and then moves a send waits
     *   for memory if it needs a segment.
     *
     * Memory modes
     *   field  read      write  why that is enough
     *   line   volatile  CAS    a receive empties its cell and looks for the line; a send enters the line and looks at the cell
     *   unlisted  plain  plain   a thread that reads an old value lists the channel twice, which does no harm
     *   Cells and cursors: see Segment and Cursor. Proof: "Channel".
     *
     * Verified by
     *   ChannelTest, ChannelAbortTest, ChannelCloseTest, ChannelStressTest, ChannelStackOverflowTest,
     *   ChannelLincheckTest, ChannelStress, ChannelScenarios, MutantsTest.
     */

    private final boolean conflated;
    private final int segmentSize;
    final Cursor sends;
    final Cursor receives;
    final ChannelRoom room;
    private final ChannelSettler settler;
    /** The channel, until a request has to wait in it for the first time: then it is listed for {@link Locks}. */
    private @Nullable Object unlisted;
    /** Null until a send waits or the channel is closed. */
    private volatile @Nullable SendLine line;

    ChannelCells(long capacity, boolean conflated, int segmentSize) {
        this.conflated = conflated;
        this.segmentSize = segmentSize;
        this.sends = Cursor.pair(segmentSize);
        this.receives = sends.other();
        this.room = new ChannelRoom(this, capacity);
        this.settler = new ChannelSettler(this);
    }

    /** A send that does not wait: SENT, FULL or CLOSED. */
    ChannelMark send(Object element) {
        boolean settled = false;
        long known = 0L; // all cells before are done with
        for (;;) {
            Segment start = sends.start();
            long index = Math.max(known, sends.index());
            Segment segment = sends.segment(start, index);
            if (segment == null) {
                continue;
            }
            int cell = sends.cell(index);
            Object state = segment.cellVolatile(cell);
            if (state == null) {
                boolean fits = room.isAt(index);
                if (!fits && !conflated) {
                    return ChannelMark.FULL;
                }
                Object first = firstInLine(null);
                if (first != null) {
                    settler.settle(); // a send that waits goes first
                } else if (fits) {
                    if (segment.casCell(cell, null, element)) {
                        sends.passed(index);
                        return ChannelMark.SENT;
                    }
                } else if (room.replaceFirst(element)) {
                    return ChannelMark.SENT;
                }
            } else if (state == ChannelMark.CLOSED) {
                return ChannelMark.CLOSED;
            } else if (!(state instanceof Offer offer)) {
                sends.passed(index);
                known = index + 1L;
            } else if (offer.isSend()) {
                passSend(segment, index, state);
            } else if (!settled && firstInLine(null) != null) {
                settler.settle(); // the receive that waits is for the first in line
                settled = true;
            } else if (decideSafely(offer, offer.received(element))) {
                Told told = offer.decision().signal(null);
                sends.passed(index);
                Completions.tell(told);
                return ChannelMark.SENT;
            } else {
                passSend(segment, index, state);
            }
        }
    }

    /** A receive that does not wait: the element, EMPTY or CLOSED. */
    Object receive() {
        boolean settled = false;
        long known = 0L; // all cells before are done with
        for (;;) {
            Segment start = receives.start();
            long index = Math.max(known, receives.index());
            Segment segment = receives.segment(start, index);
            if (segment == null) {
                continue;
            }
            int cell = receives.cell(index);
            Object state = segment.cellVolatile(cell);
            if (state == null) {
                Object first = firstInLine(null);
                if (segment.cellVolatile(cell) != null) {
                    continue; // the line was read too late: what came into the array meanwhile goes first
                }
                if (first == null) {
                    return ChannelMark.EMPTY;
                }
                if (first == ChannelMark.CLOSED || (!settled && sends.index() < index)) {
                    settler.settle(); // receives that wait go first
                    settled = true;
                } else if (first instanceof Offer offer) {
                    if (decideSafely(offer, offer.sent(Offer.Sent.TAKEN))) {
                        Told told = offer.decision().signal(null);
                        firstInLine(null); // which passes it
                        Completions.tell(told);
                        return offer.element();
                    }
                    settled = false;
                }
            } else if (state == ChannelMark.CLOSED) {
                return ChannelMark.CLOSED;
            } else if (state == ChannelMark.DONE) {
                receives.passed(index);
                known = index + 1L;
            } else if (ChannelMark.isElement(state)) {
                if (lineVolatile() != null) {
                    StackRoom.require(); // to serve the line, once the element is taken
                }
                if (segment.casCell(cell, state, ChannelMark.DONE)) {
                    receives.passed(index);
                    if (lineVolatile() != null) {
                        settler.settleInAnyCase();
                    }
                    return state;
                }
            } else {
                passReceive(segment, index, state);
            }
        }
    }

    /** What a receive would find now; an element stays. */
    Object peek() {
        for (;;) {
            Object first = firstInLine(null);
            Segment start = receives.start();
            long index = receives.index();
            Segment segment = receives.segment(start, index);
            if (segment == null) {
                continue;
            }
            Object state = segment.cellVolatile(receives.cell(index));
            if (state == null && first == ChannelMark.CLOSED) {
                settler.settle();
            } else if (state == null) {
                return ChannelMark.EMPTY;
            } else if (state == ChannelMark.CLOSED || ChannelMark.isElement(state)) {
                return state;
            } else {
                passReceive(segment, index, state);
            }
        }
    }

    /** Decides a request that waits, if the stack has room for its wake-up. */
    private static boolean decideSafely(Offer offer, Object outcome) {
        StackRoom.require();
        return offer.decision().decide(outcome);
    }

    /** Lets a receive wait; false if it does not, because an element or the end is there. */
    boolean enterReceive(Offer offer) {
        StackRoom.require();
        listWhenFirst();
        for (;;) {
            Segment start = receives.start();
            long index = receives.index();
            Segment segment = receives.segment(start, index);
            if (segment == null) {
                continue;
            }
            int cell = receives.cell(index);
            Object state = segment.cellVolatile(cell);
            if (state == null) {
                offer.enter(segment, cell);
                if (segment.casCell(cell, null, offer)) {
                    receives.passed(index);
                    if (lineVolatile() != null) {
                        settler.settleOrAbort(offer.decision());
                    }
                    return true;
                }
            } else if (state == ChannelMark.CLOSED || ChannelMark.isElement(state)) {
                return false;
            } else {
                passReceive(segment, index, state);
            }
        }
    }

    /** Lets a send wait that has found no room; false if the channel is closed. */
    boolean enterSend(Offer offer) {
        StackRoom.require();
        listWhenFirst();
        if (!lineOrNew().add(offer)) {
            return false;
        }
        if (!room.isFull()) {
            settler.settleOrAbort(offer.decision());
        }
        return true;
    }

    /** The channel that {@link Locks} shall know when a request waits in it; null for none. */
    void list(@Nullable Object channel) {
        unlisted = channel;
    }

    private void listWhenFirst() {
        Object channel = unlisted;
        if (channel != null) {
            unlisted = null;
            ContendedQueues.add(channel);
        }
    }

    /** Closes the channel for sends that come later; any number of threads may do so, any number of times. Asks for no room. */
    void close() {
        lineOrNew().add(ChannelMark.CLOSED);
        settler.settleInAnyCase();
    }

    /** Moves `sends` past a cell that is done with for senders, or finishes what is under way there. */
    void passSend(Segment segment, long index, Object state) {
        if (state == ChannelMark.CLOSED) {
            return;
        }
        if (state instanceof Offer offer) {
            if (offer.isSend()) {
                Completions.tell(settler.finishMove(segment, index, offer, null));
                return;
            }
            if (!offer.decision().isDecided()) {
                return;
            }
            offer.retireUnlessHappened(segment, sends.cell(index));
        }
        sends.passed(index);
    }

    /** Moves `receives` past a cell in which a receive stands or stood, or finishes the move of a send. */
    void passReceive(Segment segment, long index, Object state) {
        if (state instanceof Offer offer && offer.isSend()) {
            Completions.tell(settler.finishMove(segment, index, offer, null));
        } else {
            receives.passed(index);
        }
    }

    /** The first in line that is not of {@code not}: a send, CLOSED, or null. */
    @Nullable
    Object firstInLine(@Nullable Decision not) {
        SendLine seen = lineVolatile();
        return seen == null ? null : seen.first(not);
    }

    /** Elements in the buffer; an estimate while others come and go. */
    long size() {
        return Math.max(0L, sends.index() - receives.index());
    }

    /** Sends that wait; an estimate while others come and go. */
    int sendsWaiting() {
        SendLine seen = lineVolatile();
        return seen == null ? 0 : seen.count();
    }

    /** Receives that wait; an estimate while others come and go. */
    int receivesWaiting() {
        return SendLine.countFrom(sends.start(), false);
    }

    void forEachWaiting(Consumer<Offer> action) {
        SendLine.forEachOffer(sends.start(), false, action);
        SendLine seen = lineVolatile();
        if (seen != null) {
            seen.forEachWaiting(action);
        }
    }

    /** Requests that stand in cells, decided or not; for tests. */
    int offers() {
        SendLine seen = lineVolatile();
        return SendLine.countFrom(sends.start(), true) + (seen == null ? 0 : seen.offers());
    }

    /** Segments that are kept alive; for tests. */
    int segments() {
        SendLine seen = lineVolatile();
        return sends.segments() + (seen == null ? 0 : seen.segments());
    }

    SendLine lineOrNew() {
        SendLine seen = lineVolatile();
        if (seen != null) {
            return seen;
        }
        SendLine made = new SendLine(segmentSize);
        SendLine found = casLine(made);
        return found == null ? made : found;
    }

    private @Nullable SendLine lineVolatile() {
        return line;
    }

    private @Nullable SendLine casLine(SendLine made) {
        return (SendLine) LINE.compareAndExchange(this, null, made);
    }

    // VarHandle mechanics
    private static final VarHandle LINE = ConstantBootstraps.fieldVarHandle(MethodHandles.lookup(), "line",
            VarHandle.class, ChannelCells.class, SendLine.class);
}
