package dev.baton;

/** Cells of a channel that hold neither element nor request, and answers of its operations. */
enum ChannelMark {
    /** In a cell: the element or request has been dealt with. */
    DONE,
    /** In a cell: the request was aborted, or decided elsewhere. */
    CANCELLED,
    /** In a cell, and the answer to all later requests: the end of the channel. */
    CLOSED,
    /** The answer to a send: done. */
    SENT,
    /** The answer to a send: no room. */
    FULL,
    /** The answer to a receive: nothing there. */
    EMPTY;

    /** Whether a cell that is not null holds an element. */
    static boolean isElement(Object state) {
        return !(state instanceof Offer) && !(state instanceof ChannelMark);
    }
}
