package dev.baton;

/**
 * Which thread runs next, and where, when a lock is released while others wait for it. Chosen per lock.
 * <p>
 * The time between handing a lock over and the next owner's entering is time in which nobody uses it. The policies
 * differ in how much of it there is, and in what the releaser does meanwhile.
 */
public enum HandOff {
    /**
     * The next owner is woken and the releaser goes on. The next owner waits until a processor, or a carrier, is free
     * for it. The usual policy; every thread can have it.
     */
    DISPATCH,
    /**
     * The next owner's section runs at once where the releaser runs; the releaser goes on after it. Nothing waits for a
     * processor, but what the releaser would do in parallel waits for the sections of the others.
     */
    INLINE,
    /**
     * The next owner's section runs at once where the releaser runs; what the releaser does after its own section moves
     * elsewhere. Sections of a contended lock then follow each other on one processor without a gap, and everything
     * else runs in parallel to them.
     */
    COMBINE;

    /** This policy, for a primitive that is {@code fair}; only a fair one hands over to a certain thread. */
    HandOff checkFair(boolean fair) {
        if (!fair && staysHere()) {
            throw new IllegalArgumentException(this + " needs a fair queue: otherwise nobody is handed anything");
        }
        return this;
    }

    /** Whether the next section runs where the releaser runs. */
    boolean staysHere() {
        return this != DISPATCH;
    }
}
