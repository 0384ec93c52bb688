package dev.baton.check.program;

import dev.baton.check.event.AccessMode;

/**
 * In which modes a site does what it does.
 *
 * @param mode        of a read, a write or a fence, and of the read half of an update
 * @param writeMode   of the write half of an update
 * @param failureMode of the read of a compare-and-set that fails
 * @param weak        a compare-and-set may fail for no reason
 * @param removed     a fence that does nothing
 */
public record SiteModes(AccessMode mode, AccessMode writeMode, AccessMode failureMode, boolean weak,
        boolean removed) {
    /** The same mode for everything the site does. */
    public static SiteModes of(AccessMode mode) {
        return new SiteModes(mode, mode, mode, false, false);
    }
}
