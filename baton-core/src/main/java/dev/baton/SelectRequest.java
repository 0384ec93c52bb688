package dev.baton;

import java.util.concurrent.CompletableFuture;

import org.jspecify.annotations.Nullable;

/** A select whose owner holds a future. */
final class SelectRequest<R> implements RequestFuture.Abortable, Runnable, Told {
    private final RequestFuture<R> future = new RequestFuture<>(this);
    private final Selecting<R> select;
    private final Selection selection;
    private @Nullable Told before;

    SelectRequest(Selecting<R> select, int clauses) {
        this.select = select;
        this.selection = new Selection(clauses, this);
    }

    Selection selection() {
        return selection;
    }

    CompletableFuture<R> future() {
        return future;
    }

    /** Completes the future of a select that did not have to wait. */
    CompletableFuture<R> answered(Object chosen) {
        complete(chosen);
        return future;
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // a reader is shown the future, and does nothing with it
    public Object shown() {
        return future;
    }

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
        if (last) {
            CompletionDepth.run(this, future.defaultExecutor());
        } else {
            CompletionDepth.runOn(CompletionDepth.ASIDE, this);
        }
    }

    @Override
    public boolean abortFromOutside() {
        return selection.abort();
    }

    @Override
    public void run() {
        selection.leave();
        complete(selection.chosen());
    }

    private void complete(Object chosen) {
        R result;
        try {
            result = select.resultOf(chosen);
        } catch (Throwable failure) {
            future.fail(failure);
            return;
        }
        future.serve(result);
    }
}
