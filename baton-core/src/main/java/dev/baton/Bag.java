package dev.baton;

import dev.baton.internal.store.QueueStore;
import dev.baton.internal.store.StackStore;
import dev.baton.internal.store.Store;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

/**
 * Unbounded bag of elements: {@link #put} adds one or hands it to the first who waits, {@link #take} removes one and
 * waits for it if need be. The bare mechanism under {@link BlockingPool}, for those who create, check and close
 * their elements themselves.
 * <p>
 * <b>Order.</b> Two forms, which differ in the element that a take gets if several are there: {@link #queue()}
 * about the one that was put first, {@link #stack()} about the one that was put last, while it is hot. Neither is a
 * promise: racing operations may get elements in another order.
 * <p>
 * <b>Fairness.</b> Those who wait are served first-in, first-out, and nobody overtakes them.
 * <p>
 * <b>Aborts.</b> A timeout, an interrupt or the completion of a {@link #takeAsync} future from outside takes the
 * request out of the queue in constant time. An element on its way to it goes to the next one or back into the bag; an
 * abort that comes after the element was handed over is too late: the take succeeds, and an interrupt stays
 * asserted.
 * <p>
 * <b>Memory effects.</b> What happens before the put of an element happens before the return from the take that
 * gets it.
 * <p>
 * <b>Progress.</b> Lock-free, apart from the waiting.
 * <p>
 * <b>Cost.</b> A fetch-and-add and one operation on the store; a second one on the queue for those who wait.
 *
 * @param <E> the elements; never null
 */
public class Bag<E> {
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
     *   size: as above, plus CLOSED once closed.
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
     *   A put prepares its element before its first step; what travels through cells and store is the prepared element. A
     *   take that has registered and finds no memory to wait takes its registration back, or waits for the put that has
     *   promised it an element.
     *
     * Memory modes
     *   field  read      write                why that is enough
     *   size   volatile  getAndAdd, CAS       total order of all steps; elements travel through store and cells
     *
     * Retention
     *   The stores' and the queue's: nothing of what was taken or aborted.
     *
     * Verified by
     *   BagTest, BagAbortTest, BagCloseTest, BagStressTest, PoolLincheckTest, PoolMutantsTest.
     */
    private static final long CLOSED = 1L << 62;

    /** What a request gets when the bag is closed. */
    private enum Closing {
        NOTHING
    }

    private final Store<E> store;
    private final Waiters queue;
    @SuppressWarnings("UnusedVariable") // through its VarHandle
    private long size;

    Bag(Store<E> store, Tuning tuning) {
        this.store = store;
        this.queue = new Waiters(tuning);
    }

    /**
     * Creates an empty bag that prefers the element that was put first.
     *
     * @param <E> type of the elements
     * @return the bag
     */
    public static <E> Bag<E> queue() {
        return new Bag<>(new QueueStore<>(Tuning.DEFAULT.segmentSize()), Tuning.DEFAULT);
    }

    /**
     * Creates an empty bag that prefers the element that was put last.
     *
     * @param <E> type of the elements
     * @return the bag
     */
    public static <E> Bag<E> stack() {
        return new Bag<>(new StackStore<>(), Tuning.DEFAULT);
    }

    /**
     * Adds an element, or hands it to the first who waits. Never waits.
     *
     * @param element the element, not null
     * @throws NullPointerException if {@code element} is null
     */
    public void put(E element) {
        Objects.requireNonNull(element);
        putPrepared(store.prepare(store.spare(), element));
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

    /** What {@link #prepare} will need; to be made before there is an element that could get lost. */
    final @Nullable Object spare() {
        return store.spare();
    }

    /** Makes an element ready for {@link #putPrepared}. */
    final Object prepare(@Nullable Object spare, E element) {
        return store.prepare(spare, element);
    }

    /**
     * Removes an element, waiting for one if need be.
     *
     * @return the element
     * @throws InterruptedException if interrupted on entry or while waiting
     */
    public E take() throws InterruptedException {
        throwIfInterrupted();
        E element = retrieveOrRegister();
        return element != null ? element : received(suspendedThread().await());
    }

    /**
     * Removes an element, waiting for one if need be; an interrupt is kept for later.
     *
     * @return the element
     */
    public E takeUninterruptibly() {
        E element = retrieveOrRegister();
        return element != null ? element : received(suspendedThread().awaitUninterruptibly());
    }

    /**
     * Removes an element, waiting for one if need be, but not longer than the time given.
     *
     * @param timeout the longest to wait; zero or less does not wait
     * @param unit the unit of {@code timeout}
     * @return the element, or null if the time ran out
     * @throws InterruptedException if interrupted on entry or while waiting
     */
    public @Nullable E tryTake(long timeout, TimeUnit unit) throws InterruptedException {
        long nanos = unit.toNanos(timeout);
        throwIfInterrupted();
        if (nanos <= 0L) {
            return tryTake();
        }
        E element = retrieveOrRegister();
        if (element != null) {
            return element;
        }
        Object value = suspendedThread().await(nanos);
        return value == null ? null : received(value);
    }

    /**
     * Removes an element, waiting for one if need be, but not longer than the time given.
     *
     * @param timeout the longest to wait; zero or less does not wait
     * @return the element, or null if the time ran out
     * @throws InterruptedException if interrupted on entry or while waiting
     */
    public @Nullable E tryTake(Duration timeout) throws InterruptedException {
        return tryTake(TimeUnit.NANOSECONDS.convert(timeout), TimeUnit.NANOSECONDS);
    }

    /**
     * Removes an element if there is one that nobody waits for; null if not. Never waits.
     *
     * @return the element, or null
     */
    public @Nullable E tryTake() {
        for (;;) {
            long seen = sizeVolatile();
            throwIfClosed(seen);
            if (seen <= 0L) {
                return null;
            }
            if (casSize(seen, seen - 1L)) {
                E element = store.tryRetrieve();
                if (element != null) {
                    return element;
                }
            }
        }
    }

    /**
     * Removes an element as soon as there is one.
     *
     * @return a future of the element; cancelling it, or completing it in any other way, withdraws the request unless
     *         it has got its element
     */
    public CompletableFuture<E> takeAsync() {
        Taken taken = new Taken();
        FutureWaiter<Object, E> waiter = new FutureWaiter<>(taken);
        try {
            taken.element = retrieveOrRegister();
        } catch (IllegalStateException closed) {
            return CompletableFuture.failedFuture(closed);
        }
        if (taken.element == null) {
            enqueue(waiter);
        } else {
            waiter.setValue(taken);
            waiter.signal();
        }
        return waiter.future();
    }

    /** What an asynchronous take completes with: the element that it found, or what it was served with. */
    private final class Taken implements Function<Object, E> {
        @Nullable
        E element;

        @Override
        public E apply(Object value) {
            E found = element;
            return found != null ? found : received(value);
        }
    }

    /** {@return the number of elements that nobody waits for; an estimate while others put and take} */
    public int size() {
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

    @Override
    public String toString() {
        return super.toString() + "[Size = " + size() + ", Waiting = " + getQueueLength() + "]";
    }

    /**
     * Closes the bag for ever: those who wait, and all later takes, fail with IllegalStateException; elements put
     * later are rejected.
     *
     * @param drain gets the elements that are stored now; runs after all who wait have been told
     * @return false if the bag was closed already
     */
    final boolean close(Consumer<? super E> drain) {
        long before;
        do {
            before = sizeVolatile();
            if (isClosed(before)) {
                return false;
            }
        } while (!casSize(before, before + CLOSED));
        if (before < 0L) {
            queue.serveAll((int) -before, Closing.NOTHING);
        }
        for (long i = 0; i < before; i++) {
            E element = store.tryRetrieve();
            if (element != null) { // or else its put is slow, will fail to store it, and finds the bag closed
                drain.accept(element);
            }
        }
        return true;
    }

    /** Gets an element that came after the bag was closed. */
    void reject(E element) {
        throw new IllegalStateException("the pool is closed");
    }

    /** Keeps the promise of a put that saw a take waiting. */
    void handOver(Object prepared) {
        queue.serve(prepared);
    }

    /** Takes an aborted take out of the count; false if a put is on its way to it. */
    boolean deregister() {
        return getAndAddSize(1L) < 0L;
    }

    /** Stores the element of a put that came for an aborted take, which has counted it already. */
    void restore(Object prepared) {
        if (isClosed()) {
            reject(store.elementOf(prepared)); // nobody drains what the abort has counted after the closing
        } else if (!store.tryInsert(prepared)) {
            putPrepared(prepared);
        }
    }

    /** What thread dumps and flight recordings show as waited for. */
    Object blocker() {
        return this;
    }

    final boolean isClosed() {
        return isClosed(sizeVolatile());
    }

    /** For tests of the structure. */
    final WaitQueue waiters() {
        return queue;
    }

    /** An element of the store; null if there is none, in which case the caller is registered and has to suspend. */
    private @Nullable E retrieveOrRegister() {
        for (;;) {
            long before = getAndAddSize(-1L);
            throwIfClosed(before);
            if (before <= 0L) {
                return null;
            }
            E element = store.tryRetrieve();
            if (element != null) {
                return element;
            }
        }
    }

    private ThreadWaiter<Object> suspendedThread() {
        ThreadWaiter<Object> waiter = null;
        while (waiter == null) {
            try {
                waiter = new ThreadWaiter<>();
            } catch (OutOfMemoryError full) {
                leaveOrWait(full);
            }
        }
        enqueue(waiter);
        return waiter;
    }

    /** Lets a request that is registered wait. */
    private void enqueue(Waiter<Object> waiter) {
        for (;;) {
            try {
                queue.enqueue(waiter);
                return;
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

    private E received(Object value) {
        if (value == Closing.NOTHING) {
            throw new IllegalStateException("the pool is closed");
        }
        return store.elementOf(value);
    }

    private static void throwIfInterrupted() throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
    }

    private static void throwIfClosed(long size) {
        if (isClosed(size)) {
            throw new IllegalStateException("the pool is closed");
        }
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

        void enqueue(Waiter<Object> waiter) {
            suspend(waiter);
        }

        void serve(Object value) {
            resume(value);
        }

        void serveAll(int count, Object value) {
            resume(count, value);
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
            return Bag.this.blocker();
        }
    }

    // VarHandle mechanics
    private static final VarHandle SIZE;

    static {
        try {
            SIZE = MethodHandles.lookup().findVarHandle(Bag.class, "size", long.class);
        } catch (ReflectiveOperationException failure) {
            throw new ExceptionInInitializerError(failure);
        }
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
