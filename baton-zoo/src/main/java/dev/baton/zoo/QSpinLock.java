package dev.baton.zoo;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * The queued spin lock of the Linux kernel, in one word: held, pending (one who waits for the holder without a node), and
 * the number of the last in a queue of nodes.
 *
 * <pre>
 *   | last in the queue + 1 | pending | held |
 * </pre>
 *
 * Differs from the kernel in: the parts of the word are always accessed as one, and threads do not nest.
 */
public class QSpinLock extends ZooLock {
    private static final int HELD = 1;
    private static final int PENDING = 1 << 8;
    private static final int IN_FRONT = HELD | PENDING;
    private static final int TAIL_SHIFT = 16;

    /** The place of a thread in the queue. */
    static final class Node extends Padded {
        @SuppressWarnings("unused") // by its handle
        private @Nullable Node next;
        @SuppressWarnings("unused") // by its handle
        private int first;

        static final VarHandle NEXT = Handles.field(MethodHandles.lookup(), "next", Node.class);
        static final VarHandle FIRST = Handles.field(MethodHandles.lookup(), "first", int.class);
    }

    @SuppressWarnings("unused") // by its handle
    private int word;
    private final Node[] nodes;

    public QSpinLock(int threads) {
        super(threads);
        nodes = new Node[threads];
        for (int thread = 0; thread < threads; thread++) {
            nodes[thread] = new Node();
        }
    }

    @Override
    public void lock(int thread) {
        int seen = exchangeFree();
        if (seen != 0 && !lockPending(seen)) {
            lockQueued(thread);
        }
    }

    /** Waits for the holder if nobody else does; false if one has to queue. */
    private boolean lockPending(int first) {
        int seen = first;
        while (seen == PENDING) { // between pending and held
            pause();
            seen = wordInTransit();
        }
        for (;;) {
            if ((seen & ~HELD) != 0) {
                return false;
            }
            int next = seen == HELD ? HELD | PENDING : HELD;
            int found = exchangePending(seen, next);
            if (found == seen) {
                break;
            }
            seen = found;
        }
        if (seen == 0) {
            return true;
        }
        while ((awaitedByPending() & HELD) != 0) {
            pause();
        }
        pendingToHeld();
        return true;
    }

    private void lockQueued(int thread) {
        Node node = nodes[thread];
        int tail = (thread + 1) << TAIL_SHIFT;
        clearFirst(node);
        clearNext(node);
        int before = exchangeTail(tail) >>> TAIL_SHIFT;
        if (before != 0) {
            setNext(nodes[before - 1], node);
            while (!isFirst(node)) {
                pause();
            }
        }
        int seen;
        while (((seen = awaitedByFirst()) & IN_FRONT) != 0) {
            pause();
        }
        if (seen == tail && casHeldAlone(seen)) {
            return;
        }
        addHeld();
        Node after;
        while ((after = next(node)) == null) {
            pause();
        }
        setFirst(after);
    }

    private int exchangeTail(int tail) {
        int seen = wordBeforeTail();
        for (;;) {
            int found = exchangeTail(seen, (seen & IN_FRONT) | tail);
            if (found == seen) {
                return seen;
            }
            seen = found;
        }
    }

    @Override
    public void unlock(int thread) {
        subtractHeld();
    }

    /** Tries to hold a free lock; returns what was there. */
    int exchangeFree() {
        return (int) WORD.compareAndExchange(this, 0, HELD);
    }

    int wordInTransit() {
        return (int) WORD.getVolatile(this);
    }

    int exchangePending(int expected, int next) {
        return (int) WORD.compareAndExchange(this, expected, next);
    }

    int awaitedByPending() {
        return (int) WORD.getVolatile(this);
    }

    void pendingToHeld() {
        WORD.getAndAdd(this, HELD - PENDING);
    }

    void clearFirst(Node node) {
        Node.FIRST.setVolatile(node, 0);
    }

    void clearNext(Node node) {
        Node.NEXT.setVolatile(node, null);
    }

    int wordBeforeTail() {
        return (int) WORD.getVolatile(this);
    }

    int exchangeTail(int expected, int next) {
        return (int) WORD.compareAndExchange(this, expected, next);
    }

    void setNext(Node before, Node node) {
        Node.NEXT.setVolatile(before, node);
    }

    boolean isFirst(Node node) {
        return (int) Node.FIRST.getVolatile(node) != 0;
    }

    int awaitedByFirst() {
        return (int) WORD.getVolatile(this);
    }

    boolean casHeldAlone(int expected) {
        return (int) WORD.compareAndExchange(this, expected, HELD) == expected;
    }

    void addHeld() {
        WORD.getAndAdd(this, HELD);
    }

    @Nullable
    Node next(Node node) {
        return (Node) Node.NEXT.getVolatile(node);
    }

    void setFirst(Node node) {
        Node.FIRST.setVolatile(node, 1);
    }

    void subtractHeld() {
        WORD.getAndAdd(this, -HELD);
    }

    /** With the modes that the relaxer found. */
    public static final class Relaxed extends QSpinLock {
        public Relaxed(int threads) {
            super(threads);
        }

        @Override
        int exchangeFree() {
            return (int) WORD.compareAndExchangeAcquire(this, 0, HELD);
        }

        @Override
        int wordInTransit() {
            return (int) WORD.getOpaque(this);
        }

        @Override
        int exchangePending(int expected, int next) {
            return (int) WORD.compareAndExchangeAcquire(this, expected, next);
        }

        @Override
        int awaitedByPending() {
            return (int) WORD.getAcquire(this);
        }

        @Override
        void pendingToHeld() {
            WORD.getAndAddAcquire(this, HELD - PENDING);
        }

        @Override
        void clearFirst(Node node) {
            Node.FIRST.set(node, 0);
        }

        @Override
        void clearNext(Node node) {
            Node.NEXT.set(node, null);
        }

        @Override
        int wordBeforeTail() {
            return (int) WORD.get(this);
        }

        @Override
        void setNext(Node before, Node node) {
            Node.NEXT.setRelease(before, node);
        }

        @Override
        boolean isFirst(Node node) {
            return (int) Node.FIRST.getAcquire(node) != 0;
        }

        @Override
        int awaitedByFirst() {
            return (int) WORD.getAcquire(this);
        }

        @Override
        boolean casHeldAlone(int expected) {
            return (int) WORD.compareAndExchangeAcquire(this, expected, HELD) == expected;
        }

        @Override
        void addHeld() {
            WORD.getAndAddAcquire(this, HELD);
        }

        @Override
        @Nullable
        Node next(Node node) {
            return (Node) Node.NEXT.getAcquire(node);
        }

        @Override
        void setFirst(Node node) {
            Node.FIRST.setRelease(node, 1);
        }

        @Override
        void subtractHeld() {
            WORD.getAndAddRelease(this, -HELD);
        }
    }

    // VarHandle mechanics
    static final VarHandle WORD = Handles.field(MethodHandles.lookup(), "word", int.class);
}
