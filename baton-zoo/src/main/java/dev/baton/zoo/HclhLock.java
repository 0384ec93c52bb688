package dev.baton.zoo;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * The hierarchical CLH queue of Luchangco, Nussbaum and Shavit: threads queue in their cluster; the first of them splices
 * the cluster's queue into the global one as a whole.
 *
 * <p>The state of a node is one word: the cluster of its thread, whether the next one must wait, and whether it was the
 * last of its cluster's queue when that was spliced, which makes the next one the first of the next splice.
 */
public class HclhLock extends ZooLock {
    private static final int MUST_WAIT = 1 << 30;
    private static final int SPLICED_LAST = 1 << 29;
    private static final int CLUSTER = SPLICED_LAST - 1;

    /** The place of a thread in its cluster's and in the global queue. */
    static final class Node extends Padded {
        @SuppressWarnings("unused") // by its handle
        private int state;

        static final VarHandle STATE = Handles.field(MethodHandles.lookup(), "state", int.class);
    }

    /** The queue of a cluster. */
    static final class Queue extends Padded {
        @SuppressWarnings("unused") // by its handle
        private @Nullable Node tail;

        static final VarHandle TAIL = Handles.field(MethodHandles.lookup(), "tail", Node.class);
    }

    /** The nodes of one thread; nobody else looks at it. */
    private static final class Seat extends Padded {
        Node mine = new Node();
        Node before = mine;
    }

    @SuppressWarnings("unused") // by its handle
    private Node tail = new Node();
    private final Queue[] queues;
    private final Seat[] seats;

    public HclhLock(int threads, int clusters) {
        super(threads);
        queues = new Queue[clusters];
        for (int cluster = 0; cluster < clusters; cluster++) {
            queues[cluster] = new Queue();
        }
        seats = new Seat[threads];
        for (int thread = 0; thread < threads; thread++) {
            seats[thread] = new Seat();
        }
    }

    @Override
    public void lock(int thread) {
        int cluster = thread % queues.length;
        Queue queue = queues[cluster];
        Seat seat = seats[thread];
        reset(seat.mine, cluster | MUST_WAIT);
        Node before = exchangeLocalTail(queue, seat.mine);
        if (before != null && awaitGrant(before, cluster)) {
            seat.before = before;
            return;
        }
        before = splice(queue);
        seat.before = before;
        while ((granted(before) & MUST_WAIT) != 0) {
            pause();
        }
    }

    /** Waits behind a node: true if that gave the lock, false if it is on the caller to splice. */
    private boolean awaitGrant(Node before, int cluster) {
        for (;;) {
            int state = state(before);
            if ((state & CLUSTER) != cluster || (state & SPLICED_LAST) != 0) {
                return false;
            }
            if ((state & MUST_WAIT) == 0) {
                return true;
            }
            pause();
        }
    }

    /** Appends the cluster's queue to the global one; returns what it now follows. */
    private Node splice(Queue queue) {
        for (;;) {
            Node before = tail();
            Node last = localTail(queue);
            if (casTail(before, last)) {
                markSpliced(last);
                return before;
            }
        }
    }

    @Override
    public void unlock(int thread) {
        Seat seat = seats[thread];
        Node node = seat.mine;
        seat.mine = seat.before; // nobody waits behind it any more
        grant(node);
    }

    void reset(Node node, int state) {
        Node.STATE.setVolatile(node, state);
    }

    @Nullable
    Node exchangeLocalTail(Queue queue, Node node) {
        return (Node) Queue.TAIL.getAndSet(queue, node);
    }

    int state(Node node) {
        return (int) Node.STATE.getVolatile(node);
    }

    Node tail() {
        return (Node) TAIL.getVolatile(this);
    }

    Node localTail(Queue queue) {
        return (Node) Queue.TAIL.getVolatile(queue);
    }

    boolean casTail(Node expected, Node next) {
        return TAIL.compareAndExchange(this, expected, next) == expected;
    }

    void markSpliced(Node node) {
        Node.STATE.getAndBitwiseOr(node, SPLICED_LAST);
    }

    int granted(Node node) {
        return (int) Node.STATE.getVolatile(node);
    }

    void grant(Node node) {
        Node.STATE.getAndBitwiseAnd(node, ~MUST_WAIT);
    }

    /** With the modes that the relaxer found. */
    public static final class Relaxed extends HclhLock {
        public Relaxed(int threads, int clusters) {
            super(threads, clusters);
        }

        @Override
        void reset(Node node, int state) {
            Node.STATE.set(node, state);
        }

        @Override
        int state(Node node) {
            return (int) Node.STATE.getAcquire(node);
        }

        @Override
        Node tail() {
            return (Node) TAIL.get(this);
        }

        @Override
        Node localTail(Queue queue) {
            return (Node) Queue.TAIL.getAcquire(queue);
        }

        @Override
        void markSpliced(Node node) {
            Node.STATE.getAndBitwiseOrAcquire(node, SPLICED_LAST);
        }

        @Override
        int granted(Node node) {
            return (int) Node.STATE.getAcquire(node);
        }

        @Override
        void grant(Node node) {
            Node.STATE.getAndBitwiseAndRelease(node, ~MUST_WAIT);
        }
    }

    // VarHandle mechanics
    static final VarHandle TAIL = Handles.field(MethodHandles.lookup(), "tail", Node.class);
}
