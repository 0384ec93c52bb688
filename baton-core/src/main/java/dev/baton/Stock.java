package dev.baton;

import dev.baton.internal.park.StackRoom;
import dev.baton.internal.store.Store;
import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

/**
 * Elements and the requests that wait for one: the mechanism of a {@link Bag}. Elements travel through it prepared for
 * the store.
 */
abstract class Stock<E> {
    /*
     * Overview
     *
     *      size > 0: elements in the store, or about to be              size < 0: takes in the queue, or about to be
     *
     *      put ── size + 1 ─┬─ was ≥ 0: store.tryInsert, start over if a take gave up on it
     *                       └─ was < 0: queue.resume(element)
     *      take ─ size - 1 ─┬─ was > 0: store.tryRetrieve, start over if the put was too slow
     *                       └─ was ≤ 0: queue.suspend
     *
     * Source
     *   Koval, Khalanskiy, Alistarh: "CQS" (PLDI 2023), section 4.4 and its full version. Differs from the paper in:
     *   - both forms use SMART cancellation, so that a put never visits an aborted take;
     *   - tryTake: it takes an element only if size is positive, so never one that is promised to a waiter;
     *   - closing: a bit pattern far above any size, added to it. All that comes later sees it in its own step.
     *
     * State
     *   size: as above, plus CLOSED once closed. leftovers: set by the one close that closes.
     *
     * Invariants
     *   - Every element is in exactly one place: with a put that has not finished, in the store, in a cell of the
     *     queue, or with the take that got it.
     *   - While size < 0, that many requests wait for which no put is under way.
     *   - After CLOSED nobody suspends, and the closing resumes exactly those that no put had promised to.
     * Non-invariants
     *   - size > 0 does not imply an element in the store: its put, or the resume that was refused, may be slow.
     *   - After CLOSED the rest of size means nothing.
     *
     * Linearization
     *   Not linearizable as a queue or stack; as a bag, put and take at the step on size that succeeds.
     *
     * Abort
     *   size + 1. Was it negative, the request was one of those without a promise: CANCELLED. Otherwise a put is on
     *   its way to this cell, and size now counts its element as stored: REFUSED, and the put, or the abort if
     *   the element was left to it, stores it without counting it again. If a retrieval gave up on it meanwhile,
     *   the two steps on size have cancelled out, and it is put anew.
     *
     * Memory
     *   A put prepares its element before its first step; what travels through cells and store is the prepared element.
     *   A take that has registered and finds no memory to wait takes its registration back, or waits for the put that
     *   has promised it an element.
     *
     * Memory modes
     *   field      read      write           why that is enough
     *   size       volatile  getAndAdd, CAS  total order of all steps; elements travel through store and cells
     *   leftovers  plain     CAS, release    read after CLOSED was seen, which was added after it was set
     *
     * Retention
     *   The stores' and the queue's: nothing of what was taken or aborted.
     *
     * Verified by
     *   BagTest, BagAbortTest, BagCloseTest, BagStressTest, PoolLincheckTest, PoolMutantsTest.
     */
    private static final long CLOSED = 1L << 62;

    /** What a request gets when the stock is closed. */
    private enum Closing {
        NOTHING
    }

    private final Store<E> store;
    private final Waiters queue;
    @SuppressWarnings("UnusedVariable") // through its VarHandle
    private long size;
    private @Nullable Consumer<? super E> leftovers;

    Stock(Store<E> store, Tuning tuning) {
        this.store = store;
        this.queue = new Waiters(tuning);
    }

    /** What {@link #prepare} will need; to be made before there is an element that could get lost. */
    final @Nullable Object spare() {
        return store.spare();
    }

    /** Makes an element ready for {@link #putPrepared}, and sees to room on the stack if a request waits for it. */
    final Object prepare(@Nullable Object spare, E element) {
        if (sizeVolatile() < 0L) {
            StackRoom.require();
        }
        return store.prepare(spare, element);
    }

    /** Puts an element that is prepared. Never fails for want of memory. */
    final void putPrepared(Object prepared) {
        for (;;) {
            long before = getAndAddSize(1L);
            if (before < 0L) {
                handOver(prepared);
                return;
            }
            if (isClosed(before)) {
                reject(store.elementOf(prepared));
                return;
            }
            if (store.tryInsert(prepared)) {
                return;
            }
        }
    }

    /** An element that no request waits for, or null. */
    final @Nullable E retrieve() {
        for (;;) {
            long seen = sizeVolatile();
            throwIfClosed(seen);
            if (seen <= 0L) {
                return null;
            }
            if (casSize(seen, seen - 1L)) {
                Object found = store.tryRetrieve();
                if (found != null) {
                    return store.elementOf(found);
                }
            }
        }
    }

    /** A prepared element of the store; null if there is none: the caller is registered and has to suspend. */
    final @Nullable Object retrieveOrRegister() {
        if (sizeVolatile() <= 0L) {
            StackRoom.require();
        }
        for (;;) {
            long before = getAndAddSize(-1L);
            throwIfClosed(before);
            if (before <= 0L) {
                return null;
            }
            Object found = store.tryRetrieve();
            if (found != null) {
                return found;
            }
        }
    }

    /** Lets a request that is registered wait. */
    final <W extends Waiter<Object>> W suspended(Supplier<W> request) {
        for (;;) {
            try {
                W waiter = request.get();
                queue.listWhenFirst();
                queue.suspend(waiter);
                return waiter;
            } catch (OutOfMemoryError full) {
                leaveOrWait(full);
            }
        }
    }

    /** Takes back a registration and throws, unless a put has promised its element to it: that must be waited for. */
    private void leaveOrWait(OutOfMemoryError full) {
        for (long seen = sizeVolatile(); seen < 0L; seen = sizeVolatile()) {
            if (casSize(seen, seen + 1L)) {
                throw full;
            }
        }
        Thread.yield();
    }

    /** The element that a request was served with. */
    final E received(Object value) {
        if (value == Closing.NOTHING) {
            throw new IllegalStateException("closed");
        }
        return store.elementOf(value);
    }

    private static void throwIfClosed(long size) {
        if (isClosed(size)) {
            throw new IllegalStateException("closed");
        }
    }

    /** Closes the stock, once: see {@link Bag#close(Consumer)}. */
    final boolean shut(Consumer<? super E> consumer) {
        if (!casLeftoversRelease(Objects.requireNonNull(consumer))) {
            return false;
        }
        long before = getAndAddSize(CLOSED);
        if (before < 0L) {
            queue.resume((int) -before, Closing.NOTHING);
        }
        drain(before);
        return true;
    }

    /** Gives what is stored to the consumer; if that fails, the rest all the same. */
    private void drain(long count) {
        long rest = count;
        try {
            while (rest-- > 0L) {
                Object found = store.tryRetrieve();
                if (found != null) { // or else its put is slow, will fail to store it, and finds the stock closed
                    leave(found);
                }
            }
        } finally {
            if (rest > 0L) {
                drain(rest);
            }
        }
    }

    private void leave(Object prepared) {
        Objects.requireNonNull(leftovers).accept(store.elementOf(prepared));
    }

    /** Gets an element that was put after the stock was closed. */
    void reject(E element) {
        throw new IllegalStateException("closed");
    }

    /** Keeps the promise of a put that saw a take waiting. */
    void handOver(Object prepared) {
        queue.resume(prepared);
    }

    /** Takes an aborted take out of the count; false if a put is on its way to it. */
    boolean deregister() {
        return getAndAddSize(1L) < 0L;
    }

    /** Stores the element of a put that came for an aborted take, which has counted it already. */
    void restore(Object prepared) {
        if (isClosed()) {
            leave(prepared); // the close does not see it any more
        } else if (!store.tryInsert(prepared)) {
            putPrepared(prepared);
        }
    }

    /** What thread dumps and flight recordings show as waited for. */
    Object blocker() {
        return this;
    }

    /** {@return whether this was closed} */
    public final boolean isClosed() {
        return isClosed(sizeVolatile());
    }

    /** {@return the number of elements that no request waits for; an estimate while others put and take} */
    public int getSize() {
        long seen = sizeVolatile();
        return isClosed(seen) ? 0 : Math.clamp(seen, 0, Integer.MAX_VALUE);
    }

    /** {@return the number of requests, of threads and futures, waiting now; an estimate while others come and go} */
    public int getQueueLength() {
        return queue.getQueueLength();
    }

    /** {@return whether any request, of a thread or a future, is waiting now} */
    public boolean hasQueuedThreads() {
        return queue.hasQueuedThreads();
    }

    /** For tests of the structure. */
    final WaitQueue waiters() {
        return queue;
    }

    /** Whether CLOSED was added: sizes are far smaller. */
    private static boolean isClosed(long size) {
        return size >= CLOSED / 2;
    }

    /** Takes that wait. */
    private final class Waiters extends CancellableQueueSynchronizer<Object> {
        Waiters(Tuning tuning) {
            super(Resumption.ASYNC, Cancellation.SMART, tuning);
        }

        @Override
        protected boolean onCancellation() {
            return deregister();
        }

        @Override
        protected void onRefused(Object value) {
            if (value != Closing.NOTHING) {
                restore(value);
            }
        }

        @Override
        protected Object blocker() {
            return Stock.this.blocker();
        }
    }

    // VarHandle mechanics
    private static final VarHandle SIZE = ConstantBootstraps.fieldVarHandle(MethodHandles.lookup(), "size",
            VarHandle.class, Stock.class, long.class);
    private static final VarHandle LEFTOVERS = ConstantBootstraps.fieldVarHandle(MethodHandles.lookup(), "leftovers",
            VarHandle.class, Stock.class, Consumer.class);

    private boolean casLeftoversRelease(Consumer<? super E> consumer) {
        return LEFTOVERS.compareAndExchangeRelease(this, null, consumer) == null;
    }

    private long sizeVolatile() {
        return (long) SIZE.getVolatile(this);
    }

    private long getAndAddSize(long delta) {
        return (long) SIZE.getAndAdd(this, delta);
    }

    private boolean casSize(long expected, long replacement) {
        return SIZE.compareAndSet(this, expected, replacement);
    }
}
