package dev.baton;

import dev.baton.CancellableQueueSynchronizer.Cancellation;
import dev.baton.CancellableQueueSynchronizer.Resumption;

/** The four combinations of what a resume and an abort may mean. */
enum QueueMode {
    SYNC_SIMPLE(Resumption.SYNC, Cancellation.SIMPLE), SYNC_SMART(Resumption.SYNC, Cancellation.SMART), ASYNC_SIMPLE(
            Resumption.ASYNC,
            Cancellation.SIMPLE), ASYNC_SMART(Resumption.ASYNC, Cancellation.SMART);

    final Resumption resumption;
    final Cancellation cancellation;

    QueueMode(Resumption resumption, Cancellation cancellation) {
        this.resumption = resumption;
        this.cancellation = cancellation;
    }

    boolean isSync() {
        return resumption == Resumption.SYNC;
    }

    boolean isSmart() {
        return cancellation == Cancellation.SMART;
    }
}
