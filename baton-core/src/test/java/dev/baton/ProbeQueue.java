package dev.baton;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

/** Queue without a synchronizer around it: a test decides what aborts answer and sees every callback. */
final class ProbeQueue extends CancellableQueueSynchronizer<Integer> {
    final AtomicInteger cancellations = new AtomicInteger();
    final List<Integer> refused = Collections.synchronizedList(new ArrayList<>());
    /** What the next aborts do and answer: true to be skipped, false to refuse. */
    volatile BooleanSupplier handler = () -> true;

    ProbeQueue(QueueMode mode, int segmentSize) {
        this(mode, new Tuning(segmentSize, 4));
    }

    ProbeQueue(QueueMode mode, Tuning tuning) {
        super(mode.resumption, mode.cancellation, tuning);
    }

    /** Adds a request that is certain to wait or to be served. */
    CompletableFuture<Integer> enqueue() {
        FutureWaiter<Integer, Integer> waiter = new FutureWaiter<>(value -> value);
        if (!suspend(waiter)) {
            throw new AssertionError("the request met a broken cell");
        }
        return waiter.future();
    }

    @Override
    protected boolean onCancellation() {
        cancellations.incrementAndGet();
        return handler.getAsBoolean();
    }

    @Override
    protected void onRefused(Integer value) {
        refused.add(value);
    }
}
