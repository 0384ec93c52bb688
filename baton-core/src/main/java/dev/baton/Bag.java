package dev.baton;

import dev.baton.internal.store.QueueStore;
import dev.baton.internal.store.StackStore;
import dev.baton.internal.store.Store;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

/**
 * Unbounded bag of elements: {@link #put} adds one or hands it to the first request that waits, {@link #take} removes
 * one and waits for it if need be. The bare mechanism under {@link BlockingPool}, for programs that create, check and
 * close their elements themselves. Both have the same operations under the same names.
 * <p>
 * <b>Order.</b> Two forms, which differ in the element that a take gets if several are there: {@link #queue()}
 * about the element that was put first, {@link #stack()} about the element that was put last, while it is hot.
 * Neither is a promise: racing operations may get elements in another order.
 * <p>
 * <b>Fairness.</b> Requests that wait are served first-in, first-out, and no take overtakes them.
 * <p>
 * <b>Timeout, interrupt, cancel.</b> A timeout, an interrupt or the completion of a {@link #takeAsync} future from
 * outside takes the request out of the queue in constant time. An element on its way to it goes to the next request
 * or back into the bag. An abort that comes after the element was handed over is too late: the take succeeds, and an
 * interrupt stays asserted.
 * <p>
 * <b>Closing.</b> {@link #close()} fails all requests that wait, and all later takes and puts, with
 * {@link IllegalStateException}. The elements that are left go to the consumer of {@link #close(Consumer)}.
 * <p>
 * <b>Memory effects.</b> What happens before the put of an element happens before the return from the take that
 * gets it.
 * <p>
 * <b>Progress.</b> Lock-free, apart from the waiting.
 * <p>
 * <b>Cost.</b> A fetch-and-add and one operation on the store; a second one on the queue for requests that wait.
 *
 * @param <E> the elements; never null
 */
public class Bag<E> extends Stock<E> implements AutoCloseable {
    private static final long FOREVER = Long.MAX_VALUE;
    /** Linked before a take registers: after that nothing but the request itself may need memory. */
    private static final Supplier<ThreadWaiter<Object>> OF_CURRENT_THREAD = ThreadWaiter::new;

    Bag(Store<E> store, Tuning tuning) {
        super(store, tuning);
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
     * Adds an element, or hands it to the first request that waits. Never waits.
     *
     * @param element the element, not null
     * @throws IllegalStateException if the bag is closed; the element stays the caller's
     */
    public void put(E element) {
        Objects.requireNonNull(element);
        putPrepared(prepare(spare(), element));
    }

    /**
     * Removes an element, waiting for one if need be.
     *
     * @return the element
     * @throws InterruptedException  if interrupted on entry or while waiting
     * @throws IllegalStateException if the bag is closed, also while waiting
     */
    public E take() throws InterruptedException {
        return Objects.requireNonNull(tryTake(FOREVER));
    }

    /**
     * Removes an element, waiting for one if need be; an interrupt is kept for later.
     *
     * @return the element
     * @throws IllegalStateException if the bag is closed, also while waiting
     */
    public E takeUninterruptibly() {
        Object found = retrieveOrRegister();
        return received(found != null ? found : suspended(OF_CURRENT_THREAD).awaitUninterruptibly());
    }

    /**
     * As {@link #take}, but waits not longer than the time given.
     *
     * @param timeout the longest to wait; zero or less does not wait
     * @param unit the unit of {@code timeout}
     * @return the element, or null if the time ran out
     * @throws InterruptedException  if interrupted on entry or while waiting
     * @throws IllegalStateException if the bag is closed, also while waiting
     */
    public @Nullable E tryTake(long timeout, TimeUnit unit) throws InterruptedException {
        return tryTake(unit.toNanos(timeout));
    }

    /**
     * As {@link #tryTake(long, TimeUnit)}.
     *
     * @param timeout the longest to wait; zero or less does not wait
     * @return the element, or null if the time ran out
     * @throws InterruptedException  if interrupted on entry or while waiting
     * @throws IllegalStateException if the bag is closed, also while waiting
     */
    public @Nullable E tryTake(Duration timeout) throws InterruptedException {
        return tryTake(TimeUnit.NANOSECONDS.convert(timeout));
    }

    private @Nullable E tryTake(long nanos) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        if (nanos <= 0L) {
            return tryTake();
        }
        Object value = retrieveOrRegister();
        if (value == null) {
            ThreadWaiter<Object> waiter = suspended(OF_CURRENT_THREAD);
            value = nanos == FOREVER ? waiter.await() : waiter.await(nanos);
        }
        return value == null ? null : received(value);
    }

    /**
     * Removes an element if no request waits for it. Never waits.
     *
     * @return the element, or null
     * @throws IllegalStateException if the bag is closed
     */
    public @Nullable E tryTake() {
        return retrieve();
    }

    /**
     * Removes an element as soon as there is one.
     *
     * @return a future of the element; it fails with {@link IllegalStateException} if the bag is closed. Cancelling it,
     *         or completing it in any other way, withdraws the request unless it has got its element
     */
    public CompletableFuture<E> takeAsync() {
        FutureWaiter<Object, E> waiter = new FutureWaiter<>(this::received);
        Supplier<Waiter<Object>> request = () -> waiter;
        Object found;
        try {
            found = retrieveOrRegister();
        } catch (IllegalStateException closed) {
            return CompletableFuture.failedFuture(closed);
        }
        if (found == null) {
            suspended(request);
        } else {
            waiter.setValue(found);
            waiter.signal();
        }
        return waiter.future();
    }

    /** Closes the bag; elements that are left are dropped. A second call does nothing. */
    @Override
    public void close() {
        close(element -> {});
    }

    /**
     * Closes the bag for ever: all requests that wait, and all later takes and puts, fail with
     * {@link IllegalStateException}.
     *
     * @param leftovers gets the elements that are left, after all requests that wait have failed. An element on its way
     *                  to a request that aborts may come later, on the thread of its put or of the abort. What the
     *                  consumer throws is thrown when it was called for all elements
     * @return false if the bag was closed already
     */
    public boolean close(Consumer<? super E> leftovers) {
        return shut(leftovers);
    }

    @Override
    public String toString() {
        return super.toString() + "[" + (isClosed() ? "Closed, " : "") + "Size = " + getSize() + ", Waiting = "
                + getQueueLength() + "]";
    }
}
