package dev.baton;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.BiConsumer;

import org.jspecify.annotations.Nullable;

/**
 * Section of a user that runs on an executor of the user once a grant has come: a permit, a lease, a lock. Whatever the
 * executor does, the grant is closed exactly once, and the section runs at most once.
 *
 * @param <T> the grant
 * @param <R> what the section returns
 */
final class AsyncSection<T extends AutoCloseable, R extends @Nullable Object>
        implements
            RequestFuture.Abortable,
            BiConsumer<@Nullable T, @Nullable Throwable>,
            Runnable {
    /*
     * Overview
     *
     *      request ──grant──► state: grant ──► executor ──► run: takes the grant, section, close, future
     *                           │  │
     *                           │  └─ the executor throws: takes the grant, close, future fails
     *                           └──── completed from outside: takes the grant, close
     *
     * Source
     *   Ours.
     *
     * State
     *      null ──grant──► the grant ──taken──► ENDED
     *        └──completed from outside, or the request failed──► ENDED
     *
     * Invariants
     *   - The swap to ENDED that returns the grant has one winner, and the winner closes the grant.
     *   - A grant that finds ENDED is closed by the thread that brings it.
     *   - The section runs only between the swap and the close of the winner.
     *   - The grant is closed before the future completes, so that code that depends on it finds it given back.
     * Non-invariants
     *   An executor that drops the task in silence keeps the grant, until the future is completed from outside.
     *
     * Linearization
     *   At the swap to ENDED.
     *
     * Abort
     *   First ends, then withdraws the request. If that comes too late, the grant finds ENDED.
     *
     * Memory modes
     *   field   read           write                     why that is enough
     *   state   swap, acquire  exchange, release; swap   the thread that takes the grant sees it whole; the swap decides.
     *                                                    Proof: Semaphore, "a section on an executor that …"
     *
     * Retention
     *   An ended section holds no grant.
     *
     * Verified by
     *   PermitTest, PermitAbortTest, PermitScenarios.
     */

    /**
     * What runs with a grant.
     *
     * @param <T> the grant
     * @param <R> what it returns
     */
    @FunctionalInterface
    interface Body<T, R extends @Nullable Object> {
        /** Runs with the grant held. */
        R run(T grant) throws Exception;
    }

    private static final Object ENDED = Phase.ENDED;

    private enum Phase {
        ENDED
    }

    private final Body<? super T, ? extends R> body;
    private final Executor executor;
    private final RequestFuture<R> future = new RequestFuture<>(this);
    /** Set before the future is known to anybody. */
    private @Nullable CompletableFuture<T> request;
    @SuppressWarnings("UnusedVariable") // through its VarHandle
    private @Nullable Object state;

    /** A section that waits for no grant yet. */
    AsyncSection(Body<? super T, ? extends R> body, Executor executor) {
        this.body = body;
        this.executor = Objects.requireNonNull(executor, "executor");
    }

    /** Waits for the grant of {@code requested}, which nobody else knows. */
    CompletableFuture<R> after(CompletableFuture<T> requested) {
        request = requested;
        try {
            CompletableFuture<?> unused = requested.whenComplete(this);
        } catch (OutOfMemoryError full) {
            if (!requested.completeExceptionally(full) && !requested.isCompletedExceptionally()) {
                close(requested.join());
            }
            throw full;
        }
        return future;
    }

    /** The grant is there, or will not come. */
    @Override
    public void accept(@Nullable T grant, @Nullable Throwable failure) {
        if (failure != null) {
            fail(failure);
        } else if (grant != null && exchangeGrantRelease(grant) != null) {
            close(grant);
        } else if (grant != null) {
            dispatch();
        }
    }

    private void dispatch() {
        try {
            executor.execute(this);
        } catch (Throwable rejection) {
            T rejected = takeGrant();
            if (rejected != null) { // or else the executor has run the task, and threw for another reason
                close(rejected);
                future.fail(rejection);
            }
        }
    }

    /** Runs the section, on the executor, unless it was taken back. */
    @Override
    public void run() {
        T grant = takeGrant();
        if (grant == null) {
            return;
        }
        R result = null;
        Throwable failure = null;
        try {
            result = body.run(grant);
        } catch (Throwable thrown) {
            failure = thrown;
        }
        Throwable unclosed = close(grant);
        if (failure == null) {
            failure = unclosed;
        }
        if (failure == null) {
            future.serve(result);
        } else {
            future.fail(failure);
        }
    }

    /** Closes a grant; where memory is short, as soon as there is some. */
    static @Nullable Throwable close(AutoCloseable grant) {
        for (;;) {
            try {
                grant.close();
                return null;
            } catch (OutOfMemoryError full) {
                Thread.yield();
            } catch (Throwable failure) {
                return failure;
            }
        }
    }

    private void fail(Throwable failure) {
        if (getAndEndAcquire() == null) {
            future.fail(failure);
        }
    }

    @Override
    @SuppressWarnings("NullAway") // null stands for withdrawn
    public boolean abortFromOutside() {
        Object before = getAndEndAcquire();
        if (before == ENDED) {
            return false;
        }
        if (before != null) {
            close((AutoCloseable) before);
        } else if (request != null) {
            request.complete(null);
        }
        return true;
    }

    @SuppressWarnings("unchecked") // all but ENDED is a grant
    private @Nullable T takeGrant() {
        Object before = getAndEndAcquire();
        return before == ENDED ? null : (T) before;
    }

    // VarHandle mechanics
    private static final VarHandle STATE = ConstantBootstraps.fieldVarHandle(MethodHandles.lookup(), "state",
            VarHandle.class, AsyncSection.class, Object.class);

    private @Nullable Object exchangeGrantRelease(T grant) {
        return STATE.compareAndExchangeRelease(this, (Object) null, (Object) grant);
    }

    private @Nullable Object getAndEndAcquire() {
        return STATE.getAndSetAcquire(this, ENDED);
    }
}
