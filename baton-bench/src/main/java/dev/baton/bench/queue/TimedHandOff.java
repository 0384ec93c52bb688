package dev.baton.bench.queue;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A hand-off with limited patience. */
interface TimedHandOff {
    boolean offer(Integer element, long nanos) throws InterruptedException;

    @Nullable
    Integer poll(long nanos) throws InterruptedException;

    static TimedHandOff of(BlockingQueue<Integer> queue) {
        return new TimedHandOff() {
            @Override
            public boolean offer(Integer element, long nanos) throws InterruptedException {
                return queue.offer(element, nanos, TimeUnit.NANOSECONDS);
            }

            @Override
            public @Nullable Integer poll(long nanos) throws InterruptedException {
                return queue.poll(nanos, TimeUnit.NANOSECONDS);
            }
        };
    }
}
