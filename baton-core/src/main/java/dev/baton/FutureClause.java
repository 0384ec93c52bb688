package dev.baton;

import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

/** A request with a future, as a clause of a select: of a primitive that serves such requests, or any future. */
final class FutureClause<T, R> extends Clause<R> {
    /*
     * Abort
     *   A request that is served after another clause was chosen, or between that and its cancel, gives back what it got: a
     *   permit, a lock, an element. Nothing is lost; it was away for a moment.
     *
     * Retention
     *   A future of the user must not collect what selects have left at it. So a select waits for it or for an end of its own;
     *   when that comes, anyOf takes both of its parts out of the user's future.
     */

    /** What a request got: null cannot be told from nothing. */
    record Served(@Nullable Object value, @Nullable Throwable failure) {}

    private final String kind;
    private final Supplier<CompletableFuture<T>> request;
    private final @Nullable Consumer<? super T> giveBack;

    /** A clause that makes a request, and gives back what one got that came too late; null for a future of the user. */
    FutureClause(String kind, Object subject, Supplier<CompletableFuture<T>> request,
            @Nullable Consumer<? super T> giveBack, Function<Object, ? extends R> mapping) {
        super(subject, mapping);
        this.kind = kind;
        this.request = request;
        this.giveBack = giveBack;
    }

    @Override
    String kind() {
        return kind;
    }

    @Override
    @Nullable
    Object poll() {
        CompletableFuture<T> future = request.get();
        if (!future.isDone() && (giveBack == null || future.cancel(false))) {
            return null;
        }
        return future.handle(Served::new).join();
    }

    @Override
    boolean enter(Selection selection) {
        CompletableFuture<T> future = request.get();
        CompletableFuture<?> end = giveBack == null ? new CompletableFuture<>() : future;
        selection.enter(() -> end.cancel(false));
        if (giveBack == null) {
            CompletableFuture<?> unused = CompletableFuture.anyOf(future, end).whenComplete((first, failed) -> {
                if (future.isDone()) {
                    tellWhenDone(selection, future);
                }
            });
        } else {
            tellWhenDone(selection, future);
        }
        return true;
    }

    private void tellWhenDone(Selection selection, CompletableFuture<T> future) {
        CompletableFuture<?> unused = future.whenComplete((value, failure) -> served(selection, value, failure));
    }

    private void served(Selection selection, @Nullable T value, @Nullable Throwable failure) {
        boolean chosen = selection.choose(new Selection.Chosen(this, new Served(value, failure)));
        if (!chosen && giveBack != null && failure == null) {
            giveBack.accept(value);
        }
    }
}
