package dev.baton;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

/**
 * Future of a request. The request's own state, such as the queue's cell, decides its outcome; this future only
 * shows it. A completion from outside must first win that state.
 */
final class RequestFuture<R> extends CompletableFuture<R> {
    /** The request as its future sees it. */
    interface Abortable {
        /** Lets the request go for a completion from outside; false if it was decided before. */
        boolean abortFromOutside();
    }

    private final Abortable request;

    RequestFuture(Abortable request) {
        this.request = request;
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

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
        RequestCancelledException cancelled = isDone() ? null : new RequestCancelledException(); // while it can fail
        if (cancelled != null && request.abortFromOutside()) {
            fail(cancelled);
        }
        return isCancelled();
    }

    @Override
    public boolean complete(@Nullable R result) {
        return request.abortFromOutside() && super.complete(result);
    }

    @Override
    public boolean completeExceptionally(Throwable failure) {
        if (failure == null) {
            throw new NullPointerException();
        }
        if (!request.abortFromOutside()) {
            return false;
        }
        fail(failure);
        return true;
    }

    @Override
    public CompletableFuture<R> completeAsync(Supplier<? extends R> supplier, Executor executor) {
        if (supplier == null) {
            throw new NullPointerException();
        }
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
        request.abortFromOutside();
        super.obtrudeValue(result);
    }

    @Override
    public void obtrudeException(Throwable failure) {
        if (failure == null) {
            throw new NullPointerException();
        }
        request.abortFromOutside();
        super.obtrudeException(failure);
    }

    @Override
    public <U> CompletableFuture<U> newIncompleteFuture() {
        return new CompletableFuture<>();
    }
}
