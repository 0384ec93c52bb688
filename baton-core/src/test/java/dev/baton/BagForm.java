package dev.baton;

import dev.baton.internal.store.QueueStore;
import dev.baton.internal.store.StackStore;
import dev.baton.internal.store.Store;

/** The bags under test: both forms, with short and long segments. */
enum BagForm {
    QUEUE_1(1), QUEUE_2(2), QUEUE_32(32), STACK_1(1), STACK_2(2), STACK_32(32);

    final Tuning tuning;

    BagForm(int segmentSize) {
        this.tuning = new Tuning(segmentSize, 16);
    }

    boolean isQueue() {
        return name().startsWith("QUEUE");
    }

    BlockingPool.Order order() {
        return isQueue() ? BlockingPool.Order.QUEUE : BlockingPool.Order.STACK;
    }

    <E> Store<E> store() {
        return isQueue() ? new QueueStore<>(tuning.segmentSize()) : new StackStore<>();
    }

    <E> Bag<E> bag() {
        return new Bag<>(store(), tuning);
    }
}
