package dev.baton;

import dev.baton.internal.park.WaitRecord;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
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
    private final Link link = new Link();
    private final RequestFuture<R> future = new RequestFuture<>(link);
    private final Object requester;
    /** What is kept of the wait; set before the waiter is in its cell. */
    private @Nullable WaitRecord record;

    /** What the future, and an executor, know of the request; made with it, so that completing it needs no memory. */
    private final class Link implements RequestFuture.Abortable, Runnable, Told {
        private @Nullable Told before;

        @Override
        public @Nullable Told before() {
            return before;
        }

        @Override
        public void setBefore(@Nullable Told decided) {
            before = decided;
        }

        @Override
        public void tell(boolean last) {
            if (last || section() != null) {
                signal();
            } else {
                recorded(true);
                leave();
                complete(CompletionDepth.ASIDE); // on a thread that nobody else waits for
            }
        }

        @Override
        public boolean abortFromOutside() {
            WaitQueue at = queue();
            if (!abort()) {
                return false;
            }
            recorded(at, false);
            leave();
            return true;
        }

        @Override
        public void run() {
            completeFuture();
        }
    }

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
        this(weight, mapping, null);
    }

    FutureWaiter(int weight, Function<? super T, ? extends @Nullable R> mapping, @Nullable Section<?> section) {
        super(weight, section);
        this.mapping = Objects.requireNonNull(mapping);
        this.requester = future;
    }

    /** A request whose result is {@code token}, which also owns what is requested. */
    FutureWaiter(int weight, R token) {
        super(weight, null);
        this.mapping = granted -> token;
        this.requester = Objects.requireNonNull(token);
    }

    /** {@return the future that completes when the request is served} */
    public CompletableFuture<R> future() {
        return future;
    }

    /** Enters {@code queue}; returns the future. */
    CompletableFuture<R> enter(GrantQueue queue) {
        queue.enter(this);
        return future;
    }

    @Override
    Object requester() {
        return requester;
    }

    @Override
    void signal() {
        recorded(true);
        leave();
        Section<?> section = section();
        if (section == null) {
            complete(null);
        } else if (section.hasRun()) {
            complete(section.completion());
        } else {
            section.granted(); // completes this when it has run
        }
    }

    @Override
    void entering(WaitQueue queue) {
        record = WaitRecord.begin(queue.blocker());
    }

    private void recorded(boolean served) {
        recorded(queue(), served);
    }

    private void recorded(@Nullable WaitQueue at, boolean served) {
        WaitRecord kept = record;
        if (kept != null && at != null) {
            record = null;
            kept.endOfFuture(at.blocker(), served);
        }
    }

    /** This request in a list of {@link Completions}. */
    Told told() {
        return link;
    }

    /** Completes the future of a served request, on {@code executor} if there is one. */
    void complete(@Nullable Executor executor) {
        if (executor == null) {
            CompletionDepth.run(link, future.defaultExecutor());
        } else {
            CompletionDepth.runOn(executor, link);
        }
    }

    /** Completes the future of a request that could not be served. */
    void fail(Throwable failure) {
        future.fail(failure);
    }

    @SuppressWarnings("NullAway") // a grant has no value, and its mapping asks for none
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
}
