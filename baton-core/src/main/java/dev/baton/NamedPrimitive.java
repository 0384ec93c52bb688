package dev.baton;

import dev.baton.internal.park.NamedWaits;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * A primitive that has a name, and what is counted of the waits for it: of threads that parked and of futures, since
 * it has its name. Does not keep the primitive from being collected.
 */
public final class NamedPrimitive {
    private final NamedWaits waits;
    private final WeakReference<Object> primitive;
    private final String type;

    NamedPrimitive(NamedWaits waits, Object primitive) {
        this.waits = waits;
        this.primitive = new WeakReference<>(primitive);
        this.type = primitive.getClass().getSimpleName();
    }

    /** {@return the name} */
    public String getName() {
        return waits.name();
    }

    /** {@return the simple name of the primitive's class} */
    public String getType() {
        return type;
    }

    /** {@return the identity hash code that dumps and events show} */
    public int getIdentity() {
        return waits.identity();
    }

    /** {@return the primitive, or null if it is not in use any more} */
    public @Nullable Object get() {
        return primitive.get();
    }

    /** {@return the number of requests that wait now; 0 if the primitive is gone or does not say} */
    public int getWaiting() {
        return switch (primitive.get()) {
            case Semaphore semaphore -> semaphore.getQueueLength();
            case Mutex mutex -> mutex.getQueueLength();
            case ReentrantLock lock -> lock.getQueueLength();
            case ReentrantReadWriteLock lock -> lock.getQueueLength();
            case BlockingPool<?> pool -> pool.getQueueLength();
            case Bag<?> bag -> bag.getQueueLength();
            case RateLimiter limiter -> limiter.getQueueLength();
            case BoundedExecutor executor -> executor.getQueueLength();
            case Channel<?> channel -> channel.getSendQueueLength() + channel.getReceiveQueueLength();
            case null, default -> 0;
        };
    }

    /** {@return the number of waits that were served} */
    public long getServed() {
        return waits.served();
    }

    /** {@return the number of waits that ran out of time} */
    public long getTimedOut() {
        return waits.timedOut();
    }

    /** {@return the number of waits that an interrupt, a cancel or another completion from outside ended} */
    public long getAborted() {
        return waits.aborted();
    }

    /** {@return the time of all waits together, however they ended} */
    public Duration getTotalWait() {
        return Duration.ofNanos(waits.nanos());
    }

    /**
     * Waits of a length.
     *
     * @param under the length that they did not reach
     * @param count how many of them were longer than those of the bucket before
     */
    public record Bucket(Duration under, long count) {}

    /** {@return the waits by their length, shortest first; each bucket ends at twice the end of the one before} */
    public List<Bucket> getHistogram() {
        List<Bucket> buckets = new ArrayList<>(NamedWaits.BUCKETS);
        for (int i = 0; i < NamedWaits.BUCKETS; i++) {
            buckets.add(new Bucket(Duration.ofNanos(NamedWaits.bucketEnd(i)), waits.bucket(i)));
        }
        return buckets;
    }

    @Override
    public String toString() {
        return type + " \"" + getName() + "\"[Waiting = " + getWaiting() + ", Served = " + getServed()
                + ", Timed out = " + getTimedOut() + ", Aborted = " + getAborted() + "]";
    }
}
