package dev.baton;

import org.jspecify.annotations.Nullable;

/** Look at the segments that a wait queue keeps alive. */
final class QueueStructure {
    private QueueStructure() {}

    /** Number of segments reachable from the queue to the right. */
    static int linkedSegments(WaitQueue<?> queue) {
        int segments = 0;
        for (@Nullable
        Segment segment = queue.leftmostSegment(); segment != null; segment = segment.nextAcquire()) {
            segments++;
        }
        return segments;
    }
}
