package dev.baton;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/** The synchronous dual stack: an arriving counterpart answers the request that came last. */
@SuppressWarnings("UnusedVariable") // fields are reached through their accessors
final class DualStack extends DualList {
    /** Dead nodes below the top that are tolerated even when few requests wait. */
    private static final int MIN_DEAD_LIMIT = 32;

    private @Nullable TransferNode top;
    private int dead;
    private int deadLimit = MIN_DEAD_LIMIT;

    @Override
    @Nullable
    Object exchange(@Nullable Object element, boolean immediate, @Nullable TransferFuture<?> future) {
        boolean data = element != null;
        TransferNode fresh = null;
        for (;;) {
            TransferNode node = topVolatile();
            if (node == null || (node.data == data && node.isLive())) {
                if (immediate) {
                    return null;
                }
                if (fresh == null) {
                    fresh = TransferNode.request(element, future);
                }
                fresh.setNextRelease(node);
                if (casTop(node, fresh)) {
                    return fresh;
                }
                continue;
            }
            Object answer = node.data == data ? null : node.tryMatch(element);
            boolean popped = casTop(node, node.nextVolatile());
            if (answer != null) {
                if (!popped) {
                    countDead();
                }
                node.signal();
                return answer;
            }
        }
    }

    @Override
    void unlink(TransferNode cancelled) {
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
        if (count >= deadLimitOpaque() && casDead(count, 0)) {
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
        setDeadLimitOpaque(Math.max(MIN_DEAD_LIMIT, live / 2));
    }

    @Override
    int nodes() {
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
        return (int) DEAD.getAndAdd(this, 1) + 1;
    }

    private boolean casDead(int expected, int value) {
        return DEAD.compareAndSet(this, expected, value);
    }

    private int deadLimitOpaque() {
        return (int) DEAD_LIMIT.getOpaque(this);
    }

    private void setDeadLimitOpaque(int limit) {
        DEAD_LIMIT.setOpaque(this, limit);
    }

    // VarHandle mechanics
    private static final VarHandle TOP;
    private static final VarHandle DEAD;
    private static final VarHandle DEAD_LIMIT;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            TOP = lookup.findVarHandle(DualStack.class, "top", TransferNode.class);
            DEAD = lookup.findVarHandle(DualStack.class, "dead", int.class);
            DEAD_LIMIT = lookup.findVarHandle(DualStack.class, "deadLimit", int.class);
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }
}
