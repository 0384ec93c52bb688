package dev.baton;

/**
 * Sizes and limits of a wait queue. Users get {@link #DEFAULT}; tests choose segments of one and two cells,
 * because these reveal most mistakes.
 *
 * @param segmentSize cells in a segment, a power of two
 * @param spins       the most a thread spins for its turn before it parks, and a synchronous resume for its
 *                    partner; 0 never spins
 */
record Tuning(int segmentSize, int spins) {
    static final Tuning DEFAULT = new Tuning(32, 256);

    Tuning {
        if (segmentSize < 1 || Integer.bitCount(segmentSize) != 1 || segmentSize > Segment.MAX_SIZE) {
            throw new IllegalArgumentException("segment size " + segmentSize + " is not a power of two up to "
                    + Segment.MAX_SIZE);
        }
        if (spins < 0) {
            throw new IllegalArgumentException("negative spins: " + spins);
        }
    }
}
