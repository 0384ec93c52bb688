package dev.baton.zoo;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/** The queue of Mellor-Crummey and Scott: each waits on its own node, which the one before it unlocks. */
public class McsLock extends LocalLock {
    /** The place of a thread in the queue. */
    static final class Node extends Padded {
        @SuppressWarnings("unused") // by its handle
        private @Nullable Node next;
        @SuppressWarnings("unused") // by its handle
        private boolean locked;

        static final VarHandle NEXT = Handles.field(MethodHandles.lookup(), "next", Node.class);
        static final VarHandle LOCKED = Handles.field(MethodHandles.lookup(), "locked", boolean.class);
    }

    @SuppressWarnings("unused") // by its handle
    private @Nullable Node tail;
    private final Node[] nodes;

    public McsLock(int threads) {
        super(threads);
        nodes = new Node[threads];
        for (int thread = 0; thread < threads; thread++) {
            nodes[thread] = new Node();
        }
    }

    @Override
    public void lock(int thread) {
        Node node = nodes[thread];
        clearNext(node);
        lockNode(node);
        Node before = exchangeTail(node);
        if (before != null) {
            setNext(before, node);
            while (isLocked(node)) {
                pause();
            }
        }
    }

    @Override
    public void unlock(int thread) {
        Node node = nodes[thread];
        Node after = next(node);
        if (after == null) {
            if (casTail(node)) {
                return;
            }
            while ((after = awaitedNext(node)) == null) {
                pause();
            }
        }
        unlockNode(after);
    }

    @Override
    boolean hasWaiter(int holder) {
        return peekNext(nodes[holder]) != null;
    }

    void clearNext(Node node) {
        Node.NEXT.setVolatile(node, null);
    }

    void lockNode(Node node) {
        Node.LOCKED.setVolatile(node, true);
    }

    @Nullable
    Node exchangeTail(Node node) {
        return (Node) TAIL.getAndSet(this, node);
    }

    void setNext(Node before, Node node) {
        Node.NEXT.setVolatile(before, node);
    }

    boolean isLocked(Node node) {
        return (boolean) Node.LOCKED.getVolatile(node);
    }

    @Nullable
    Node next(Node node) {
        return (Node) Node.NEXT.getVolatile(node);
    }

    boolean casTail(Node node) {
        return TAIL.compareAndExchange(this, node, null) == node;
    }

    @Nullable
    Node awaitedNext(Node node) {
        return (Node) Node.NEXT.getVolatile(node);
    }

    void unlockNode(Node node) {
        Node.LOCKED.setVolatile(node, false);
    }

    @Nullable
    Node peekNext(Node node) {
        return (Node) Node.NEXT.getVolatile(node);
    }

    /** With the modes that the relaxer found. */
    public static final class Relaxed extends McsLock {
        public Relaxed(int threads) {
            super(threads);
        }

        @Override
        void clearNext(Node node) {
            Node.NEXT.set(node, null);
        }

        @Override
        void lockNode(Node node) {
            Node.LOCKED.set(node, true);
        }

        @Override
        void setNext(Node before, Node node) {
            Node.NEXT.setRelease(before, node);
        }

        @Override
        boolean isLocked(Node node) {
            return (boolean) Node.LOCKED.getAcquire(node);
        }

        @Override
        @Nullable
        Node next(Node node) {
            return (Node) Node.NEXT.getAcquire(node);
        }

        @Override
        boolean casTail(Node node) {
            return TAIL.compareAndExchangeRelease(this, node, null) == node;
        }

        @Override
        @Nullable
        Node awaitedNext(Node node) {
            return (Node) Node.NEXT.getAcquire(node);
        }

        @Override
        void unlockNode(Node node) {
            Node.LOCKED.setRelease(node, false);
        }

        @Override
        @Nullable
        Node peekNext(Node node) {
            return (Node) Node.NEXT.get(node);
        }
    }

    // VarHandle mechanics
    static final VarHandle TAIL = Handles.field(MethodHandles.lookup(), "tail", Node.class);
}
