package dev.baton;

/** The rule of a {@link ReentrantLock}: the state is the number of holds of the owner, 0 if there is none. */
final class Holds extends Ownership {
    Holds(Object lock, boolean fair, HandOff handOff, Tuning tuning) {
        super(lock, fair, handOff, tuning);
    }

    @Override
    public boolean allows(long holds, int wanted) {
        return holds == 0L;
    }

    @Override
    public long change(int wanted) {
        return wanted;
    }

    @Override
    boolean isExclusive(int weight) {
        return true;
    }

    @Override
    int exclusiveHolds(long state) {
        return (int) state;
    }

    /** Takes the lock for the current thread if it is free and nobody has had to wait for it: the usual way. */
    boolean lockQuickly() {
        GrantQueue queue = queue();
        Thread current = Thread.currentThread();
        if (queue.wordVolatile() == 0L && queue.casUncontended(0L, 1L)) {
            queue.owner = current; // no call comes between, so that no overflow of the stack does
            return true;
        }
        return false;
    }

    /** Adds a hold of the current thread, if that owns the lock. */
    boolean reenter() {
        if (!isOwnedByCurrentThread()) {
            return false;
        }
        int holds = (int) queue().stateVolatile();
        if (holds == Integer.MAX_VALUE) {
            throw new Error("Maximum lock count exceeded");
        }
        queue().setState(holds + 1L);
        return true;
    }

    /** Gives back a hold of the current thread, which owns the lock. */
    void leave() {
        long holds = queue().stateVolatile();
        if (holds == 1L) {
            free();
        } else {
            queue().setState(holds - 1L);
        }
    }

    private void free() {
        GrantQueue queue = queue();
        if (!queue.passOn(1L, 1)) {
            queue.setState(null, 0L);
            queue.released();
        }
    }

    @Override
    long releaseAll() {
        free();
        return 0L;
    }

    @Override
    void restore(long released) {}

    @Override
    void release(int weight) {
        free();
    }
}
