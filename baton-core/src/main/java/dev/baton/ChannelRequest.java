package dev.baton;

import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

/** A send or a receive whose owner holds a future. */
final class ChannelRequest<R> implements RequestFuture.Abortable, Runnable, Told {
    /*
     * Overview
     *   The offer's word decides; this object tells the future, after that. Made whole before the first step, so that
     *   telling needs no memory.
     */
    private final RequestFuture<R> future = new RequestFuture<>(this);
    private final Offer offer;
    private final Function<Object, ? extends @Nullable R> mapping;
    private @Nullable Told before;

    /** A request for which {@code element} is null if it is a receive; {@code mapping} gives the outcome or throws. */
    ChannelRequest(@Nullable Object element, Function<Object, ? extends @Nullable R> mapping) {
        this.offer = new Offer(element, this);
        this.mapping = mapping;
    }

    Offer offer() {
        return offer;
    }

    CompletableFuture<R> future() {
        return future;
    }

    /** Completes the future of a request that did not have to wait. */
    CompletableFuture<R> answered(Object outcome) {
        complete(outcome);
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
        return offer.abort();
    }

    @Override
    public void run() {
        Object outcome = offer.outcome();
        assert outcome != null;
        offer.vacate(); // a kept future must not keep segments
        complete(outcome);
    }

    private void complete(Object outcome) {
        R result;
        try {
            result = mapping.apply(outcome);
        } catch (Throwable failure) {
            future.fail(failure);
            return;
        }
        future.serve(result);
    }
}
