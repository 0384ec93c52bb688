package dev.baton;

/** Queue of a {@link ReentrantLock}: the state is the number of holds of the owner, 0 if there is none. */
final class HoldQueue extends OwnedQueue {
    HoldQueue(Object lock, boolean barging, HandOff handOff, Tuning tuning) {
        super(lock, barging, handOff, tuning);
    }

    @Override
    boolean allows(long holds, int wanted) {
        return holds == 0L;
    }

    @Override
    long change(int wanted) {
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

    /** Takes the lock for the current thread if it is free and nobody has ever had to wait for it: the usual way. */
    boolean lockQuickly() {
        if (wordVolatile() == 0L && lineVolatile() == null && casWord(0L, 1L)) {
            setOwner(Thread.currentThread());
            return true;
        }
        return false;
    }

    /** Adds a hold of the current thread, which owns the lock. */
    void reenter() {
        int holds = (int) stateVolatile();
        if (holds == Integer.MAX_VALUE) {
            throw new Error("Maximum lock count exceeded");
        }
        setState(holds + 1L);
    }

    /** Gives back a hold of the current thread, which owns the lock. */
    void leave() {
        long holds = stateVolatile();
        if (holds == 1L) {
            free();
        } else {
            setState(holds - 1L);
        }
    }

    private void free() {
        if (lineVolatile() == null || !passOn(1L, 1)) {
            setOwner(null);
            setState(0L);
            if (lineVolatile() != null) {
                released();
            }
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
    void release(LockToken token) {
        assert isOwnedBy(token);
        free();
    }
}
