package dev.baton;

import org.jspecify.annotations.Nullable;

/**
 * Flight recording of one wait that parks, where the JDK has the recorder. A wait never fails because there is no memory to
 * record it: it goes unrecorded.
 */
final class WaitRecord {
    private static final boolean PRESENT = ModuleLayer.boot().findModule("jdk.jfr").isPresent();

    private final WaitEvent event;

    private WaitRecord(WaitEvent event) {
        this.event = event;
    }

    /** Starts the record of a wait, or returns null if nobody records. */
    static @Nullable WaitRecord begin() {
        if (!PRESENT) {
            return null;
        }
        try {
            WaitEvent event = new WaitEvent();
            if (!event.isEnabled()) {
                return null;
            }
            event.begin();
            return new WaitRecord(event);
        } catch (OutOfMemoryError full) {
            return null;
        }
    }

    void end(Object primitive, boolean served, boolean interrupted) {
        try {
            event.end();
            if (event.shouldCommit()) {
                event.primitive = primitive.getClass().getName();
                event.identity = System.identityHashCode(primitive);
                event.outcome = served ? "served" : interrupted ? "interrupted" : "timed out";
                event.commit();
            }
        } catch (OutOfMemoryError full) {
            // the wait has its outcome all the same
        }
    }
}
