package dev.baton.check.zoo;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;

/** A lock whose waiters park: publish yourself, try again, park; unlocking wakes all who published themselves. */
class ParkLock implements SpinLock {
    static class Waiter {
        final Thread thread = Thread.currentThread();
        Waiter next;
        volatile boolean signalled;
    }

    @SuppressWarnings("unused")
    private int held;
    @SuppressWarnings("unused")
    private Waiter waiters;

    @Override
    public Object lock() {
        if (casHeld()) {
            return this;
        }
        Waiter waiter = publish();
        while (!retry()) {
            if (waiter.signalled) {
                waiter = publish();
            } else {
                park();
            }
        }
        return this;
    }

    @Override
    public void unlock(Object token) {
        clearHeld();
        for (Waiter waiter = takeWaiters(); waiter != null; waiter = waiter.next) {
            waiter.signalled = true;
            unpark(waiter.thread);
        }
    }

    private Waiter publish() {
        Waiter waiter = new Waiter();
        do {
            waiter.next = (Waiter) WAITERS.getAcquire(this);
        } while (!push(waiter));
        return waiter;
    }

    boolean push(Waiter waiter) {
        return WAITERS.compareAndSet(this, waiter.next, waiter);
    }

    boolean retry() {
        return casHeld();
    }

    boolean casHeld() {
        return HELD.compareAndSet(this, 0, 1);
    }

    void clearHeld() {
        HELD.setVolatile(this, 0);
    }

    Waiter takeWaiters() {
        return (Waiter) WAITERS.getAndSet(this, null);
    }

    void park() {
        LockSupport.park(this);
    }

    void unpark(Thread thread) {
        LockSupport.unpark(thread);
    }

    static final VarHandle HELD = SpinLock.handle(MethodHandles.lookup(), "held", int.class);
    static final VarHandle WAITERS = SpinLock.handle(MethodHandles.lookup(), "waiters", Waiter.class);
}
