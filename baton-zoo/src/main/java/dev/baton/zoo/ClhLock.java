package dev.baton.zoo;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** The queue of Craig, Landin and Hagersten: each waits on the node of the one before it, and takes that node over. */
public class ClhLock extends ZooLock {
    /** What a thread leaves in the queue: locked until it has left. */
    static final class Node extends Padded {
        @SuppressWarnings("unused") // by its handle
        private boolean locked;

        static final VarHandle LOCKED = Handles.field(MethodHandles.lookup(), "locked", boolean.class);
    }

    /** The nodes of one thread; nobody else looks at it. */
    private static final class Seat extends Padded {
        Node mine = new Node();
        Node before = mine;
    }

    @SuppressWarnings("unused") // by its handle
    private Node tail = new Node();
    private final Seat[] seats;

    public ClhLock(int threads) {
        super(threads);
        seats = new Seat[threads];
        for (int thread = 0; thread < threads; thread++) {
            seats[thread] = new Seat();
        }
    }

    @Override
    public void lock(int thread) {
        Seat seat = seats[thread];
        lockNode(seat.mine);
        Node before = exchangeTail(seat.mine);
        seat.before = before;
        while (isLocked(before)) {
            pause();
        }
    }

    @Override
    public void unlock(int thread) {
        Seat seat = seats[thread];
        Node node = seat.mine;
        seat.mine = seat.before; // nobody looks at it any more
        unlockNode(node);
    }

    void lockNode(Node node) {
        Node.LOCKED.setVolatile(node, true);
    }

    Node exchangeTail(Node node) {
        return (Node) TAIL.getAndSet(this, node);
    }

    boolean isLocked(Node node) {
        return (boolean) Node.LOCKED.getVolatile(node);
    }

    void unlockNode(Node node) {
        Node.LOCKED.setVolatile(node, false);
    }

    /** With the modes that the relaxer found. */
    public static final class Relaxed extends ClhLock {
        public Relaxed(int threads) {
            super(threads);
        }

        @Override
        void lockNode(Node node) {
            Node.LOCKED.set(node, true);
        }

        @Override
        boolean isLocked(Node node) {
            return (boolean) Node.LOCKED.getAcquire(node);
        }

        @Override
        void unlockNode(Node node) {
            Node.LOCKED.setRelease(node, false);
        }
    }

    // VarHandle mechanics
    static final VarHandle TAIL = Handles.field(MethodHandles.lookup(), "tail", Node.class);
}
