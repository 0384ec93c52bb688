package dev.baton.zoo;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A ticket lock with a waiting array: only the next in line waits on the word that is served, all others on an element of
 * the array that is bumped when their turn is near. Differs from the paper in: each lock has an array of its own.
 */
public class TwaLock extends LocalLock {
    /** So many in front, and one waits on the served word. */
    private static final int NEAR = 1;
    private static final int PLACES = 64;

    @SuppressWarnings("unused") // by its handle
    private int next;
    @SuppressWarnings("unused") // by its handle
    private int serving;
    private final int[] bumps = new int[PLACES];

    public TwaLock(int threads) {
        super(threads);
    }

    @Override
    public void lock(int thread) {
        int ticket = draw();
        if (ticket - glance() > NEAR) {
            awaitNear(ticket);
        }
        while (serving() != ticket) {
            pause();
        }
    }

    private void awaitNear(int ticket) {
        int place = ticket & PLACES - 1;
        for (;;) {
            int seen = bumps(bumps, place);
            if (ticket - servingFar() <= NEAR) {
                return;
            }
            while (awaitedBumps(bumps, place) == seen) {
                pause();
            }
        }
    }

    @Override
    public void unlock(int thread) {
        int ticket = served() + 1;
        serve(ticket);
        bump(bumps, ticket + NEAR & PLACES - 1);
    }

    @Override
    boolean hasWaiter(int holder) {
        return drawn() - served() > 1;
    }

    int draw() {
        return (int) NEXT.getAndAdd(this, 1);
    }

    /** A first look at how far it is. */
    int glance() {
        return (int) SERVING.getVolatile(this);
    }

    int bumps(int[] array, int place) {
        return (int) ELEMENTS.getVolatile(array, place);
    }

    /** The look after which one relies on being bumped. */
    int servingFar() {
        return (int) SERVING.getVolatile(this);
    }

    int awaitedBumps(int[] array, int place) {
        return (int) ELEMENTS.getVolatile(array, place);
    }

    int serving() {
        return (int) SERVING.getVolatile(this);
    }

    int served() {
        return (int) SERVING.getVolatile(this);
    }

    void serve(int ticket) {
        SERVING.setVolatile(this, ticket);
    }

    void bump(int[] array, int place) {
        ELEMENTS.getAndAdd(array, place, 1);
    }

    int drawn() {
        return (int) NEXT.getVolatile(this);
    }

    /** With the modes that the relaxer found. */
    public static final class Relaxed extends TwaLock {
        public Relaxed(int threads) {
            super(threads);
        }

        @Override
        int draw() {
            return (int) NEXT.getAndAddAcquire(this, 1);
        }

        @Override
        int glance() {
            return (int) SERVING.get(this);
        }

        @Override
        int bumps(int[] array, int place) {
            return (int) ELEMENTS.getAcquire(array, place);
        }

        @Override
        int servingFar() {
            return (int) SERVING.get(this);
        }

        @Override
        int awaitedBumps(int[] array, int place) {
            return (int) ELEMENTS.getOpaque(array, place);
        }

        @Override
        int serving() {
            return (int) SERVING.getAcquire(this);
        }

        @Override
        int served() {
            return (int) SERVING.get(this);
        }

        @Override
        void serve(int ticket) {
            SERVING.setRelease(this, ticket);
        }

        @Override
        void bump(int[] array, int place) {
            ELEMENTS.getAndAddRelease(array, place, 1);
        }

        @Override
        int drawn() {
            return (int) NEXT.get(this);
        }
    }

    // VarHandle mechanics
    static final VarHandle NEXT = Handles.field(MethodHandles.lookup(), "next", int.class);
    static final VarHandle SERVING = Handles.field(MethodHandles.lookup(), "serving", int.class);
    static final VarHandle ELEMENTS = MethodHandles.arrayElementVarHandle(int[].class);
}
