package com.example;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** A spin lock that serves in the order of tickets. */
public final class TicketLock {
    private int next;
    private int serving;

    public void lock() {
        int ticket = (int) NEXT.getAndAdd(this, 1);
        while ((int) SERVING.getAcquire(this) != ticket) {
            Thread.onSpinWait();
        }
    }

    public void unlock() {
        SERVING.setRelease(this, serving + 1);
    }

    // VarHandle mechanics
    private static final VarHandle NEXT;
    private static final VarHandle SERVING;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            NEXT = lookup.findVarHandle(TicketLock.class, "next", int.class);
            SERVING = lookup.findVarHandle(TicketLock.class, "serving", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }
}
