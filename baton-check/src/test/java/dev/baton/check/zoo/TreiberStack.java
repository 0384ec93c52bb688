package dev.baton.check.zoo;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** Treiber's stack of numbers. */
class TreiberStack {
    static final class Node {
        int value;
        Node next;
    }

    @SuppressWarnings("unused")
    private Node top;

    void push(int value) {
        Node node = new Node();
        node.value = value;
        Node before;
        do {
            before = top();
            node.next = before;
        } while (!casPush(before, node));
    }

    /** The last value, or 0. */
    int pop() {
        for (;;) {
            Node before = top();
            if (before == null) {
                return 0;
            }
            if (casPop(before, before.next)) {
                return before.value;
            }
        }
    }

    Node top() {
        return (Node) TOP.getAcquire(this);
    }

    boolean casPush(Node before, Node node) {
        return TOP.compareAndSet(this, before, node);
    }

    boolean casPop(Node before, Node after) {
        return TOP.compareAndSet(this, before, after);
    }

    static final VarHandle TOP = SpinLock.handle(MethodHandles.lookup(), "top", Node.class);

    static final class OpaqueTop extends TreiberStack {
        @Override
        Node top() {
            return (Node) TOP.getOpaque(this);
        }
    }

    static final class AcquirePush extends TreiberStack {
        @Override
        boolean casPush(Node before, Node node) {
            return TOP.weakCompareAndSetAcquire(this, before, node);
        }
    }

    static final class BlindPop extends TreiberStack {
        @Override
        boolean casPop(Node before, Node after) {
            TOP.setVolatile(this, after);
            return true;
        }
    }

    static final class BlindPush extends TreiberStack {
        @Override
        boolean casPush(Node before, Node node) {
            TOP.setVolatile(this, node);
            return true;
        }
    }
}
