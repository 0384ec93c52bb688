package dev.baton.check.event;

/**
 * How an access or a fence is ordered, in Java's words, weakest first. A read is {@link #PLAIN}, {@link #OPAQUE},
 * {@link #ACQUIRE} or {@link #VOLATILE}; a write is {@link #PLAIN}, {@link #OPAQUE}, {@link #RELEASE} or
 * {@link #VOLATILE}; each half of a read-modify-write may carry any of them, {@link #ACQ_REL} included (a half
 * ignores the part that does not concern it). A fence is {@link #ACQUIRE}, {@link #RELEASE}, {@link #ACQ_REL} or
 * {@link #VOLATILE} (the full fence); {@code loadLoadFence} and {@code storeStoreFence} are {@link #LOAD_LOAD}
 * and {@link #STORE_STORE}.
 *
 * <p>Fences order plain accesses as they do opaque ones. {@link #NON_ATOMIC} is what C++ calls so: a plain access that no
 * fence orders. No Java program has one; programs in the words of the C++ model do.
 */
public enum AccessMode {
    NON_ATOMIC, PLAIN, OPAQUE, ACQUIRE, RELEASE, ACQ_REL, VOLATILE, LOAD_LOAD, STORE_STORE;

    private static final AccessMode[] ALL = values();

    /** The mode with the given ordinal. */
    public static AccessMode of(int ordinal) {
        return ALL[ordinal];
    }

    /** A compiler may merge, repeat and leave out accesses of this mode, and they may race. */
    public boolean isPlain() {
        return this == PLAIN || this == NON_ATOMIC;
    }

    /** A read or fence of this mode acquires. */
    public boolean acquires() {
        return this == ACQUIRE || this == ACQ_REL || this == VOLATILE;
    }

    /** A write or fence of this mode releases. */
    public boolean releases() {
        return this == RELEASE || this == ACQ_REL || this == VOLATILE;
    }

    /** A fence of this mode orders reads before it with reads after it. */
    public boolean ordersReads() {
        return acquires() || this == LOAD_LOAD;
    }

    /** A fence of this mode orders writes before it with writes after it. */
    public boolean ordersWrites() {
        return releases() || this == STORE_STORE;
    }
}
