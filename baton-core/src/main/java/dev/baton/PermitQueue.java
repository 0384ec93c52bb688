package dev.baton;

import java.util.concurrent.CompletableFuture;

/**
 * Grant queue whose state counts permits: a request is let through when there are as many as it asks for. The state
 * is larger by 2^31 than the number of permits, which may be negative, so that adding to it never changes what is beside it.
 */
final class PermitQueue extends GrantQueue {
    private static final long ZERO = 1L << 31;

    private final Object primitive;

    PermitQueue(Object primitive, int permits, boolean barging, HandOff handOff, Tuning tuning) {
        super(word(permits), barging, false, handOff, tuning);
        this.primitive = primitive;
    }

    private static long word(int permits) {
        return ZERO + permits;
    }

    private static int permits(long state) {
        return (int) (state - ZERO); // what stands beside the state in a word falls away
    }

    int permitsVolatile() {
        return permits(stateVolatile());
    }

    boolean casPermits(int expected, int replacement) {
        return casState(word(expected), word(replacement));
    }

    /** Sets the permits whatever they were; for a queue that is never closed. */
    int getAndSetPermits(int replacement) {
        return permits(getAndSetState(word(replacement)));
    }

    /**
     * Adds permits without a look at how many there are.
     *
     * @return false if these would be more than an int can count. They are taken back at once; nobody takes from them
     *         meanwhile, because as an int their number is negative
     */
    boolean add(int permits) {
        if (getAndAddState(permits) + permits <= word(Integer.MAX_VALUE)) {
            return true;
        }
        long unused = getAndAddState(-permits);
        return false;
    }

    /** Takes permits that are free if nobody has ever had to wait for one: the usual way. */
    boolean takeQuickly(int wanted) {
        long seen = wordVolatile();
        return permits(seen) >= wanted && lineVolatile() == null && casWord(seen, seen - wanted);
    }

    /** Gives permits to the first in line, if it asks for as many and none is free. */
    boolean passOn(int permits) {
        return lineVolatile() != null && passOn(ZERO, permits);
    }

    /** A future of what has been taken; if there is no memory for it, that is given back. */
    CompletableFuture<Void> completed(int permits) {
        try {
            return CompletableFuture.completedFuture(null);
        } catch (OutOfMemoryError full) {
            if (!passOn(permits)) {
                add(permits);
                released();
            }
            throw full;
        }
    }

    @Override
    boolean allows(long state, int wanted) {
        return permits(state) >= wanted;
    }

    @Override
    long change(int wanted) {
        return -wanted;
    }

    @Override
    Object blocker() {
        return primitive;
    }
}
