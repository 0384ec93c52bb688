package dev.baton.check.replay;

import dev.baton.check.event.AccessMode;

/**
 * What a thread acquires from objects that final fields lead to. Their places have the frozen values as initial ones; a
 * thread that acquires such a value acquires from the write that put it there before the freeze. Decision 171.
 */
final class FrozenReads {
    private final SimThread thread;
    private final Image image;
    /** The read of an exchange whose write may be yet to come, or -1; its place, modes and value. */
    private int exchanged;
    private int place;
    private AccessMode mode = AccessMode.PLAIN;
    private AccessMode failureMode = AccessMode.PLAIN;
    private long value;

    FrozenReads(SimThread thread) {
        this.thread = thread;
        this.image = thread.image;
    }

    void reset() {
        exchanged = -1;
    }

    /** The thread's last event was a read. */
    void read(int location, AccessMode how, long seen, int site) {
        if (how.acquires()) {
            acquire(location, how, thread.events - 1, seen, site);
        }
    }

    /** The thread's last event was the read of an exchange: what is to be done about it waits until the exchange is over. */
    void exchanges(int location, AccessMode how, AccessMode howIfItFails, long seen) {
        if (image.places.shadow(location).before != null) {
            exchanged = thread.events - 1;
            place = location;
            mode = how;
            failureMode = howIfItFails;
            value = seen;
        }
    }

    /** The exchange was made. */
    void exchanged(int site) {
        end(mode, site);
    }

    /** The thread is about to make a step: an exchange that is not over has failed. */
    void settle(int site) {
        end(failureMode, site);
    }

    private void end(AccessMode how, int site) {
        int event = exchanged;
        exchanged = -1;
        if (event >= 0 && how.acquires()) {
            acquire(place, how, event, value, site);
        }
    }

    private void acquire(int location, AccessMode how, int event, long seen, int site) {
        Shadow shadow = image.places.shadow(location);
        if (shadow.before == null || shadow.maker == thread.number || seen != image.places.initialValue(location)) {
            return;
        }
        int before = image.location(shadow.before, image.places.index(location));
        if (thread.spins.isSilent() ? thread.spins.expects(before) : thread.sawInitial(event)) {
            long last = thread.readLast(before, how, site);
            acquire(before, how, thread.events - 1, last, site); // it may have been frozen more than once
        }
    }
}
