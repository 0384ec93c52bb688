package dev.baton;

import dev.baton.internal.line.Segment;

/** The room of a channel's buffer: how many cells past the first element may hold elements. */
final class ChannelRoom {
    static final long UNLIMITED = Long.MAX_VALUE;

    private final ChannelCells cells;
    private final long capacity;

    ChannelRoom(ChannelCells cells, long capacity) {
        this.cells = cells;
        this.capacity = capacity;
    }

    /** Whether there is room for an element in the cell at {@code index}, which was the first null one. */
    boolean isAt(long index) {
        if (capacity == 0L || capacity == UNLIMITED) {
            return capacity != 0L;
        }
        if (index < cells.sends.bound()) {
            return true;
        }
        long known = 0L;
        for (;;) {
            Segment start = cells.receives.start();
            long first = Math.max(known, cells.receives.index());
            if (index - first < capacity) {
                cells.sends.setBound(first + capacity);
                return true;
            }
            Segment segment = cells.receives.segment(start, first);
            if (segment == null) {
                continue;
            }
            Object state = segment.cellVolatile(cells.receives.cell(first));
            if (state == null || state == ChannelMark.CLOSED || ChannelMark.isElement(state)) {
                return false;
            }
            if (state == ChannelMark.DONE) {
                cells.receives.passed(first);
                known = first + 1L;
            } else {
                cells.passReceive(segment, first, state);
            }
        }
    }

    /** Whether there is neither room for a send now nor a receive that waits. Needs no memory; false if it cannot tell. */
    boolean isFull() {
        Segment start = cells.sends.start();
        long index = cells.sends.index();
        if (!cells.sends.isThere(start, index)) {
            return false;
        }
        Segment segment = cells.sends.segment(start, index);
        return segment != null && segment.cellVolatile(cells.sends.cell(index)) == null && !isAt(index);
    }

    /** Replaces the element that no receive has taken yet; false if there is none. */
    boolean replaceFirst(Object element) {
        Segment start = cells.receives.start();
        long index = cells.receives.index();
        Segment segment = cells.receives.segment(start, index);
        if (segment == null) {
            return false;
        }
        int cell = cells.receives.cell(index);
        Object state = segment.cellVolatile(cell);
        return state != null && ChannelMark.isElement(state) && segment.casCell(cell, state, element);
    }
}
