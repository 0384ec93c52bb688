package dev.baton.check.zoo;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** CLH: each waiter spins on the node before its own. */
class ClhLock implements SpinLock {
    static class Link {
        @SuppressWarnings("unused")
        private boolean locked;

        static final VarHandle LOCKED = SpinLock.handle(MethodHandles.lookup(), "locked", boolean.class);
    }

    @SuppressWarnings("unused")
    private Link tail = new Link();

    @Override
    public Object lock() {
        Link node = new Link();
        lockNode(node);
        Link before = exchangeTail(node);
        while (isLocked(before)) {
            Thread.onSpinWait();
        }
        return node;
    }

    @Override
    public void unlock(Object token) {
        unlockNode((Link) token);
    }

    void lockNode(Link node) {
        Link.LOCKED.setOpaque(node, true);
    }

    Link exchangeTail(Link node) {
        return (Link) TAIL.getAndSet(this, node);
    }

    boolean isLocked(Link node) {
        return (boolean) Link.LOCKED.getAcquire(node);
    }

    void unlockNode(Link node) {
        Link.LOCKED.setRelease(node, false);
    }

    static final VarHandle TAIL = SpinLock.handle(MethodHandles.lookup(), "tail", Link.class);
}
