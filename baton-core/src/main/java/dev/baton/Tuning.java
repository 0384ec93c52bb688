package dev.baton;

import dev.baton.internal.line.Segment;

/**
 * Sizes and limits of a wait queue. Users get {@link #DEFAULT}; tests choose segments of one and two cells,
 * because these reveal most mistakes.
 *
 * @param segmentSize cells in a segment, a power of two
 * @param spins       the most a thread spins for its turn before it parks, and a synchronous resume for its
 *                    partner; 0 never spins
 * @param bypasses    how often the first in line of a barging queue is passed by before it gets its turn
 */
record Tuning(int segmentSize, int spins, int bypasses) {
    /** What the word of a queue has bits for. */
    static final int MAX_BYPASSES = 1 << 15;
    static final int DEFAULT_BYPASSES = 1 << 14;
    static final Tuning DEFAULT = new Tuning(32, 256);

    Tuning(int segmentSize, int spins) {
        this(segmentSize, spins, DEFAULT_BYPASSES);
    }

    Tuning {
        if (segmentSize < 1 || Integer.bitCount(segmentSize) != 1 || segmentSize > Segment.MAX_SIZE) {
            throw new IllegalArgumentException("segment size " + segmentSize + " is not a power of two up to "
                    + Segment.MAX_SIZE);
        }
        if (spins < 0) {
            throw new IllegalArgumentException("negative spins: " + spins);
        }
        if (bypasses < 1 || bypasses > MAX_BYPASSES) {
            throw new IllegalArgumentException("bypasses " + bypasses + " are not from 1 to " + MAX_BYPASSES);
        }
    }
}
