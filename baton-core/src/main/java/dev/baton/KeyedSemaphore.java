package dev.baton;

import dev.baton.KeyedNode.Entry;
import dev.baton.KeyedNode.Sole;
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
        this(permits, KeyedEntries.BINS, Tuning.DEFAULT);
    }

    KeyedSemaphore(int permits, int bins, Tuning tuning) {
        if (permits <= 0) {
            throw new IllegalArgumentException("the permits of a key must be positive: " + permits);
        }
        this.permits = permits;
        this.entries = new KeyedEntries<>(bins,
                owner -> new Semaphore(owner == null ? permits : permits - 1, true, permits, tuning));
    }

    /** What a permit needs to go back to its key; the owner of a key that it has alone. */
    private final class Grant extends PermitReturn {
        private final K key;
        private final Permit permit = new Permit(this, 1);
        /** Where the permit is from, if it was not had alone at first; set before anybody else has the permit. */
        private final @Nullable Entry<K, Semaphore> entry;

        Grant(K key) {
            this.key = key;
            this.entry = entries.enter(key, this);
        }

        @Override
        void giveBack(int count) {
            if (entry == null && entries.leavesAlone(key, this)) {
                return;
            }
            Entry<K, Semaphore> used = entry == null ? entryOf(key) : entry;
            if (used != null) {
                try {
                    used.primitive.giveBack(count);
                } finally {
                    entries.leave(used); // also if there was no room on the stack for a wake-up
                }
            }
        }

        /** Ends the use of an entry that has not come to a permit. */
        void leaveUnless(boolean acquired) {
            if (!acquired && entry != null) {
                entries.leave(entry);
            }
        }
    }

    private @Nullable Entry<K, Semaphore> entryOf(K key) {
        return entries.find(key) instanceof Entry<K, Semaphore> entry ? entry : null;
    }

    /**
     * Acquires a permit of a key that goes back when it is closed, waiting until one is available.
     *
     * @param key the key
     * @return the permit
     * @throws InterruptedException if the thread is interrupted
     */
    public Permit permit(K key) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        Grant grant = new Grant(key);
        boolean acquired = false;
        try {
            if (grant.entry != null) {
                grant.entry.primitive.acquire();
            }
            acquired = true;
        } finally {
            grant.leaveUnless(acquired);
        }
        return grant.permit;
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
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        Grant grant = new Grant(key);
        boolean acquired = false;
        try {
            acquired = grant.entry == null || grant.entry.primitive.tryAcquire(nanos, TimeUnit.NANOSECONDS);
        } finally {
            grant.leaveUnless(acquired);
        }
        if (!acquired) {
            throw new TimeoutException("no permit in time for " + key);
        }
        return grant.permit;
    }

    /**
     * Acquires a permit of a key if one is available now.
     *
     * @param key the key
     * @return the permit, or null
     */
    public @Nullable Permit tryPermit(K key) {
        Grant grant = new Grant(key);
        boolean acquired = false;
        try {
            acquired = grant.entry == null || grant.entry.primitive.tryAcquire();
        } finally {
            grant.leaveUnless(acquired);
        }
        return acquired ? grant.permit : null;
    }

    /**
     * Requests a permit of a key without blocking.
     *
     * @param key the key
     * @return a future of the permit; completing it from outside (cancel, orTimeout) aborts the request, or does nothing if
     *         the permit was acquired first
     */
    public CompletableFuture<Permit> permitAsync(K key) {
        Grant grant = new Grant(key);
        Entry<K, Semaphore> entry = grant.entry;
        CompletableFuture<Permit> request;
        Runnable leave;
        try {
            if (entry == null) {
                return CompletableFuture.completedFuture(grant.permit);
            }
            leave = () -> entries.leave(entry); // before the request: where there is no memory for it, there is none in line
            request = entry.primitive.request(1, grant.permit);
        } catch (Throwable failure) {
            if (entry == null) {
                grant.permit.close();
            } else {
                entries.leave(entry);
            }
            throw failure;
        }
        return leavingUnless(grant.permit, request, leave);
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
        return switch (entries.find(key)) {
            case null -> permits;
            case Sole<K, Semaphore> sole -> permits - 1;
            case Entry<K, Semaphore> entry -> entry.primitive.availablePermits();
        };
    }

    /**
     * Number of requests, of threads and futures, that wait for a key.
     *
     * @param key the key
     * @return how many wait; an estimate while others come and go
     */
    public int getQueueLength(K key) {
        Entry<K, Semaphore> entry = entryOf(key);
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
