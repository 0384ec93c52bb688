package dev.baton.check.zoo;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** Draw a ticket, wait until it is served. */
class TicketLock implements SpinLock {
    @SuppressWarnings("unused")
    private int next;
    @SuppressWarnings("unused")
    private int serving;

    @Override
    public Object lock() {
        int ticket = draw();
        while (serving() != ticket) {
            Thread.onSpinWait();
        }
        return this;
    }

    @Override
    public void unlock(Object token) {
        serve((int) SERVING.get(this) + 1);
    }

    int draw() {
        return (int) NEXT.getAndAddAcquire(this, 1);
    }

    int serving() {
        return (int) SERVING.getAcquire(this);
    }

    void serve(int ticket) {
        SERVING.setRelease(this, ticket);
    }

    static final VarHandle NEXT = SpinLock.handle(MethodHandles.lookup(), "next", int.class);
    static final VarHandle SERVING = SpinLock.handle(MethodHandles.lookup(), "serving", int.class);
}
