package dev.baton.internal.store;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Store that gives out the element that came last, about: a stack that can be in debt. */
public final class StackStore<E> implements Store<E> {
    /*
     * Overview
     *
     *      top ──► element ──► element ──► null          or          top ──► failure ──► failure ──► null
     *
     *   A retrieval from the empty stack pushes a failure; the insertion that finds one pops it and fails.
     *
     * Source
     *   The stack-based pool of Koval, Khalanskiy, Alistarh: "CQS" (PLDI 2023, full version), on Treiber's stack.
     *
     * State
     *   A list of nodes; a node without an element is a failure.
     *
     * Invariants
     *   - The list holds elements only or failures only.
     *   - Nodes are fresh for each push and do not change once pushed, so a CAS on top cannot mistake one for another.
     *
     * Linearization
     *   At the successful CAS of top.
     *
     * Memory modes
     *   field  read      write  why that is enough
     *   top    acquire   CAS, release  hands node and element over, with all that was done before. Proof: "StackStore"
     *
     * Retention
     *   A popped node is unreachable from the stack.
     *
     * Verified by
     *   StoreTest, BagTest, BagStressTest, PoolLincheckTest, PoolMutantsTest.
     */
    private static final class Node<E> {
        @Nullable
        E element;
        @Nullable
        Node<E> below;
    }

    @SuppressWarnings("UnusedVariable") // through its VarHandle
    private @Nullable Node<E> top;

    @Override
    public Object spare() {
        return new Node<E>();
    }

    @Override
    public Object prepare(@Nullable Object spare, E element) {
        Node<E> node = node(Objects.requireNonNull(spare));
        node.element = element;
        return node;
    }

    @Override
    public E elementOf(Object prepared) {
        return Objects.requireNonNull(node(prepared).element);
    }

    @SuppressWarnings("unchecked") // only nodes of this store are prepared
    private Node<E> node(Object prepared) {
        return (Node<E>) prepared;
    }

    @Override
    public boolean tryInsert(Object prepared) {
        Node<E> node = node(prepared);
        for (;;) {
            Node<E> seen = topAcquire();
            if (seen != null && seen.element == null) {
                if (casTop(seen, seen.below)) {
                    return false;
                }
            } else {
                node.below = seen;
                if (casTop(seen, node)) {
                    return true;
                }
            }
        }
    }

    @Override
    public @Nullable Object tryRetrieve() {
        Node<E> failure = null;
        for (;;) {
            Node<E> seen = topAcquire();
            if (seen == null || seen.element == null) {
                failure = failure != null ? failure : failureOrNull();
                if (failure == null) {
                    Thread.yield(); // the insertion that was counted will come
                    continue;
                }
                failure.below = seen;
                if (casTop(seen, failure)) {
                    return null;
                }
            } else if (casTop(seen, seen.below)) {
                return seen;
            }
        }
    }

    private @Nullable Node<E> failureOrNull() {
        try {
            return new Node<>();
        } catch (OutOfMemoryError full) {
            return null;
        }
    }

    // VarHandle mechanics
    private static final VarHandle TOP = ConstantBootstraps.fieldVarHandle(MethodHandles.lookup(), "top",
            VarHandle.class, StackStore.class, Node.class);

    @SuppressWarnings("unchecked") // the field's type
    private @Nullable Node<E> topAcquire() {
        return (Node<E>) TOP.getAcquire(this);
    }

    private boolean casTop(@Nullable Node<E> expected, @Nullable Node<E> replacement) {
        return TOP.compareAndExchangeRelease(this, expected, replacement) == expected;
    }
}
