package dev.baton;

import dev.baton.PoolListener.Reason;
import dev.baton.internal.store.QueueStore;
import dev.baton.internal.store.StackStore;
import dev.baton.internal.store.Store;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;

/**
 * Fixed number of expensive things, such as database connections, shared by many: a take leases one, waiting for its
 * turn, and closing the lease gives it back.
 *
 * <pre>{@code
 * try (var pool = BlockingPool.builder(8, () -> DriverManager.getConnection(url))
 *         .validator(connection -> connection.isValid(1)).build()) {
 *     try (var lease = pool.take()) {
 *         use(lease.get());
 *     }
 * }
 * }</pre>
 *
 * <b>Elements.</b> Created by the factory when a take first needs one, so at most as many as the capacity, ever.
 * Checked by the validator on each take; an element that fails is closed and replaced. Closed on {@link Lease#discard}, and
 * when the pool closes. If creation fails, the take fails with that exception (a checked one is wrapped in
 * {@link ElementCreationException}), and the place is free for the next take, which tries anew. Factory, validator and closer run
 * on the thread of the take, discard or close that needs them, for {@link #takeAsync} on the pool's executor; nobody
 * else waits for them except takes that need the same element.
 * <p>
 * <b>Care.</b> The builder may limit the lifetime and the idle time of elements, keep some idle, check idle ones and find
 * leaks. All this happens in {@link #maintain}, which the program or a housekeeper of its choice calls. The pool has no
 * thread. Only the end of a lifetime is also seen by takes.
 * <p>
 * <b>Order.</b> {@link Order#QUEUE}: about the element that was given back first, so all are created early and used
 * equally. {@link Order#STACK}: about the one given back last, so no more are created than are in use together.
 * <p>
 * <b>Fairness.</b> Requests that wait are served first-in, first-out, and no take overtakes them.
 * <p>
 * <b>Timeout, interrupt, cancel.</b> A timeout, an interrupt or the completion of a {@link #takeAsync} future from
 * outside ends the request in constant time and loses nothing: an element on its way to it goes to the next one or
 * back. An abort of a thread's wait that comes after the element was handed over is too late: the take succeeds, and
 * an interrupt stays asserted. A timeout limits the waiting for an element, not the time to check or create it.
 * <p>
 * <b>Closing.</b> {@link #close} fails all requests that wait, and all later takes, with {@link IllegalStateException}, then
 * closes the elements that are not leased; the others are closed when they are given back.
 * <p>
 * <b>Memory effects.</b> What happens before an element is given back happens before the return from the take that
 * gets it next.
 * <p>
 * <b>Progress.</b> Lock-free, apart from the waiting and the user's own code.
 * <p>
 * <b>Cost.</b> Without waiting two fetch-and-adds or compare-and-sets, and one small object, the lease.
 *
 * @param <E> the elements
 */
public final class BlockingPool<E> extends MaintainedPool<E> implements AutoCloseable {
    /*
     * Overview
     *
     *      Bag of slots:   [element] [vacant] [element]              leases:   Lease ──► [element]
     *
     *   As many slots as the capacity, made at the start. A slot is in the bag or with one lease or take. The thread
     *   that has the slot may create, check or close what is in it.
     *
     * Source
     *   The pools of Koval, Khalanskiy, Alistarh: "CQS" (PLDI 2023), section 4.4, which are the Bag. Slots, leases,
     *   creation, validation and closing are ours.
     *
     * State
     *   The bag's. PoolSlot.element: null while vacant. PoolElements.tally: for inspection only.
     *
     * Invariants
     *   - Until the pool closes, each slot is in the bag or with exactly one take, lease, discard or round of maintenance,
     *     which puts it back whatever happens.
     *   - A slot goes back only after the closer of its old element has returned, so that there are never more
     *     elements than slots.
     *   - No code of the user runs between a step that promises something to a waiter and its fulfilment.
     *
     * Memory
     *   A take makes its lease, and what giving the slot back will need, before it has a slot. An end of a lease for which
     *   the store needs memory fails before its first step, and the lease goes on.
     *
     * Linearization
     *   The bag's.
     *
     * Abort
     *   The bag's while waiting for a slot. An asynchronous request whose element is being checked or created is
     *   decided by LeaseRequest; if the abort wins, the slot goes back with what is in it.
     *
     * Memory modes
     *   PoolSlot's: a slot has one owner, and changes hands through the bag.
     *
     * Retention
     *   A vacant slot holds nothing; an ended lease holds its element until the lease itself is dropped.
     *
     * Verified by
     *   BlockingPoolTest, BlockingPoolCareTest, BlockingPoolLeakTest, BlockingPoolAbortTest, BlockingPoolStressTest, PoolLincheckTest, PoolMutantsTest.
     */

    /** Which element a take prefers. */
    public enum Order {
        /** About the one given back first. */
        QUEUE,
        /** About the one given back last. */
        STACK
    }

    /**
     * Creates an element.
     *
     * @param <E> type of the elements
     */
    @FunctionalInterface
    public interface Factory<E> {
        /**
         * Creates one element.
         *
         * @return the element, not null
         * @throws Exception if none can be created
         */
        E create() throws Exception;
    }

    /**
     * Tells whether an element may still be used.
     *
     * @param <E> type of the elements
     */
    @FunctionalInterface
    public interface Validator<E> {
        /**
         * Whether the element works; false or an exception replaces it.
         *
         * @param element the element that is about to be leased
         * @return whether it works
         * @throws Exception if it does not
         */
        boolean isValid(E element) throws Exception;
    }

    /**
     * Closes an element that will not be used again.
     *
     * @param <E> type of the elements
     */
    @FunctionalInterface
    public interface Closer<E> {
        /**
         * Closes the element.
         *
         * @param element the one to close
         * @throws Exception if it cannot be closed; the pool goes on
         */
        void close(E element) throws Exception;
    }

    /**
     * Section that uses an element.
     *
     * @param <E> type of the elements
     * @param <R> type of what it returns
     */
    @FunctionalInterface
    public interface Use<E, R extends @Nullable Object> {
        /**
         * Uses the element, which is leased meanwhile.
         *
         * @param element the element
         * @return what comes of it
         * @throws Exception if it fails; the element goes back
         */
        R use(E element) throws Exception;
    }

    private final int capacity;
    private final PoolElements<E> elements;
    private final Executor executor;
    private final Slots bag;
    private final PoolMaintenance<E> maintenance;
    /** The rounds of a housekeeper, to be ended with the pool; set before others see the pool. */
    private @Nullable Future<?> rounds;

    BlockingPool(BlockingPoolBuilder<E> builder) {
        this.capacity = builder.capacity;
        this.elements = new PoolElements<>(builder);
        this.executor = builder.executor;
        this.bag = new Slots(
                builder.order == Order.QUEUE ? new QueueStore<>(builder.tuning.segmentSize()) : new StackStore<>(),
                builder.tuning);
        for (PoolSlot<E> slot : elements.slots()) {
            bag.put(slot);
        }
        this.maintenance = new PoolMaintenance<>(this, builder.order);
    }

    void keptBy(Future<?> housekeeping) {
        rounds = housekeeping;
    }

    /**
     * Starts the description of a pool.
     *
     * @param <E> type of the elements
     * @param capacity the most elements that exist at a time
     * @param factory  creates an element when a take needs one
     * @return the description, to go on with
     * @throws IllegalArgumentException if {@code capacity} is not positive
     */
    public static <E> BlockingPoolBuilder<E> builder(int capacity, Factory<? extends E> factory) {
        return new BlockingPoolBuilder<>(capacity, factory);
    }

    /**
     * Leases an element, waiting for one if need be.
     *
     * @return the lease
     * @throws InterruptedException  if interrupted on entry or while waiting
     * @throws IllegalStateException if the pool is closed, also while waiting
     */
    public Lease<E> take() throws InterruptedException {
        Lease<E> lease = newLease();
        return lease(lease, bag.take());
    }

    /**
     * Leases an element, waiting for one if need be; an interrupt is kept for later.
     *
     * @return the lease
     * @throws IllegalStateException if the pool is closed, also while waiting
     */
    @Override
    public Lease<E> takeUninterruptibly() {
        Lease<E> lease = newLease();
        return lease(lease, bag.takeUninterruptibly());
    }

    /**
     * Leases an element unless all are leased or promised to requests that wait. Does not wait, but may create an element.
     *
     * @return the lease, or null
     * @throws IllegalStateException if the pool is closed
     */
    public @Nullable Lease<E> tryTake() {
        Lease<E> lease = newLease();
        PoolSlot<E> slot = bag.tryTake();
        return slot == null ? null : lease(lease, slot);
    }

    /**
     * Leases an element, waiting for one if need be, but not longer than the time given.
     *
     * @param timeout the longest to wait; zero or less does not wait
     * @param unit the unit of {@code timeout}
     * @return the lease, or null if the time ran out
     * @throws InterruptedException  if interrupted on entry or while waiting
     * @throws IllegalStateException if the pool is closed, also while waiting
     */
    public @Nullable Lease<E> tryTake(long timeout, TimeUnit unit) throws InterruptedException {
        Lease<E> lease = newLease();
        PoolSlot<E> slot = bag.tryTake(timeout, unit);
        if (slot == null) {
            timedOut();
            return null;
        }
        return lease(lease, slot);
    }

    /**
     * Leases an element, waiting for one if need be, but not longer than the time given.
     *
     * @param timeout the longest to wait; zero or less does not wait
     * @return the lease, or null if the time ran out
     * @throws InterruptedException  if interrupted on entry or while waiting
     * @throws IllegalStateException if the pool is closed, also while waiting
     */
    @Override
    public @Nullable Lease<E> tryTake(Duration timeout) throws InterruptedException {
        return tryTake(TimeUnit.NANOSECONDS.convert(timeout), TimeUnit.NANOSECONDS);
    }

    /**
     * Leases an element as soon as there is one. Never waits and runs no code of the user on the calling thread.
     *
     * @return a future of the lease. It fails with {@link IllegalStateException} if the pool is closed, and with the
     *         factory's exception if no element could be created. Cancelling it, or completing it in any other way,
     *         withdraws the request; an element that was on its way stays in the pool
     */
    @Override
    public CompletableFuture<Lease<E>> takeAsync() {
        LeaseRequest<E> request = new LeaseRequest<>(this);
        return request.start(bag.takeAsync());
    }

    /**
     * Closes the pool: requests that wait fail, elements that are not leased are closed now, the others when they are
     * given back. Does not wait for these. A second call does nothing.
     */
    @Override
    public void close() {
        Future<?> housekeeping = rounds;
        if (housekeeping != null) {
            housekeeping.cancel(false);
        }
        bag.close(slot -> elements.dispose(slot, Reason.POOL_CLOSED));
    }

    /** {@return the most elements that exist at a time} */
    @Override
    public int getCapacity() {
        return capacity;
    }

    Executor executor() {
        return executor;
    }

    /** The slots that no lease holds. */
    @Override
    Bag<PoolSlot<E>> slots() {
        return bag;
    }

    @Override
    PoolElements<E> elements() {
        return elements;
    }

    /** A lease of nothing yet, made before there is a slot that could get lost. */
    Lease<E> newLease() {
        return new Lease<>(this, bag.spare(), elements.care().findsLeaks() ? new Borrowing<>() : null);
    }

    /** A lease for maintenance, which borrows nothing. */
    Lease<E> newUntoldLease() {
        return new Lease<>(this, bag.spare(), null);
    }

    /** A slot that nobody waits for; null if there is none, or the pool is closed. */
    @Nullable
    PoolSlot<E> takeSlot() {
        try {
            return bag.tryTake();
        } catch (IllegalStateException closed) {
            return null;
        }
    }

    @Override
    PoolMaintenance<E> maintenance() {
        return maintenance;
    }

    /** Begins the lease of a taken slot, checking or creating its element; puts the slot back if that fails. */
    Lease<E> lease(Lease<E> lease, PoolSlot<E> slot) {
        E element = null;
        try {
            if (isClosed()) {
                throw new IllegalStateException("closed");
            }
            element = elements.validIn(slot);
            return lease.of(slot, element);
        } finally {
            if (element == null) {
                lease.giveBack(slot);
            }
        }
    }

    /** Makes a slot ready to be given back. */
    Object prepare(@Nullable Object spare, PoolSlot<E> slot) {
        return bag.prepare(spare, slot);
    }

    void giveBack(Object prepared) {
        bag.putPrepared(prepared);
    }

    /** The slots that no lease holds. */
    private final class Slots extends Bag<PoolSlot<E>> {
        Slots(Store<PoolSlot<E>> store, Tuning tuning) {
            super(store, tuning);
        }

        @Override
        void reject(PoolSlot<E> slot) {
            elements.dispose(slot, Reason.POOL_CLOSED);
        }

        @Override
        Object blocker() {
            return BlockingPool.this;
        }
    }
}
