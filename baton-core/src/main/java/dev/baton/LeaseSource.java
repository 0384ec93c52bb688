package dev.baton;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeoutException;

import org.jspecify.annotations.Nullable;

/**
 * The forms of a {@link BlockingPool} in which elements come back by themselves.
 *
 * @param <E> the elements
 */
abstract class LeaseSource<E> {
    LeaseSource() {}

    abstract Lease<E> takeUninterruptibly();

    abstract @Nullable Lease<E> tryTake(Duration timeout) throws InterruptedException;

    abstract CompletableFuture<Lease<E>> takeAsync();

    /**
     * Runs {@code section} with an element, waiting for it as long as it takes. An interrupt is kept for the section.
     *
     * @param <R> type of what the section returns
     * @param section what to run with the element
     * @return its result
     * @throws IllegalStateException if the pool is closed, also while waiting
     * @throws Exception             if the section throws it, or if no element could be created
     */
    public <R extends @Nullable Object> R withLease(BlockingPool.Use<? super E, R> section) throws Exception {
        Objects.requireNonNull(section, "section");
        try (Lease<E> lease = takeUninterruptibly()) {
            return section.use(lease.get());
        }
    }

    /**
     * As {@link #withLease(BlockingPool.Use)}, waiting no longer than {@code timeout} for an element.
     *
     * @param <R> type of what the section returns
     * @param section what to run with the element
     * @param timeout the longest to wait for an element; zero or less not to wait at all
     * @return its result
     * @throws InterruptedException  if interrupted before an element was leased
     * @throws TimeoutException      if the time ran out before an element was leased
     * @throws IllegalStateException if the pool is closed, also while waiting
     * @throws Exception             if the section throws it, or if no element could be created
     */
    public <R extends @Nullable Object> R withLease(BlockingPool.Use<? super E, R> section, Duration timeout)
            throws Exception {
        Objects.requireNonNull(section, "section");
        try (@Nullable
        Lease<E> lease = tryTake(timeout)) {
            if (lease == null) {
                throw new TimeoutException("no element in time: " + this);
            }
            return section.use(lease.get());
        }
    }

    /**
     * Runs {@code section} with an element on {@code executor}, without blocking the caller. The element is checked or
     * created on the pool's own executor before.
     * <p>
     * The element comes back exactly once: after the section, however it ends; if the executor rejects it, or throws;
     * if the future is completed from outside (cancel, orTimeout) before the section has begun. An executor that
     * takes the section and drops it without a word, as {@code shutdownNow} does, keeps the element until then.
     *
     * @param <R> type of what the section returns
     * @param section what to run with the element
     * @param executor where the section runs; it gets the section when the element is there
     * @return a future of its result, or of what the section, the executor or the pool threw. Completing it from
     *         outside takes the section back, or does nothing if the section has begun
     */
    public <R extends @Nullable Object> CompletableFuture<R> withLeaseAsync(BlockingPool.Use<? super E, R> section,
            Executor executor) {
        Objects.requireNonNull(section, "section");
        return new AsyncSection<Lease<E>, R>(lease -> section.use(lease.get()), executor).after(takeAsync());
    }
}
