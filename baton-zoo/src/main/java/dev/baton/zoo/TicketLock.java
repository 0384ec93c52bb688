package dev.baton.zoo;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** Each draws a ticket and waits until it is served. First in, first out; all wait on one word. */
public class TicketLock extends ZooLock {
    @SuppressWarnings("unused") // by its handle
    private int next;
    @SuppressWarnings("unused") // by its handle
    private int serving;

    public TicketLock(int threads) {
        super(threads);
    }

    @Override
    public void lock(int thread) {
        int ticket = draw();
        while (serving() != ticket) {
            pause();
        }
    }

    @Override
    public void unlock(int thread) {
        serve(served() + 1);
    }

    int draw() {
        return (int) NEXT.getAndAdd(this, 1);
    }

    int serving() {
        return (int) SERVING.getVolatile(this);
    }

    /** What the holder reads of what only holders write. */
    int served() {
        return (int) SERVING.getVolatile(this);
    }

    void serve(int ticket) {
        SERVING.setVolatile(this, ticket);
    }

    /** With the modes that the relaxer found. */
    public static final class Relaxed extends TicketLock {
        public Relaxed(int threads) {
            super(threads);
        }

        @Override
        int draw() {
            return (int) NEXT.getAndAddAcquire(this, 1);
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
    }

    // VarHandle mechanics
    static final VarHandle NEXT = Handles.field(MethodHandles.lookup(), "next", int.class);
    static final VarHandle SERVING = Handles.field(MethodHandles.lookup(), "serving", int.class);
}
