package dev.baton.internal.transfer;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/** The synchronous dual queue: requests wait in arrival order and are answered in that order. */
@SuppressWarnings("UnusedVariable") // fields are reached through their accessors
public final class DualQueue extends DualList {
    /*
     * Overview. A linked list from `head`, a node that is dead, to the last node, which `tail` points at or near:
     *
     *     head                         tail
     *      |                            |
     *      v                            v
     *      X <─> put e1 <─> X <─> put e2 <─> put e3        X = dead
     *
     * A newcomer that finds only its own kind waiting appends itself; otherwise it answers the first live node
     * and moves `head` there. `next` is the list; `prev` is a hint that lets an aborted node leave in O(1).
     *
     * Source: Scherer, Lea, Scott, "Scalable Synchronous Queues" (2006), the synchronous dual queue. Differs from
     * the paper in:
     *  - One walk serves both cases; it starts at `tail` if that node is of the newcomer's kind or is the only one
     *    that may live, else at `head`.
     *  - The paper unlinks an aborted node with the predecessor that it had on arrival, which may have left
     *    meanwhile, and parks one that is last in a `cleanMe` field that the next abort must look after. Here a
     *    node finds its live predecessor through `prev`, and the thread that appends behind a dead last node unlinks
     *    it.
     *
     * State. `head`, `tail`; per node `item` (TransferNode), `next`: null | successor | for some nodes that `head` has
     * left, the node itself, `prev`: predecessor | null once the node was matched.
     *
     * Invariants
     *  1. `head` is dead, and every live node is reachable from it.
     *  2. All live nodes are of one kind. (The thread that appends has walked to the end from `head`, or from a node of
     *     its own kind, before which by induction nothing else was live; dead nodes do not revive, and nothing is
     *     inserted before the end.)
     *  3. `next` moves only forward and only over dead nodes, or to the node itself; the last node, whose `next` is
     *     null, is never bypassed. So a walk from any node reaches every later live node or learns that it fell
     *     behind `head`.
     *  4. All nodes strictly between node.prev and node are dead; all nodes before one with prev == null are, for
     *     it was the first live one when it was matched. Since both stay true for ever, a late write of `prev`
     *     does no harm; and a tail whose `prev` is `head` is the first live node if it is live at all.
     * Non-invariants: `tail` may lag, be dead, or have fallen behind `head`; a dead node may still be linked while
     * somebody is about to bypass it.
     *
     * Linearization. Joining: the CAS of `next`. Answering: the CAS of `item`; the request that was waiting is
     * answered at the same point. Failing at once: the read of next == null. Abort: the CAS of `item`.
     *
     * Abort. The node dies first and is unlinked then: go left through `prev` to a live node or, if there is none,
     * take `head`; from there bypass all dead nodes with one CAS of `next`. A failed CAS means that another did
     * so; look again. If the node is the last it stays, at most one at a time. The thread that aborts writes `item`
     * and then reads `next`, the thread that appends writes `next` and then reads `item`: one of them sees the work.
     *
     * Memory modes: see TransferNode. `head` and `tail` only say where to start. They are written by
     * release CAS and read with acquire, so that their node is seen whole: a plain read of `head` could find the node's
     * `item` as it was before its maker wrote it, and match a take twice.
     *
     * Retention. One in CUT_INTERVAL nodes that `head` has left points to itself, so that a dead node in an old
     * generation keeps only a few of its successors; each write there would take the cache line from the waiting
     * thread. A matched node forgets its predecessor. At most one aborted node, the last, stays linked for long.
     * `advances` is plain: a lost update only moves the next cut.
     *
     * Verified by: SynchronousQueueWalkTest (model), SynchronousQueueMutantTest, SynchronousQueueStressTest,
     * SynchronousQueueMemoryTest, SynchronousQueueFairLincheckTest.
     */

    /** Every so many nodes that the head leaves, one is cut off from its successors. */
    private static final int CUT_INTERVAL = 8;

    private TransferNode head = TransferNode.dummy();
    private TransferNode tail = head;
    private int advances;

    @Override
    @Nullable
    public Object exchange(@Nullable Object element, boolean immediate, @Nullable TransferListener request) {
        boolean data = element != null;
        boolean tailIsStale = false; // once fallen behind the head by way of the tail, do not go that way again
        TransferNode fresh = null;
        for (;;) {
            TransferNode first = headAcquire();
            TransferNode last = tailAcquire();
            boolean lastWillDo = last.data == data ? !tailIsStale : last.prev() == first; // invariants 2 and 4
            TransferNode node = lastWillDo ? last : first;
            for (;;) {
                if (node.data != data) {
                    Object answer = node.tryMatch(element);
                    if (answer != null) {
                        TransferNode.signal(node.waiterVolatile()); // first: what follows is housekeeping
                        node.setPrev(null);
                        advanceHead(first, node);
                        return answer;
                    }
                }
                TransferNode next = node.nextVolatile();
                if (next == null) {
                    if (immediate) {
                        return null;
                    }
                    if (fresh == null) {
                        fresh = TransferNode.request(element, request);
                    }
                    if (append(node, fresh, first, last)) {
                        return fresh;
                    }
                } else if (next == node) {
                    tailIsStale = true;
                    break;
                } else {
                    node = next;
                }
            }
        }
    }

    private boolean append(TransferNode node, TransferNode fresh, TransferNode first, TransferNode last) {
        fresh.setPrev(node);
        if (!node.casNext(null, fresh)) {
            return false;
        }
        casTail(last, fresh);
        if (node != first && !node.isLive()) {
            unlink(node);
        }
        return true;
    }

    private void advanceHead(TransferNode from, TransferNode to) {
        if (casHead(from, to) && ++advances % CUT_INTERVAL == 0) {
            from.setNext(from);
        }
    }

    @Override
    public void unlink(TransferNode cancelled) {
        TransferNode next;
        while ((next = cancelled.nextVolatile()) != null && next != cancelled) {
            TransferNode left = cancelled.prev();
            while (left != null && !left.isLive()) {
                left = left.prev();
            }
            if (bypassDead(left != null ? left : headAcquire())) {
                return;
            }
        }
    }

    private static boolean bypassDead(TransferNode left) {
        TransferNode first = left.nextVolatile();
        if (first == null) {
            return true;
        }
        TransferNode right = first;
        TransferNode before = left;
        while (right != before && !right.isLive()) {
            TransferNode after = right.nextVolatile();
            if (after == null) {
                break;
            }
            before = right;
            right = after;
        }
        if (right == before || (right != first && !left.casNext(first, right))) {
            return false;
        }
        TransferNode prev = right.prev();
        if (prev != null && prev != left) {
            right.casPrevRelease(prev, left);
        }
        return true;
    }

    @Override
    public int nodes() {
        int count = 0;
        for (TransferNode node = headAcquire();;) {
            count++;
            TransferNode next = node.nextVolatile();
            if (next == null) {
                return count;
            }
            if (next == node) {
                node = headAcquire();
                count = 0;
            } else {
                node = next;
            }
        }
    }

    private boolean casHead(TransferNode expected, TransferNode node) {
        return HEAD.compareAndExchangeRelease(this, expected, node) == expected;
    }

    private TransferNode headAcquire() {
        return (TransferNode) HEAD.getAcquire(this);
    }

    private TransferNode tailAcquire() {
        return (TransferNode) TAIL.getAcquire(this);
    }

    private void casTail(TransferNode expected, TransferNode node) {
        TransferNode unused = (TransferNode) TAIL.compareAndExchangeRelease(this, expected, node);
    }

    // VarHandle mechanics
    private static final VarHandle HEAD = ConstantBootstraps.fieldVarHandle(MethodHandles.lookup(), "head",
            VarHandle.class, DualQueue.class, TransferNode.class);
    private static final VarHandle TAIL = ConstantBootstraps.fieldVarHandle(MethodHandles.lookup(), "tail",
            VarHandle.class, DualQueue.class, TransferNode.class);
}
