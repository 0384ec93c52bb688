package com.example;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** A queue lock in which each thread spins on a node of its own. One access is too weak: try {@code setRelease}. */
public final class McsLock {
    /** The place of a thread in the queue. */
    public static final class Node {
        Node next;
        boolean locked;
    }

    private Node tail;

    public Node lock() {
        Node node = new Node();
        node.locked = true;
        Node before = (Node) TAIL.getAndSet(this, node);
        if (before != null) {
            NEXT.setOpaque(before, node);
            while ((boolean) LOCKED.getAcquire(node)) {
                Thread.onSpinWait();
            }
        }
        return node;
    }

    public void unlock(Node node) {
        Node after = (Node) NEXT.getAcquire(node);
        if (after == null) {
            if (TAIL.compareAndSet(this, node, null)) {
                return;
            }
            while ((after = (Node) NEXT.getAcquire(node)) == null) {
                Thread.onSpinWait();
            }
        }
        LOCKED.setRelease(after, false);
    }

    private static final VarHandle TAIL = handle(McsLock.class, "tail", Node.class);
    private static final VarHandle NEXT = handle(Node.class, "next", Node.class);
    private static final VarHandle LOCKED = handle(Node.class, "locked", boolean.class);

    private static VarHandle handle(Class<?> owner, String field, Class<?> type) {
        try {
            return MethodHandles.privateLookupIn(owner, MethodHandles.lookup()).findVarHandle(owner, field, type);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }
}
