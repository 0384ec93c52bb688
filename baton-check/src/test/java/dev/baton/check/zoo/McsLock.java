package dev.baton.check.zoo;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** MCS: a queue of nodes, each waiter spins on its own. */
class McsLock implements SpinLock {
    static class Node {
        @SuppressWarnings("unused")
        private Node next;
        @SuppressWarnings("unused")
        private boolean locked;

        static final VarHandle NEXT = SpinLock.handle(MethodHandles.lookup(), "next", Node.class);
        static final VarHandle LOCKED = SpinLock.handle(MethodHandles.lookup(), "locked", boolean.class);
    }

    @SuppressWarnings("unused")
    private Node tail;

    @Override
    public Object lock() {
        Node node = new Node();
        lock(node);
        return node;
    }

    void lock(Node node) {
        Node.NEXT.setOpaque(node, null);
        lockNode(node);
        Node before = exchangeTail(node);
        if (before != null) {
            setNext(before, node);
            while (isLocked(node)) {
                Thread.onSpinWait();
            }
        }
    }

    @Override
    public void unlock(Object token) {
        Node node = (Node) token;
        Node after = next(node);
        if (after == null) {
            if (casTail(node)) {
                return;
            }
            while ((after = next(node)) == null) {
                Thread.onSpinWait();
            }
        }
        unlockNode(after);
    }

    void lockNode(Node node) {
        Node.LOCKED.setOpaque(node, true);
    }

    Node exchangeTail(Node node) {
        return (Node) TAIL.getAndSet(this, node);
    }

    void setNext(Node before, Node node) {
        Node.NEXT.setRelease(before, node);
    }

    boolean isLocked(Node node) {
        return (boolean) Node.LOCKED.getAcquire(node);
    }

    Node next(Node node) {
        return (Node) Node.NEXT.getAcquire(node);
    }

    boolean casTail(Node node) {
        return TAIL.compareAndSet(this, node, null);
    }

    void unlockNode(Node node) {
        Node.LOCKED.setRelease(node, false);
    }

    static final VarHandle TAIL = SpinLock.handle(MethodHandles.lookup(), "tail", Node.class);
}
