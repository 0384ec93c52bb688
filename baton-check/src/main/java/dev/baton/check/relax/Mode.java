package dev.baton.check.relax;

import java.util.Locale;

/** The mode of an access or a fence, in the words of the source. */
public enum Mode {
    /** A fence that is not there. */
    REMOVED, PLAIN, OPAQUE,
    /** {@code loadLoadFence}. */
    LOAD_LOAD,
    /** {@code storeStoreFence}. */
    STORE_STORE, ACQUIRE, RELEASE,
    /** Volatile, and the full fence. */
    VOLATILE;

    /** As a table shows it. */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
