package dev.baton.check.zoo;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The queue of the JDK's AbstractQueuedSynchronizer, reduced to what takes part in JDK-8386085: a list linked both ways,
 * of which only the way to the front is exact; waiters that give up, unlink themselves, and repair the other way when they
 * find it wrong.
 *
 * <p>Written anew, one decision of the original for one here, in the same order: what a sweep looks at, when it starts
 * over, what it swaps. Left out: acquiring, parking and waking, which only read these links; conditions, interrupts and clocks.
 */
class AbortableQueue {
    static final int ABORTED = -1;

    /** A place in the queue. */
    static final class Node {
        volatile Node prev;
        volatile Node next;
        volatile int status;
    }

    private volatile Node tail = new Node();

    /** Appends a node. */
    final void enqueue(Node node) {
        for (;;) {
            Node last = tail;
            PREV.set(node, last);
            if (TAIL.compareAndSet(this, last, node)) {
                last.next = node;
                return;
            }
        }
    }

    /** Takes a waiting node out of the queue. */
    final void abort(Node node) {
        node.status = ABORTED;
        if (node.prev != null) {
            clean();
        }
    }

    private void clean() {
        boolean swept;
        do {
            swept = sweep();
        } while (!swept);
    }

    /** Walks from the tail to the front; false if it has to start over, because it found or made a change. */
    private boolean sweep() {
        Node after = null;
        Node node = tail;
        for (;;) {
            Node before = node.prev;
            if (before == null) {
                return true;
            }
            if (after == null ? tail != node : after.prev != node || after.status < 0) {
                return false;
            }
            if (node.status < 0) {
                boolean unlinked = after == null
                        ? TAIL.compareAndSet(this, node, before)
                        : PREV.compareAndSet(after, node, before);
                if (unlinked && node.prev == before) {
                    NEXT.compareAndSet(before, node, after);
                }
                return false;
            }
            Node linked = before.next;
            if (linked != node) {
                if (mayRepair(linked) && node.prev == before) {
                    NEXT.compareAndSet(before, linked, node);
                }
                return false;
            }
            after = node;
            node = before;
        }
    }

    /** As the JDK has it: a link that is not there yet is left to the one who enqueues. */
    boolean mayRepair(Node linked) {
        return linked != null;
    }

    /** Repairs a missing link too. */
    static final class Repaired extends AbortableQueue {
        @Override
        boolean mayRepair(Node linked) {
            return true;
        }
    }

    // VarHandle mechanics
    private static final VarHandle TAIL;
    private static final VarHandle PREV;
    private static final VarHandle NEXT;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            TAIL = lookup.findVarHandle(AbortableQueue.class, "tail", Node.class);
            PREV = lookup.findVarHandle(Node.class, "prev", Node.class);
            NEXT = lookup.findVarHandle(Node.class, "next", Node.class);
        } catch (ReflectiveOperationException failure) {
            throw new ExceptionInInitializerError(failure);
        }
    }
}
