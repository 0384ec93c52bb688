package dev.baton.check.zoo;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** CLH: each waiter spins on the node before its own. */
class ClhLock implements SpinLock {
    static class Node {
        @SuppressWarnings("unused")
        private boolean locked;

        static final VarHandle LOCKED = SpinLock.handle(MethodHandles.lookup(), "locked", boolean.class);
    }

    @SuppressWarnings("unused")
    private Node tail = new Node();

    @Override
    public Object lock() {
        Node node = new Node();
        lockNode(node);
        Node before = exchangeTail(node);
        while (isLocked(before)) {
            Thread.onSpinWait();
        }
        return node;
    }

    @Override
    public void unlock(Object token) {
        unlockNode((Node) token);
    }

    void lockNode(Node node) {
        Node.LOCKED.setOpaque(node, true);
    }

    Node exchangeTail(Node node) {
        return (Node) TAIL.getAndSet(this, node);
    }

    boolean isLocked(Node node) {
        return (boolean) Node.LOCKED.getAcquire(node);
    }

    void unlockNode(Node node) {
        Node.LOCKED.setRelease(node, false);
    }

    static final VarHandle TAIL = SpinLock.handle(MethodHandles.lookup(), "tail", Node.class);
}
