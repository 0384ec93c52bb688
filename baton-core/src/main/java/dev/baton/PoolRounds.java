package dev.baton;

import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Rounds of a pool's maintenance on a scheduler. They end with the pool, also if it is dropped without being closed.
 */
final class PoolRounds<E> implements Runnable {
    private final WeakReference<BlockingPool<E>> pool;

    private PoolRounds(BlockingPool<E> pool) {
        this.pool = new WeakReference<>(pool);
    }

    static <E> Future<?> start(BlockingPool<E> pool, ScheduledExecutorService scheduler, Duration period) {
        return scheduler.scheduleWithFixedDelay(new PoolRounds<>(pool), 0L, TimeUnit.NANOSECONDS.convert(period),
                TimeUnit.NANOSECONDS);
    }

    @Override
    public void run() {
        BlockingPool<E> kept = pool.get();
        if (kept == null) {
            throw new IllegalStateException("the pool is gone"); // which ends the rounds
        }
        try {
            kept.maintain();
        } catch (Throwable failure) {
            kept.elements().reports().maintenanceFailed(failure);
        }
    }
}
