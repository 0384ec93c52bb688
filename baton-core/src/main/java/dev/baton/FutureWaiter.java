package dev.baton;

import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

/**
 * Request whose owner holds a future. Every completion of the future from outside ({@code cancel},
 * {@code completeExceptionally}, {@code orTimeout}, {@code complete}, {@code obtrude…}) aborts the request in constant
 * time; one that comes after the value was decided returns false and changes nothing. A timed {@code get} does
 * not abort: cancel the future for that. Futures derived from it ({@code thenApply}, {@code copy}, …) are
 * ordinary ones; cancelling them does not reach the request.
 *
 * @param <T> what the request receives
 * @param <R> what the future completes with
 */
public final class FutureWaiter<T, R> extends Waiter<T> {
    private final Function<? super T, ? extends @Nullable R> mapping;
    private final RequestFuture<R> future = new RequestFuture<>(this::abortFromOutside);
    /** Next in a {@link Completions} batch. */
    @Nullable
    FutureWaiter<?, ?> nextCompletion;

    /**
     * Creates a request.
     *
     * @param mapping from the value received to the future's result; if it throws, the future completes with that
     *                exception
     */
    public FutureWaiter(Function<? super T, ? extends @Nullable R> mapping) {
        this(1, mapping);
    }

    FutureWaiter(int weight, Function<? super T, ? extends @Nullable R> mapping) {
        super(weight);
        this.mapping = Objects.requireNonNull(mapping);
    }

    /** The future that completes when the request is served. */
    public CompletableFuture<R> future() {
        return future;
    }

    @Override
    void signal() {
        leave();
        CompletionDepth.run(this::completeFuture, future.defaultExecutor());
    }

    /** As {@link #signal}, but on a thread that nobody else waits for. */
    void signalAside() {
        leave();
        Thread.ofVirtual().start(this::completeFuture);
    }

    private void completeFuture() {
        R result;
        try {
            result = mapping.apply(value());
        } catch (Throwable failure) {
            future.fail(failure);
            return;
        }
        future.serve(result);
    }

    /** Lets the request go for a completion from outside. */
    boolean abortFromOutside() {
        if (!abort()) {
            return false;
        }
        leave();
        return true;
    }
}
