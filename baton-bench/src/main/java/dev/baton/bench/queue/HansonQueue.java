package dev.baton.bench.queue;

import java.util.Objects;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/**
 * Hanson's synchronous queue, from the paper's description: one slot and three semaphores, which let one producer in,
 * tell a consumer that the slot is full, and tell the producer that it was emptied.
 */
final class HansonQueue implements HandOff {
    private final Semaphore mayFill = new Semaphore(1);
    private final Semaphore filled = new Semaphore(0);
    private final Semaphore emptied = new Semaphore(0);
    private @Nullable Integer slot;

    @Override
    public void put(Integer element) throws InterruptedException {
        mayFill.acquire();
        slot = element;
        filled.release();
        emptied.acquireUninterruptibly();
    }

    @Override
    public Integer take() throws InterruptedException {
        filled.acquire();
        Integer element = Objects.requireNonNull(slot);
        emptied.release();
        mayFill.release();
        return element;
    }
}
