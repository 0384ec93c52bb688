package dev.baton;

import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The future of an asynchronous put or take. Whoever completes it from outside, in whatever way, must first win
 * the request itself; so the request is either aborted or answered, never both.
 */
final class TransferFuture<T> extends CompletableFuture<T> {
    /*
     * Overview. The node decides (TransferNode, one CAS); this object only tells. Two parties may tell of a
     * match, the counterpart that made it and an outsider whose completion came too late; both write the same
     * value. `node` is dropped once the future is complete, so that a future that somebody keeps for long does
     * not hold the nodes that were linked behind its own.
     *
     * Memory modes. `node` is plain: it is attached before the node and this future are published, and whoever reads the
     * null of one who drops it finds the future complete by its own compare-and-set. Proof: SynchronousQueue.
     *
     * Differs from a plain CompletableFuture in: complete, completeExceptionally, cancel and both obtrude
     * methods abort the request first; orTimeout and completeOnTimeout end in the first two; completeAsync
     * bypasses them in the superclass and is therefore rewritten here.
     *
     * Recursion. A dependent action may answer the next request, whose future has a dependent action, and so
     * on: CompletionDepth bounds how many of them nest on one stack.
     */

    private final DualList list;
    private @Nullable TransferNode node;

    TransferFuture(DualList list) {
        this.list = list;
    }

    /** Makes {@code element} known to the other side or waits for it: the request itself. */
    TransferFuture<T> start(@Nullable Object element) {
        Object outcome = list.exchange(element, false, this);
        if (outcome != null && !(outcome instanceof TransferNode)) {
            super.complete(valueOf(element != null, outcome));
        }
        return this;
    }

    /** Called with the node before it is published. */
    void attach(TransferNode request) {
        node = request;
    }

    /** Tells of a match. */
    void settle() {
        CompletionDepth.run(this::tell, defaultExecutor());
    }

    /** Completes this future with the request's answer, if it has one. */
    private void tell() {
        TransferNode request = node;
        Object answer = request == null ? null : request.answer();
        if (request != null && answer != null) {
            super.complete(valueOf(request.data, answer));
            request.forget();
            request.clearWaiter();
            node = null;
        }
    }

    /**
     * Follow-up of the request, as the paper has it: looks whether the request is answered, which may be so a
     * moment before the counterpart has completed this future.
     */
    boolean isAnswered() {
        tell();
        return isDone() && !isCompletedExceptionally();
    }

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals", "NullAway"})
    private static <V> V valueOf(boolean put, Object answer) {
        return put ? (V) null : (V) answer;
    }

    /**
     * Aborts the request, so that an outsider may complete this future.
     *
     * @return false if the request was answered before; this future is then complete with the answer
     */
    private boolean abort() {
        TransferNode request = node;
        if (request == null) {
            return true;
        }
        if (request.tryCancel()) {
            request.clearWaiter();
            list.unlink(request);
        }
        tell();
        return !isDone();
    }

    /** Drops what this future no longer needs once an outsider has completed it. */
    private boolean dropped(boolean changed) {
        node = null;
        return changed;
    }

    @Override
    public boolean complete(T value) {
        return abort() && dropped(super.complete(value));
    }

    @Override
    public boolean completeExceptionally(Throwable failure) {
        Objects.requireNonNull(failure);
        return abort() && dropped(super.completeExceptionally(failure));
    }

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
        return abort() ? dropped(super.cancel(mayInterruptIfRunning)) : isCancelled();
    }

    @Override
    public void obtrudeValue(T value) {
        abort();
        super.obtrudeValue(value);
        node = null;
    }

    @Override
    public void obtrudeException(Throwable failure) {
        Objects.requireNonNull(failure);
        abort();
        super.obtrudeException(failure);
        node = null;
    }

    @Override
    public CompletableFuture<T> completeAsync(Supplier<? extends T> supplier, Executor executor) {
        Objects.requireNonNull(supplier);
        executor.execute(() -> {
            if (!isDone()) {
                try {
                    complete(supplier.get());
                } catch (Throwable failure) {
                    completeExceptionally(failure);
                }
            }
        });
        return this;
    }

    @Override
    public CompletableFuture<T> completeAsync(Supplier<? extends T> supplier) {
        return completeAsync(supplier, defaultExecutor());
    }
}
