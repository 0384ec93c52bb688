package dev.baton;

/**
 * Grant queue whose state counts permits: a request is let through when there are as many as it asks for. The
 * permits, possibly negative, are the low 32 bits of the state.
 */
final class PermitQueue extends GrantQueue {
    private final Object primitive;

    PermitQueue(Object primitive, int permits, boolean barging, HandOff handOff, Tuning tuning) {
        super(word(permits), barging, false, handOff, tuning);
        this.primitive = primitive;
    }

    private static long word(int permits) {
        return Integer.toUnsignedLong(permits);
    }

    int permitsVolatile() {
        return (int) stateVolatile();
    }

    boolean casPermits(int expected, int replacement) {
        return casState(word(expected), word(replacement));
    }

    /** Sets the permits whatever they were; for a queue that is never closed. */
    int getAndSetPermits(int replacement) {
        return (int) getAndSetState(word(replacement));
    }

    @Override
    boolean allows(long state, int wanted) {
        return (int) state >= wanted;
    }

    @Override
    long after(long state, int wanted) {
        return word((int) state - wanted);
    }

    @Override
    Object blocker() {
        return primitive;
    }
}
