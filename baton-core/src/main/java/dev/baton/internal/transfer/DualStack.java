package dev.baton.internal.transfer;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/** The synchronous dual stack: an arriving counterpart answers the request that came last. */
@SuppressWarnings("UnusedVariable") // fields are reached through their accessors
public final class DualStack extends DualList {
    /*
     * Overview. A linked list from `top`, newest first:
     *
     *     top
     *      |
     *      v
     *     take ──> X ──> take ──> take ──> null        X = dead
     *
     * A newcomer that finds its own kind on top pushes itself; otherwise it answers the top and pops it. Dead nodes
     * on top are popped by the thread that meets them.
     *
     * Source: Scherer, Lea, Scott, "Scalable Synchronous Queues" (2006), the synchronous dual stack. Differs from
     * the paper in:
     *  - A newcomer answers the top by a CAS of its `item` and needs no fulfilling node of its own, so there is
     *    nothing for others to help with. The price: a node pushed between the read of `top` and that CAS is
     *    passed over once, which an unfair queue may do.
     *  - The paper walks the stack at every abort that is not on top. Here the dead are counted, and one walk
     *    removes them when there are half as many as there were live ones at the last walk: amortized O(1).
     *
     * State. `top`; `dead`, how many died below the top since the last walk; `deadLimit`, when the next is due.
     *
     * Invariants
     *  1. Every live node is reachable from `top`.
     *  2. All live nodes are of one kind. (The thread that pushes saw a live node of its own kind on top, or nothing,
     *     and the CAS of `top` finds the same; what is below it is by induction of that kind or dead.)
     *  3. `next` moves only towards the bottom and only over dead nodes.
     * Non-invariants: `dead` may be off by those popped since, and by those that two walks at once leave to a third.
     *
     * Linearization. Joining: the CAS of `top`. Answering: the CAS of `item`. Failing at once: the read of `top` if
     * null, else the read that finds the top live. Abort: the CAS of `item`.
     *
     * Abort. The node dies; dead nodes on top are popped; if it was not among them it is counted.
     *
     * Memory modes: see TransferNode; `top` is read as volatile and written by CAS; `dead` is counted by
     * acquire updates, which need to be atomic only; `deadLimit` is plain, a stale value only moves the next walk.
     * Proof: SynchronousQueue, unfair.
     *
     * Retention. Dead nodes are at most half as many as the live ones at the last walk, or 32; none holds an element.
     *
     * Verified by: SynchronousQueueWalkTest (model), SynchronousQueueMutantTest, SynchronousQueueStressTest,
     * SynchronousQueueMemoryTest, SynchronousQueueUnfairLincheckTest.
     */

    /** Dead nodes below the top that are tolerated even when few requests wait. */
    private static final int MIN_DEAD_LIMIT = 32;

    private @Nullable TransferNode top;
    private int dead;
    private int deadLimit = MIN_DEAD_LIMIT;

    @Override
    @Nullable
    public Object exchange(@Nullable Object element, boolean immediate, @Nullable TransferListener request) {
        boolean data = element != null;
        TransferNode fresh = null;
        for (;;) {
            TransferNode node = topVolatile();
            if (node == null || (node.data == data && node.isLive())) {
                if (immediate) {
                    return null;
                }
                if (fresh == null) {
                    fresh = TransferNode.request(element, request);
                }
                fresh.setNext(node);
                if (casTop(node, fresh)) {
                    return fresh;
                }
                continue;
            }
            Object answer = node.data == data ? null : node.tryMatch(element);
            if (answer != null) {
                TransferNode.signal(node.waiterVolatile()); // first: what follows is housekeeping
            }
            TransferNode below = node.nextVolatile();
            boolean popped = casTop(node, below);
            if (answer != null) {
                if (!popped && isBuried(below)) {
                    countDead();
                }
                return answer;
            }
        }
    }

    /** Whether a node that could not be popped has others on top; if not, somebody else has popped it. */
    private boolean isBuried(@Nullable TransferNode below) {
        TransferNode node = topVolatile();
        return node != null && node != below;
    }

    @Override
    public void unlink(TransferNode cancelled) {
        TransferNode node;
        while ((node = topVolatile()) != null && !node.isLive()) {
            if (casTop(node, node.nextVolatile()) && node == cancelled) {
                return;
            }
        }
        if (node != null) {
            countDead();
        }
    }

    private void countDead() {
        int count = incrementDead();
        if (count >= deadLimit && casDead(count, 0)) {
            sweep();
        }
    }

    private void sweep() {
        int live = 0;
        TransferNode node = topVolatile();
        while (node != null) {
            live++;
            TransferNode first = node.nextVolatile();
            TransferNode right = first;
            while (right != null && !right.isLive()) {
                right = right.nextVolatile();
            }
            if (right != first) {
                node.casNext(first, right);
            }
            node = right;
        }
        deadLimit = Math.max(MIN_DEAD_LIMIT, live / 2);
    }

    @Override
    public int nodes() {
        int count = 0;
        for (TransferNode node = topVolatile(); node != null; node = node.nextVolatile()) {
            count++;
        }
        return count;
    }

    private @Nullable TransferNode topVolatile() {
        return (TransferNode) TOP.getVolatile(this);
    }

    private boolean casTop(@Nullable TransferNode expected, @Nullable TransferNode node) {
        return TOP.compareAndSet(this, expected, node);
    }

    private int incrementDead() {
        return (int) DEAD.getAndAddAcquire(this, 1) + 1;
    }

    private boolean casDead(int expected, int value) {
        return (int) DEAD.compareAndExchangeAcquire(this, expected, value) == expected;
    }

    // VarHandle mechanics
    private static final VarHandle TOP = ConstantBootstraps.fieldVarHandle(MethodHandles.lookup(), "top",
            VarHandle.class, DualStack.class, TransferNode.class);
    private static final VarHandle DEAD = ConstantBootstraps.fieldVarHandle(MethodHandles.lookup(), "dead",
            VarHandle.class, DualStack.class, int.class);
}
