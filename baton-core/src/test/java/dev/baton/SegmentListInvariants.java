package dev.baton;

import static org.assertj.core.api.Assertions.assertThat;

/** Structure of a quiescent queue's segment list. */
final class SegmentListInvariants {
    private SegmentListInvariants() {}

    /**
     * Fails unless, from the leftmost reference on, ids ascend, no removed segment is reachable except the tail,
     * {@code next.prev} is the segment itself or null, and there are at most {@code most} segments.
     */
    static void check(WaitQueue<?> queue, int most) {
        int count = 0;
        Segment segment = queue.leftmostSegment();
        for (Segment left = segment.prevVolatile(); left != null; left = left.prevVolatile()) {
            count++;
        }
        while (segment != null) {
            count++;
            Segment next = segment.nextVolatile();
            if (next != null) {
                assertThat(segment.isRemoved()).as("removed but reachable: %s", segment).isFalse();
                assertThat(next.id).as("ids ascend").isGreaterThan(segment.id);
                assertThat(next.prevVolatile()).as("prev of %s", next).isIn(segment, null);
            }
            segment = next;
        }
        assertThat(count).as("segments").isLessThanOrEqualTo(most);
    }
}
