package dev.baton.check.zoo;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** The queue of Michael and Scott, of numbers. */
class MichaelScottQueue {
    static final class Node {
        int value;
        @SuppressWarnings("unused")
        private Node next;

        static final VarHandle NEXT = SpinLock.handle(MethodHandles.lookup(), "next", Node.class);
    }

    @SuppressWarnings("unused")
    private Node head = new Node();
    @SuppressWarnings("unused")
    private Node tail = head;

    void add(int value) {
        Node node = new Node();
        node.value = value;
        for (;;) {
            Node last = tail();
            Node after = (Node) Node.NEXT.getAcquire(last);
            if (after != null) {
                TAIL.compareAndSet(this, last, after);
            } else if (link(last, node)) {
                TAIL.compareAndSet(this, last, node);
                return;
            }
        }
    }

    /** The first value, or 0. */
    int poll() {
        for (;;) {
            Node first = head();
            Node after = next(first);
            if (after == null) {
                return 0;
            }
            if (casHead(first, after)) {
                return after.value;
            }
        }
    }

    Node tail() {
        return (Node) TAIL.getAcquire(this);
    }

    Node head() {
        return (Node) HEAD.getAcquire(this);
    }

    Node next(Node node) {
        return (Node) Node.NEXT.getAcquire(node);
    }

    boolean link(Node last, Node node) {
        return Node.NEXT.compareAndSet(last, null, node);
    }

    boolean casHead(Node first, Node after) {
        return HEAD.compareAndSet(this, first, after);
    }

    static final VarHandle HEAD = SpinLock.handle(MethodHandles.lookup(), "head", Node.class);
    static final VarHandle TAIL = SpinLock.handle(MethodHandles.lookup(), "tail", Node.class);

    static final class AcquireLink extends MichaelScottQueue {
        @Override
        boolean link(Node last, Node node) {
            return Node.NEXT.weakCompareAndSetAcquire(last, null, node);
        }
    }

    static final class BlindHead extends MichaelScottQueue {
        @Override
        boolean casHead(Node first, Node after) {
            HEAD.setVolatile(this, after);
            return true;
        }
    }

    static final class BlindLink extends MichaelScottQueue {
        @Override
        boolean link(Node last, Node node) {
            Node.NEXT.setVolatile(last, node);
            return true;
        }
    }
}
