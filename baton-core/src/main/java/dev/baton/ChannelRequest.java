package dev.baton;

import dev.baton.internal.park.WaitRecord;
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
    private final Object channel;
    private @Nullable Told before;
    /** What is kept of the wait; set before the offer is in its cell. */
    private @Nullable WaitRecord record;

    /** A request for which {@code element} is null if it is a receive; {@code mapping} gives the outcome or throws. */
    ChannelRequest(Object channel, @Nullable Object element, Function<Object, ? extends @Nullable R> mapping) {
        this.channel = channel;
        this.offer = new Offer(element, this);
        this.mapping = mapping;
    }

    CompletableFuture<R> future() {
        return future;
    }

    /** The offer of a request that has to wait, to be put into a cell. */
    Offer entering() {
        record = WaitRecord.begin(channel);
        return offer;
    }

    private void recorded(boolean served) {
        WaitRecord kept = record;
        if (kept != null) {
            record = null;
            kept.endOfFuture(channel, served);
        }
    }

    /** Completes the future of a request that did not have to wait. */
    CompletableFuture<R> answered(Object outcome) {
        complete(outcome);
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
        if (!offer.abort()) {
            return false;
        }
        recorded(false);
        return true;
    }

    @Override
    public void run() {
        Object outcome = offer.outcome();
        assert outcome != null;
        recorded(true);
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
