package dev.baton.internal.park;

import org.jspecify.annotations.Nullable;

/**
 * What is kept of one wait: an event of the flight recorder, where the JDK has it and somebody records, and the
 * counts of a primitive that has a name. A wait never fails because there is no memory to record it: it goes
 * unrecorded.
 */
public final class WaitRecord {
    private static final boolean PRESENT = ModuleLayer.boot().findModule("jdk.jfr").isPresent();

    private final @Nullable Recording recording;
    private final @Nullable NamedWaits named;
    private final long begin;

    /** The event, in a class of its own: where the JDK has no recorder, that class is never loaded. */
    private static final class Recording {
        private final WaitEvent event = new WaitEvent();

        static @Nullable Recording begin() {
            Recording recording = new Recording();
            if (!recording.event.isEnabled()) {
                return null;
            }
            recording.event.begin();
            return recording;
        }

        void end(Object primitive, String outcome, String requester, @Nullable String name) {
            event.end();
            if (event.shouldCommit()) {
                event.primitive = primitive.getClass().getName();
                event.identity = System.identityHashCode(primitive);
                event.name = name;
                event.requester = requester;
                event.outcome = outcome;
                event.commit();
            }
        }
    }

    private WaitRecord(@Nullable Recording recording, @Nullable NamedWaits named) {
        this.recording = recording;
        this.named = named;
        this.begin = named == null ? 0L : System.nanoTime();
    }

    /**
     * Starts the record of a wait.
     *
     * @param primitive what is waited for
     * @return the record, or null if there is nothing to record for
     */
    public static @Nullable WaitRecord begin(Object primitive) {
        try {
            NamedWaits named = NamedWaits.of(primitive);
            Recording recording = PRESENT ? Recording.begin() : null;
            return recording == null && named == null ? null : new WaitRecord(recording, named);
        } catch (OutOfMemoryError full) {
            return null;
        }
    }

    /**
     * Ends the record of a thread's wait.
     *
     * @param primitive what the thread waited for
     * @param outcome how the wait ended
     */
    public void end(Object primitive, ParkLoop.Outcome outcome) {
        end(primitive, outcome, "thread", switch (outcome) {
            case SERVED -> "served";
            case TIMED_OUT -> "timed out";
            case INTERRUPTED -> "interrupted";
        });
    }

    /**
     * Ends the record of a future's wait.
     *
     * @param primitive what the future waited for
     * @param served whether the request was served; if not, it was completed from outside
     */
    public void endOfFuture(Object primitive, boolean served) {
        end(primitive, served ? ParkLoop.Outcome.SERVED : ParkLoop.Outcome.INTERRUPTED, "future",
                served ? "served" : "cancelled");
    }

    private void end(Object primitive, ParkLoop.Outcome outcome, String requester, String told) {
        try {
            if (named != null) {
                named.count(outcome, System.nanoTime() - begin);
            }
            if (recording != null) {
                recording.end(primitive, told, requester, named == null ? null : named.name());
            }
        } catch (OutOfMemoryError full) {
            // the wait has its outcome all the same
        }
    }
}
