package dev.baton.internal.line;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Owner reference into the segment list: where suspends, or resumes, work at present. It only moves forward and
 * keeps the segment it points at from being removed.
 */
public final class SegmentReference {
    /*
     * Memory modes
     *   Read opaque, moved by a release CAS. The index is claimed after the read by an update that releases, or read as
     *   volatile and checked. A segment's id and cells are final; its counter and its links are looked at by atomic
     *   steps or with acquire, and are right when they are seen late. Proof: the scenarios with segments of one and two
     *   cells.
     */
    @SuppressWarnings("UnusedVariable") // through its VarHandle
    private Segment segment;

    /** Points at {@code first}, which was created with this owner counted. */
    public SegmentReference(Segment first) {
        this.segment = first;
    }

    public Segment getOpaque() {
        return (Segment) SEGMENT.getOpaque(this);
    }

    /**
     * The segment of {@code id}, or, if that one is removed, the first live one after it; this reference is moved
     * up to it.
     *
     * @param start a segment at or before {@code id}, read from this reference before the index was claimed
     */
    public Segment moveTo(Segment start, long id) {
        for (;;) {
            Segment target = start;
            while (target.id < id || target.isRemoved()) {
                target = target.nextOrAppend();
            }
            if (tryMoveForward(target)) {
                return target;
            }
        }
    }

    /** Moves up to {@code target} unless already there or past it; false if target was removed meanwhile. */
    private boolean tryMoveForward(Segment target) {
        for (;;) {
            Segment current = getOpaque();
            if (current.id >= target.id) {
                return true;
            }
            if (!target.tryAddOwner()) {
                return false;
            }
            if (casRelease(current, target)) {
                current.dropOwner();
                return true;
            }
            target.dropOwner();
        }
    }

    private boolean casRelease(Segment expected, Segment target) {
        return SEGMENT.compareAndExchangeRelease(this, expected, target) == expected;
    }

    // VarHandle mechanics
    private static final VarHandle SEGMENT = ConstantBootstraps.fieldVarHandle(MethodHandles.lookup(), "segment",
            VarHandle.class, SegmentReference.class, Segment.class);
}
