package dev.baton;

import dev.baton.internal.park.StackRoom;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

/**
 * Future of a request. The request's own state, such as the queue's cell, decides its outcome; this future only
 * shows it. A completion from outside must first win that state.
 */
class RequestFuture<R> extends CompletableFuture<R> {
    /*
     * Overview
     *   complete, completeExceptionally, cancel and both obtrude methods withdraw the request first; orTimeout and
     *   completeOnTimeout end in the first two. completeAsync bypasses them in the superclass and is rewritten here.
     *
     * Abort
     *   Whatever this class allocates for a completion it allocates before it withdraws the request. The superclass
     *   allocates after that. If that fails, the request stays withdrawn, and another completion may follow.
     *
     * Memory modes
     *   field      read   write  why that is enough
     *   withdrawn  plain  plain  set after the request was won; a thread that misses it loses the request once more
     */

    /** The request as its future sees it. */
    interface Abortable {
        /** Lets the request go for a completion from outside; false if it was decided before. */
        boolean abortFromOutside();
    }

    private final Abortable request;
    private boolean withdrawn;

    RequestFuture(Abortable request) {
        this.request = request;
    }

    /** A future whose own state decides, for a subclass that looks after its request by {@link #abortRequest}. */
    RequestFuture() {
        this(() -> true);
    }

    void serve(@Nullable R result) {
        super.complete(result);
    }

    /** Completes with a failure that is decided; where memory is short, as soon as there is some. */
    void fail(Throwable failure) {
        for (;;) {
            try {
                super.completeExceptionally(failure);
                return;
            } catch (OutOfMemoryError full) {
                if (isDone()) {
                    return; // what failed was code that depends on it
                }
                Thread.yield();
            }
        }
    }

    /** The request that decides; for tests. */
    Abortable request() {
        return request;
    }

    /** Lets the request go for a completion from outside; false if it was decided before. */
    boolean abortRequest() {
        return request.abortFromOutside();
    }

    private boolean withdraw() {
        StackRoom.require();
        if (!withdrawn && abortRequest()) {
            withdrawn = true;
        }
        return withdrawn;
    }

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
        if (!isDone()) {
            RequestCancelledException cancellation = new RequestCancelledException();
            if (withdraw()) {
                super.completeExceptionally(cancellation);
            }
        }
        return isCancelled();
    }

    @Override
    public boolean complete(@Nullable R result) {
        return withdraw() && super.complete(result);
    }

    @Override
    public boolean completeExceptionally(Throwable failure) {
        Objects.requireNonNull(failure);
        return withdraw() && super.completeExceptionally(failure);
    }

    @Override
    public CompletableFuture<R> completeAsync(Supplier<? extends R> supplier) {
        return completeAsync(supplier, defaultExecutor());
    }

    @Override
    public CompletableFuture<R> completeAsync(Supplier<? extends R> supplier, Executor executor) {
        Objects.requireNonNull(supplier);
        executor.execute(() -> {
            if (isDone()) {
                return;
            }
            try {
                complete(supplier.get());
            } catch (Throwable failure) {
                completeExceptionally(new CompletionException(failure));
            }
        });
        return this;
    }

    @Override
    public void obtrudeValue(@Nullable R result) {
        withdraw();
        super.obtrudeValue(result);
    }

    @Override
    public void obtrudeException(Throwable failure) {
        Objects.requireNonNull(failure);
        withdraw();
        super.obtrudeException(failure);
    }

    @Override
    public <U> CompletableFuture<U> newIncompleteFuture() {
        return new CompletableFuture<>();
    }
}
