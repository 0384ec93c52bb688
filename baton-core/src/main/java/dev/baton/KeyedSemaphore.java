package dev.baton;

import dev.baton.KeyedEntries.Entry;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import org.jspecify.annotations.Nullable;

/**
 * One fair semaphore for each key, all with as many permits: such as so many requests at once for each customer.
 *
 * <pre>{@code
 * try (Permit permit = requests.permit(customer)) {
 *     serve(customer);
 * }
 * }</pre>
 *
 * <b>Keys.</b> A semaphore exists while somebody holds a permit of it or waits for one: keys that nobody uses cost
 * nothing. Keys need {@code equals} and {@code hashCode} that do not change, and must not be null.
 * <p>
 * <b>Fairness; timeout, interrupt, cancel; memory effects.</b> Those of a fair {@link Semaphore}, for each key.
 * <p>
 * <b>Progress, cost.</b> As {@link KeyedLock}.
 *
 * @param <K> the keys
 */
public final class KeyedSemaphore<K> {
    private final int permits;
    private final KeyedEntries<K, Semaphore> entries;

    /**
     * Creates a semaphore for each key.
     *
     * @param permits how many permits each key has
     * @throws IllegalArgumentException if {@code permits} is not positive
     */
    public KeyedSemaphore(int permits) {
        if (permits <= 0) {
            throw new IllegalArgumentException("the permits of a key must be positive: " + permits);
        }
        this.permits = permits;
        this.entries = new KeyedEntries<>(() -> Semaphore.withLimit(permits));
    }

    /** The permit of a key, which somebody is about to have. */
    private Permit permitOf(Entry<K, Semaphore> entry) {
        return new Permit(new PermitReturn() {
            @Override
            void giveBack(int count) {
                entry.primitive.giveBack(count);
                entries.leave(entry);
            }
        }, 1);
    }

    /**
     * Acquires a permit of a key that goes back when it is closed, waiting until one is available.
     *
     * @param key the key
     * @return the permit
     * @throws InterruptedException if the thread is interrupted
     */
    public Permit permit(K key) throws InterruptedException {
        Entry<K, Semaphore> entry = entries.enter(key);
        Permit acquired = null;
        try {
            Permit permit = permitOf(entry);
            entry.primitive.acquire();
            acquired = permit;
        } finally {
            leaveUnless(acquired, entry);
        }
        return acquired;
    }

    /**
     * As {@link #permit(Object)}, waiting no longer than {@code timeout}.
     *
     * @param key the key
     * @param timeout the longest to wait; zero or less not to wait at all
     * @return the permit, never null
     * @throws InterruptedException if the thread is interrupted
     * @throws TimeoutException     if the time ran out; nothing is held
     */
    public Permit permit(K key, Duration timeout) throws InterruptedException, TimeoutException {
        long nanos = TimeUnit.NANOSECONDS.convert(timeout);
        Entry<K, Semaphore> entry = entries.enter(key);
        Permit acquired = null;
        try {
            Permit permit = permitOf(entry);
            if (!entry.primitive.tryAcquire(nanos, TimeUnit.NANOSECONDS)) {
                throw new TimeoutException("no permit in time for " + key);
            }
            acquired = permit;
        } finally {
            leaveUnless(acquired, entry);
        }
        return acquired;
    }

    /**
     * Acquires a permit of a key if one is available now.
     *
     * @param key the key
     * @return the permit, or null
     */
    public @Nullable Permit tryPermit(K key) {
        Entry<K, Semaphore> entry = entries.enter(key);
        Permit acquired = null;
        try {
            Permit permit = permitOf(entry);
            acquired = entry.primitive.tryAcquire() ? permit : null;
        } finally {
            leaveUnless(acquired, entry);
        }
        return acquired;
    }

    private void leaveUnless(@Nullable Permit acquired, Entry<K, Semaphore> entry) {
        if (acquired == null) {
            entries.leave(entry);
        }
    }

    /**
     * Requests a permit of a key without blocking.
     *
     * @param key the key
     * @return a future of the permit; completing it from outside (cancel, orTimeout) aborts the request, or does nothing if
     *         the permit was acquired first
     */
    public CompletableFuture<Permit> permitAsync(K key) {
        Entry<K, Semaphore> entry = entries.enter(key);
        Permit permit;
        CompletableFuture<Permit> request;
        try {
            permit = permitOf(entry);
            request = entry.primitive.request(1, permit);
        } catch (Throwable failure) {
            entries.leave(entry);
            throw failure;
        }
        return leavingUnless(permit, request, () -> entries.leave(entry));
    }

    /** The request, which runs {@code leave} if it completes with anything but its own token. */
    @SuppressWarnings("ReferenceEquality") // the token itself
    static <T extends AutoCloseable> CompletableFuture<T> leavingUnless(T token, CompletableFuture<T> request,
            Runnable leave) {
        if (request.isDone() && !request.isCompletedExceptionally()) {
            return request;
        }
        try {
            CompletableFuture<?> unused = request.whenComplete((outcome, failure) -> {
                if (outcome != token) {
                    leave.run();
                }
            });
        } catch (OutOfMemoryError full) {
            if (request.completeExceptionally(full)) {
                leave.run();
            } else {
                AsyncSection.close(token);
            }
            throw full;
        }
        return request;
    }

    /**
     * Runs {@code section} with a permit of a key, waiting for it as long as it takes.
     *
     * @param <R> type of what the section returns
     * @param key the key
     * @param section what to run
     * @return its result
     * @throws InterruptedException if interrupted before the section began
     * @throws Exception            if the section throws it
     */
    public <R extends @Nullable Object> R withPermit(K key, Callable<R> section) throws Exception {
        Objects.requireNonNull(section, "section");
        Permit permit = permit(key);
        try {
            return section.call();
        } finally {
            permit.close();
        }
    }

    /**
     * Runs {@code section} with a permit of a key on {@code executor}, without blocking the caller. The permit comes back
     * exactly once, as {@link Semaphore#withPermitAsync} says.
     *
     * @param <R> type of what the section returns
     * @param key the key
     * @param section what to run
     * @param executor where the section runs; it gets the section when the permit is there
     * @return a future of its result, or of what the section or the executor threw. Completing it from outside takes the
     *         section back, or does nothing if the section has begun
     */
    public <R extends @Nullable Object> CompletableFuture<R> withPermitAsync(K key, Callable<R> section,
            Executor executor) {
        Objects.requireNonNull(section, "section");
        return new AsyncSection<Permit, R>(permit -> section.call(), executor).after(permitAsync(key));
    }

    /**
     * The permits of a key that are available now.
     *
     * @param key the key
     * @return how many
     */
    public int availablePermits(K key) {
        Entry<K, Semaphore> entry = entries.find(key);
        return entry == null ? permits : entry.primitive.availablePermits();
    }

    /**
     * Number of requests, of threads and futures, that wait for a key.
     *
     * @param key the key
     * @return how many wait; an estimate while others come and go
     */
    public int getQueueLength(K key) {
        Entry<K, Semaphore> entry = entries.find(key);
        return entry == null ? 0 : entry.primitive.getQueueLength();
    }

    /** {@return how many keys somebody has a permit of or waits for; an estimate while others come and go} */
    public int getKeysInUse() {
        return entries.size();
    }

    @Override
    public String toString() {
        return super.toString() + "[Permits = " + permits + ", keys in use = " + getKeysInUse() + "]";
    }
}
