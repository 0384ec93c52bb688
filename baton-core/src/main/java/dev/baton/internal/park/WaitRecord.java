package dev.baton.internal.park;

import org.jspecify.annotations.Nullable;

/**
 * Flight recording of one wait that parks, where the JDK has the recorder. A wait never fails because there is no memory to
 * record it: it goes unrecorded.
 */
public final class WaitRecord {
    private static final boolean PRESENT = ModuleLayer.boot().findModule("jdk.jfr").isPresent();

    private final WaitEvent event;

    private WaitRecord(WaitEvent event) {
        this.event = event;
    }

    /**
     * Starts the record of a wait.
     *
     * @return the record, or null if nobody records
     */
    public static @Nullable WaitRecord begin() {
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

    /**
     * Ends the record.
     *
     * @param primitive what the thread waited for
     * @param outcome   how the wait ended
     */
    public void end(Object primitive, ParkLoop.Outcome outcome) {
        try {
            event.end();
            if (event.shouldCommit()) {
                event.primitive = primitive.getClass().getName();
                event.identity = System.identityHashCode(primitive);
                event.outcome = switch (outcome) {
                    case SERVED -> "served";
                    case TIMED_OUT -> "timed out";
                    case INTERRUPTED -> "interrupted";
                };
                event.commit();
            }
        } catch (OutOfMemoryError full) {
            // the wait has its outcome all the same
        }
    }
}
