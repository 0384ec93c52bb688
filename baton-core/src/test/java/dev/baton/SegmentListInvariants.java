package dev.baton;

import dev.baton.internal.line.ListInvariants;

/** Structural invariants of a queue's segment list at rest; see {@link ListInvariants}. */
final class SegmentListInvariants {
    /** One reference is where requests enter, one is where they are served. */
    private static final int REFERENCES = 2;

    private SegmentListInvariants() {}

    static void check(WaitQueue queue) {
        ListInvariants.check(queue.leftmostSegment(), REFERENCES, WaitQueue.Mark.CANCELLED);
    }

    /** Checks the list of {@code queue}, and that it has at most {@code most} segments. */
    static void check(WaitQueue queue, int most) {
        check(queue);
        int segments = count(queue);
        if (segments > most) {
            throw new AssertionError(segments + " segments, more than " + most);
        }
    }

    /** Number of segments reachable from the queue to the right. */
    static int count(WaitQueue queue) {
        return ListInvariants.count(queue.leftmostSegment());
    }
}
