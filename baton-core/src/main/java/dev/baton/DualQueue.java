package dev.baton;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/** The synchronous dual queue: requests wait in arrival order and are answered in that order. */
@SuppressWarnings("UnusedVariable") // fields are reached through their accessors
final class DualQueue extends DualList {
    private TransferNode head = TransferNode.dummy();
    private TransferNode tail = head;

    @Override
    @Nullable
    Object exchange(@Nullable Object element, boolean immediate, @Nullable TransferFuture<?> future) {
        boolean data = element != null;
        boolean tailIsStale = false;
        TransferNode fresh = null;
        for (;;) {
            TransferNode first = headVolatile();
            TransferNode last = tailVolatile();
            TransferNode node = last.data == data && !tailIsStale ? last : first;
            for (;;) {
                if (node.data != data) {
                    Object answer = node.tryMatch(element);
                    if (answer != null) {
                        advanceHead(first, node);
                        node.signal();
                        return answer;
                    }
                }
                TransferNode next = node.nextVolatile();
                if (next == null) {
                    if (immediate) {
                        return null;
                    }
                    if (fresh == null) {
                        fresh = TransferNode.request(element, future);
                    }
                    if (append(node, fresh, last)) {
                        return fresh;
                    }
                } else if (next == node) {
                    tailIsStale = node == last;
                    break;
                } else {
                    node = next;
                }
            }
        }
    }

    private boolean append(TransferNode node, TransferNode fresh, TransferNode last) {
        fresh.setPrevRelease(node);
        if (!node.casNext(null, fresh)) {
            return false;
        }
        casTail(last, fresh);
        if (node.prevAcquire() != null && !node.isLive()) {
            unlink(node);
        }
        return true;
    }

    private void advanceHead(TransferNode from, TransferNode to) {
        if (casHead(from, to)) {
            from.setNextRelease(from);
            to.setPrevRelease(null);
        }
    }

    @Override
    void unlink(TransferNode cancelled) {
        TransferNode next;
        while ((next = cancelled.nextVolatile()) != null && next != cancelled) {
            TransferNode left = cancelled.prevAcquire();
            while (left != null && !left.isLive()) {
                left = left.prevAcquire();
            }
            if (bypassDead(left != null ? left : headVolatile())) {
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
        TransferNode prev = right.prevAcquire();
        if (prev != null && prev != left) {
            right.casPrev(prev, left);
        }
        return true;
    }

    @Override
    int nodes() {
        int count = 0;
        for (TransferNode node = headVolatile();;) {
            count++;
            TransferNode next = node.nextVolatile();
            if (next == null) {
                return count;
            }
            if (next == node) {
                node = headVolatile();
                count = 0;
            } else {
                node = next;
            }
        }
    }

    private TransferNode headVolatile() {
        return (TransferNode) HEAD.getVolatile(this);
    }

    private boolean casHead(TransferNode expected, TransferNode node) {
        return HEAD.compareAndSet(this, expected, node);
    }

    private TransferNode tailVolatile() {
        return (TransferNode) TAIL.getVolatile(this);
    }

    private void casTail(TransferNode expected, TransferNode node) {
        TAIL.compareAndSet(this, expected, node);
    }

    // VarHandle mechanics
    private static final VarHandle HEAD;
    private static final VarHandle TAIL;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            HEAD = lookup.findVarHandle(DualQueue.class, "head", TransferNode.class);
            TAIL = lookup.findVarHandle(DualQueue.class, "tail", TransferNode.class);
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }
}
