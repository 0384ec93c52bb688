package dev.baton.internal.transfer;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** One request that waits in a synchronous queue for its counterpart: a put with its element, or a take. */
// Fields are reached through their accessors; a mark is compared by identity.
@SuppressWarnings({"UnusedVariable", "ReferenceEquality"})
public final class TransferNode {
    /*
     * State. `item` alone decides the outcome, by one CAS:
     *
     *     put:   element ──match──> MATCHED            take:   null ──match──> element ──> MATCHED
     *               └─────abort───> CANCELLED                   └────abort───> CANCELLED
     *
     * (A take's last step is housekeeping: the waiter has read the element and forgets it.)
     * `waiter` is null while the thread spins, the thread once it may park, or a TransferListener from the start.
     * `next` and `prev` belong to the structure that holds the node; see DualQueue and DualStack.
     *
     * Invariants
     *  - A dead node (matched or cancelled) never becomes live again.
     *  - Exactly one of match and abort succeeds, so an element has one owner at every moment.
     *  - The waiting thread publishes `waiter` before it re-reads `item` and parks; the thread that matches writes
     *    `item` before it reads `waiter`. One of the two sees the other: no wake-up is lost.
     *
     * Memory modes
     *  field  | read                     | write              | why that is enough
     *  item   | volatile                 | CAS                | the store-load pairs item/waiter and item/next
     *  item   | –                        | release (forget)   | only the owner writes after the decision; who is
     *         |                          |                    | late at a match sees what was linked before it
     *  waiter | volatile                 | volatile           | as above; cleared by a plain write: no one acts on it;
     *         |                          |                    | read right after the match, before the line is lost
     *  next   | volatile                 | CAS; plain (off)   | tail hand-shake of DualQueue; see there. Before a node
     *         |                          |                    | is published, and when it is cut off, plain
     *  prev   | plain                    | plain, CAS         | a hint whose every value ever written is valid: an old
     *         |                          | (release)          | node, whose making whoever knows this one has seen
     *  Proof: SynchronousQueue.
     *
     * Retention: a dead node holds no element, and no thread after that one has returned.
     */

    /** The item of a node whose request has been answered. */
    static final Object MATCHED = new Object();

    /** The item of a node whose request was aborted. */
    static final Object CANCELLED = new Object();

    public final boolean data;
    private @Nullable Object item;
    private @Nullable Object waiter;
    private @Nullable TransferNode next;
    private @Nullable TransferNode prev;

    private TransferNode(boolean data, @Nullable Object item, @Nullable Object waiter) {
        this.data = data;
        this.item = item;
        this.waiter = waiter;
    }

    /** A request that is not published yet; {@code element} is null for a take. */
    static TransferNode request(@Nullable Object element, @Nullable TransferListener request) {
        TransferNode node = new TransferNode(element != null, element, request);
        if (request != null) {
            request.attach(node);
        }
        return node;
    }

    /** A node that was dead from the start. */
    static TransferNode dummy() {
        return new TransferNode(false, MATCHED, null);
    }

    /** Whether the request still waits. */
    boolean isLive() {
        return isWaiting(itemVolatile());
    }

    private boolean isWaiting(@Nullable Object current) {
        return data ? current != MATCHED && current != CANCELLED : current == null;
    }

    /**
     * Answers the request on behalf of its counterpart.
     *
     * @return what the counterpart gets, the element or {@link #MATCHED}; null if the request is dead
     */
    @Nullable
    Object tryMatch(@Nullable Object element) {
        Object current = itemVolatile();
        if (!isWaiting(current)) {
            return null;
        }
        if (data) {
            return casItem(current, MATCHED) ? current : null;
        }
        return casItem(null, element) ? MATCHED : null;
    }

    /** Aborts the request unless it is decided already. */
    public boolean tryCancel() {
        Object current = itemVolatile();
        return isWaiting(current) && casItem(current, CANCELLED);
    }

    /** The answer: null while it waits and when it was aborted, the element of a take, MATCHED of a put. */
    @Nullable
    public Object answer() {
        Object current = itemVolatile();
        return isWaiting(current) || current == CANCELLED ? null : current;
    }

    /** Forgets the element that a matched take has received. */
    public void forget() {
        if (!data) {
            setItemRelease(MATCHED);
        }
    }

    /** Tells a waiter, as read after the match, that its request has been answered. */
    static void signal(@Nullable Object waiter) {
        if (waiter instanceof Thread thread) {
            LockSupport.unpark(thread);
        } else if (waiter instanceof TransferListener request) {
            request.answered();
        }
    }

    private @Nullable Object itemVolatile() {
        return ITEM.getVolatile(this);
    }

    private boolean casItem(@Nullable Object expected, @Nullable Object value) {
        return ITEM.compareAndSet(this, expected, value);
    }

    private void setItemRelease(Object value) {
        ITEM.setRelease(this, value);
    }

    @Nullable
    Object waiterVolatile() {
        return WAITER.getVolatile(this);
    }

    /** Makes the thread that waits known to its counterpart, which then wakes it; false if that was done before. */
    boolean announce(Thread thread) {
        if (waiter == thread) {
            return false;
        }
        setWaiterVolatile(thread);
        return true;
    }

    private void setWaiterVolatile(Thread thread) {
        WAITER.setVolatile(this, thread);
    }

    public void clearWaiter() {
        if (waiter != null) {
            waiter = null;
        }
    }

    @Nullable
    TransferNode nextVolatile() {
        return (TransferNode) NEXT.getVolatile(this);
    }

    /** Of a node that is not published, or one that is cut off from its successors. */
    void setNext(@Nullable TransferNode node) {
        next = node;
    }

    boolean casNext(@Nullable TransferNode expected, @Nullable TransferNode node) {
        return NEXT.compareAndSet(this, expected, node);
    }

    @Nullable
    TransferNode prev() {
        return prev;
    }

    void setPrev(@Nullable TransferNode node) {
        prev = node;
    }

    void casPrevRelease(TransferNode expected, TransferNode node) {
        TransferNode unused = (TransferNode) PREV.compareAndExchangeRelease(this, expected, node);
    }

    // VarHandle mechanics
    private static final VarHandle ITEM = ConstantBootstraps.fieldVarHandle(MethodHandles.lookup(), "item",
            VarHandle.class, TransferNode.class, Object.class);
    private static final VarHandle WAITER = ConstantBootstraps.fieldVarHandle(MethodHandles.lookup(), "waiter",
            VarHandle.class, TransferNode.class, Object.class);
    private static final VarHandle NEXT = ConstantBootstraps.fieldVarHandle(MethodHandles.lookup(), "next",
            VarHandle.class, TransferNode.class, TransferNode.class);
    private static final VarHandle PREV = ConstantBootstraps.fieldVarHandle(MethodHandles.lookup(), "prev",
            VarHandle.class, TransferNode.class, TransferNode.class);
}
