package dev.baton;

import dev.baton.internal.transfer.DualList;
import dev.baton.internal.transfer.TransferListener;
import dev.baton.internal.transfer.TransferNode;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** An asynchronous put or take of a synchronous queue. */
final class TransferRequest<T> implements TransferListener, RequestFuture.Abortable, Runnable {
    /*
     * Overview
     *   The node decides (TransferNode, one CAS); this object tells the future. Two threads may tell of a match: the
     *   counterpart that made it, and an outsider whose completion came too late. Both write the same value.
     *
     * Abort
     *   The thread that completes the future from outside cancels the node first. If it loses, the future is complete
     *   with the answer when its call returns.
     *
     * Memory modes
     *   field  read   write  why that is enough
     *   node   plain  plain  attached before node and future are published. A thread that reads the null of another
     *                        that has answered finds the future complete by its own compare-and-set. Proof:
     *                        SynchronousQueue
     *
     * Retention
     *   The node is dropped with the outcome: a future that somebody keeps holds no nodes behind its own.
     */
    private final DualList list;
    private final RequestFuture<T> future = new RequestFuture<>(this);
    private @Nullable TransferNode node;

    TransferRequest(DualList list) {
        this.list = list;
    }

    /** Offers {@code element} to the other side, or asks for one if it is null: the request itself. */
    CompletableFuture<T> start(@Nullable Object element) {
        Object outcome = list.exchange(element, false, this);
        if (outcome != null && !(outcome instanceof TransferNode)) {
            future.serve(valueOf(element != null, outcome));
        }
        return future;
    }

    @Override
    public void attach(TransferNode request) {
        node = request;
    }

    @Override
    public void answered() {
        CompletionDepth.run(this, future.defaultExecutor());
    }

    /** Completes the future with the request's answer, if it has one. */
    @Override
    public void run() {
        TransferNode request = node;
        Object answer = request == null ? null : request.answer();
        if (request != null && answer != null) {
            future.serve(valueOf(request.data, answer));
            request.forget();
            request.clearWaiter();
            node = null;
        }
    }

    /** Whether the request is answered, which may be so a moment before the counterpart completes the future. */
    boolean isAnswered() {
        run();
        return future.isDone() && !future.isCompletedExceptionally();
    }

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals", "NullAway"})
    private static <V> V valueOf(boolean put, Object answer) {
        return put ? (V) null : (V) answer;
    }

    @Override
    public boolean abortFromOutside() {
        TransferNode request = node;
        if (request == null) {
            return true; // decided: the future's own compare-and-set tells by whom
        }
        if (request.tryCancel()) {
            request.clearWaiter();
            list.unlink(request);
            node = null;
            return true;
        }
        run();
        return false;
    }
}
