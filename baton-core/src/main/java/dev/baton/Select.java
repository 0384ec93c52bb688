package dev.baton;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

/**
 * Waits for the first of several things and does exactly that one. Each clause has a function that makes the result, so
 * clauses of different types have one typed result:
 *
 * <pre>{@code
 * String next = Select.<String>fair()
 *         .onReceive(orders, order -> "order " + order.id())
 *         .onSet(shutdown, () -> "shutdown")
 *         .onTimeout(Duration.ofSeconds(1), () -> "idle")
 *         .select();
 * }</pre>
 *
 * A select may be made once and used any number of times, by any number of threads, if it is not changed any more.
 * <p>
 * <b>Fairness.</b> If several clauses can happen at once, {@link #fair()} takes one at random, so that none starves, and
 * {@link #prioritized()} the first in the order in which they were added. A select that waits keeps its place in line at each
 * primitive, first come, first served.
 * <p>
 * <b>Timeout, interrupt, cancel.</b> Exactly one clause happens, or none if the select is aborted. The other clauses leave
 * nothing behind and lose nothing: no element is sent or received, and a permit, lock or lease that came too late is given
 * back.
 * <p>
 * <b>Closed channels.</b> A clause of a closed channel can happen: the select then throws {@link ChannelClosedException}, or,
 * for {@link #onReceiveOrClosed}, gives an empty result.
 * <p>
 * <b>Memory effects.</b> Those of the operation that happened.
 * <p>
 * <b>Progress.</b> Lock-free over channels and events, apart from the waiting: selects that meet each other neither deadlock
 * nor livelock, and no select meets itself.
 * <p>
 * <b>Cost.</b> Constant for each clause. A timeout starts no thread; that of {@link #selectAsync()} uses the JVM's timer for
 * futures.
 *
 * @param <R> the result
 */
public final class Select<R> extends Selecting<R> {
    private Select(boolean fair) {
        super(fair);
    }

    /**
     * Creates a select without clauses that takes one at random if several can happen.
     *
     * @param <R> the result
     * @return the select
     */
    public static <R> Select<R> fair() {
        return new Select<>(true);
    }

    /**
     * Creates a select without clauses that takes the first if several can happen.
     *
     * @param <R> the result
     * @return the select
     */
    public static <R> Select<R> prioritized() {
        return new Select<>(false);
    }

    /**
     * Receives from a channel.
     *
     * @param <E>     type of the elements
     * @param channel the channel
     * @param result  makes the result of the element; runs after the select has ended
     * @return this
     * @throws IllegalArgumentException if the select receives from the channel already
     */
    public <E> Select<R> onReceive(Channel<E> channel, Function<? super E, ? extends R> result) {
        Objects.requireNonNull(result);
        return add(new ChannelClause<R>(Objects.requireNonNull(channel), null,
                found -> result.apply(channel.elementOf(found))));
    }

    /**
     * Receives from a channel, or learns that it is closed.
     *
     * @param <E>     type of the elements
     * @param channel the channel
     * @param result  makes the result of the element, or of nothing if the channel is closed without a cause
     * @return this
     * @throws IllegalArgumentException if the select receives from the channel already
     */
    public <E> Select<R> onReceiveOrClosed(Channel<E> channel, Function<? super Optional<E>, ? extends R> result) {
        Objects.requireNonNull(result);
        return add(new ChannelClause<R>(Objects.requireNonNull(channel), null,
                found -> result.apply(channel.optionalOf(found))));
    }

    /**
     * Sends to a channel.
     *
     * @param <E>     type of the elements
     * @param channel the channel
     * @param element the element, not null
     * @param result  makes the result; runs after the select has ended
     * @return this
     * @throws IllegalArgumentException if the select sends to the channel already
     */
    public <E> Select<R> onSend(Channel<E> channel, E element, Supplier<? extends R> result) {
        Objects.requireNonNull(result);
        return add(new ChannelClause<R>(Objects.requireNonNull(channel), Objects.requireNonNull(element), sent -> {
            if (sent == ChannelMark.CLOSED) {
                throw channel.closed();
            }
            return result.get();
        }));
    }

    /**
     * Waits for an event; an auto-reset event is reset by that.
     *
     * @param event  the event
     * @param result makes the result; runs after the select has ended
     * @return this
     * @throws IllegalArgumentException if the select waits for the event already
     */
    public Select<R> onSet(Event event, Supplier<? extends R> result) {
        Objects.requireNonNull(result);
        return add(switch (event) {
            case AutoResetEvent auto -> new ChannelClause<R>(auto.signals(), null, set -> result.get());
            case ManualResetEvent manual -> request("await", manual, manual::awaitAsync, none -> {},
                    none -> result.get());
        });
    }

    /**
     * Acquires a permit.
     *
     * @param semaphore the semaphore
     * @param result    makes the result; runs after the select has ended, with the permit
     * @return this
     * @throws IllegalArgumentException if the select acquires from the semaphore already
     */
    public Select<R> onAcquire(Semaphore semaphore, Supplier<? extends R> result) {
        return onAcquire(semaphore, 1, result);
    }

    /**
     * Acquires several permits.
     *
     * @param semaphore the semaphore
     * @param permits   how many
     * @param result    makes the result; runs after the select has ended, with the permits
     * @return this
     * @throws IllegalArgumentException if the select acquires from the semaphore already, or {@code permits} is negative
     */
    public Select<R> onAcquire(Semaphore semaphore, int permits, Supplier<? extends R> result) {
        Objects.requireNonNull(semaphore);
        Objects.requireNonNull(result);
        if (permits < 0) {
            throw new IllegalArgumentException("negative permits: " + permits);
        }
        return add(request("acquire", semaphore, () -> semaphore.acquireAsync(permits),
                none -> semaphore.release(permits), none -> result.get()));
    }

    /**
     * Locks a mutex.
     *
     * @param mutex  the mutex
     * @param result makes the result of the token whose {@code close} unlocks; runs after the select has ended
     * @return this
     * @throws IllegalArgumentException if the select locks the mutex already
     */
    public Select<R> onLock(Mutex mutex, Function<? super LockToken, ? extends R> result) {
        Objects.requireNonNull(result);
        return add(request("lock", mutex, mutex::lockAsync, LockToken::close, result));
    }

    /**
     * Locks a lock.
     *
     * @param lock   the lock
     * @param result makes the result of the token that owns the lock, and whose {@code close} unlocks; runs after the select
     *               has ended
     * @return this
     * @throws IllegalArgumentException if the select locks the lock already
     */
    public Select<R> onLock(ReentrantLock lock, Function<? super LockToken, ? extends R> result) {
        Objects.requireNonNull(result);
        return add(request("lock", lock, lock::lockAsync, LockToken::close, result));
    }

    /**
     * Waits for a latch.
     *
     * @param latch  the latch
     * @param result makes the result; runs after the select has ended
     * @return this
     * @throws IllegalArgumentException if the select waits for the latch already
     */
    public Select<R> onCountedDown(CountDownLatch latch, Supplier<? extends R> result) {
        Objects.requireNonNull(result);
        return add(request("await", latch, latch::awaitAsync, none -> {}, none -> result.get()));
    }

    /**
     * Takes an element out of a pool.
     *
     * @param <T>    type of the elements
     * @param pool   the pool
     * @param result makes the result of the lease; runs after the select has ended
     * @return this; if the pool is closed, the select throws what {@link BlockingPool#take} throws
     * @throws IllegalArgumentException if the select takes from the pool already
     */
    public <T> Select<R> onTake(BlockingPool<T> pool, Function<? super Lease<T>, ? extends R> result) {
        Objects.requireNonNull(result);
        return add(request("take", pool, pool::takeAsync, Lease::close, result));
    }

    /**
     * Waits for a future. If it fails, the select throws {@link CompletionException} with that cause.
     *
     * @param <T>    type of its result
     * @param future the future, which stays as it is
     * @param result makes the result; runs after the select has ended
     * @return this
     * @throws IllegalArgumentException if the select waits for the future already
     */
    public <T> Select<R> onCompletion(CompletableFuture<T> future, Function<? super T, ? extends R> result) {
        Objects.requireNonNull(future);
        Objects.requireNonNull(result);
        return add(request("completion", future, () -> future, null, result));
    }

    /**
     * Ends the wait after some time. Only one such clause is possible.
     *
     * @param timeout the longest to wait; zero or less does not wait
     * @param result  makes the result; runs after the select has ended
     * @return this
     * @throws IllegalArgumentException if there is a timeout already
     */
    public Select<R> onTimeout(Duration timeout, Supplier<? extends R> result) {
        setTimeout(TimeUnit.NANOSECONDS.convert(timeout), Objects.requireNonNull(result));
        return this;
    }

    /**
     * Does not wait if no clause can happen at once. Only one such clause is possible.
     *
     * @param result makes the result
     * @return this
     * @throws IllegalArgumentException if there is such a clause already
     */
    public Select<R> otherwise(Supplier<? extends R> result) {
        setDefault(Objects.requireNonNull(result));
        return this;
    }

    private Select<R> add(Clause<R> clause) {
        addClause(clause);
        return this;
    }

    @SuppressWarnings({"unchecked", "NullAway"}) // a request serves values of T, which may be null
    private static <T, R> FutureClause<T, R> request(String kind, Object subject,
            Supplier<CompletableFuture<T>> request, @Nullable Consumer<? super T> giveBack,
            Function<? super T, ? extends R> result) {
        return new FutureClause<>(kind, Objects.requireNonNull(subject), request, giveBack, served -> {
            FutureClause.Served outcome = (FutureClause.Served) served;
            if (outcome.failure() != null) {
                throw failureOf(outcome.failure(), giveBack == null);
            }
            return result.apply((T) outcome.value());
        });
    }

    /** What a select throws if a clause has failed: what the primitive itself would throw; a user's future is another's work. */
    private static RuntimeException failureOf(Throwable failure, boolean ofFuture) {
        Throwable cause = failure instanceof CompletionException && failure.getCause() != null
                ? failure.getCause()
                : failure;
        if (!ofFuture && cause instanceof RuntimeException own) {
            return own;
        }
        return failure instanceof CompletionException wrapped ? wrapped : new CompletionException(failure);
    }
}
