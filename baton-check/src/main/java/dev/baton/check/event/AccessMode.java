package dev.baton.check.event;

/**
 * How an access or a fence is ordered, in Java's words, weakest first. A read is {@link #PLAIN}, {@link #OPAQUE},
 * {@link #ACQUIRE} or {@link #VOLATILE}; a write is {@link #PLAIN}, {@link #OPAQUE}, {@link #RELEASE} or
 * {@link #VOLATILE}; each half of a read-modify-write may carry any of them, {@link #ACQ_REL} included (a half
 * ignores the part that does not concern it). A fence is {@link #ACQUIRE}, {@link #RELEASE}, {@link #ACQ_REL} or
 * {@link #VOLATILE} (the full fence); {@code loadLoadFence} and {@code storeStoreFence} are {@link #LOAD_LOAD}
 * and {@link #STORE_STORE}. The fences in the JDK's own code are {@link #JDK_LOAD} and {@link #JDK_STORE}: they acquire
 * and release by plain accesses too, which {@code StampedLock} promises to its callers.
 */
public enum AccessMode {
    PLAIN, OPAQUE, ACQUIRE, RELEASE, ACQ_REL, VOLATILE, LOAD_LOAD, STORE_STORE, JDK_LOAD, JDK_STORE;

    private static final AccessMode[] ALL = values();

    /** The mode with the given ordinal. */
    public static AccessMode of(int ordinal) {
        return ALL[ordinal];
    }

    /** A read or fence of this mode acquires. */
    public boolean acquires() {
        return this == ACQUIRE || this == ACQ_REL || this == VOLATILE || this == JDK_LOAD;
    }

    /** A write or fence of this mode releases. */
    public boolean releases() {
        return this == RELEASE || this == ACQ_REL || this == VOLATILE || this == JDK_STORE;
    }

    /** A fence of this mode orders plain accesses as it does opaque ones. */
    public boolean ordersPlain() {
        return this == JDK_LOAD || this == JDK_STORE;
    }
}
