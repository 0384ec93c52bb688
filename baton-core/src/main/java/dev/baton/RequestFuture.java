package dev.baton;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

/**
 * Future of a {@link FutureWaiter}. The queue's cell decides the request's outcome; this future only shows it. A
 * completion from outside must first win the cell.
 */
final class RequestFuture<R> extends CompletableFuture<R> {
    private final FutureWaiter<?, R> waiter;

    RequestFuture(FutureWaiter<?, R> waiter) {
        this.waiter = waiter;
    }

    void serve(@Nullable R result) {
        super.complete(result);
    }

    void fail(Throwable failure) {
        super.completeExceptionally(failure);
    }

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
        return waiter.abortFromOutside() ? super.cancel(mayInterruptIfRunning) : isCancelled();
    }

    @Override
    public boolean complete(@Nullable R result) {
        return waiter.abortFromOutside() && super.complete(result);
    }

    @Override
    public boolean completeExceptionally(Throwable failure) {
        if (failure == null) {
            throw new NullPointerException();
        }
        return waiter.abortFromOutside() && super.completeExceptionally(failure);
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
        waiter.abortFromOutside();
        super.obtrudeValue(result);
    }

    @Override
    public void obtrudeException(Throwable failure) {
        if (failure == null) {
            throw new NullPointerException();
        }
        waiter.abortFromOutside();
        super.obtrudeException(failure);
    }

    @Override
    public <U> CompletableFuture<U> newIncompleteFuture() {
        return new CompletableFuture<>();
    }
}
