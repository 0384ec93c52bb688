package dev.baton.internal.access;

import dev.baton.Bag;
import dev.baton.Barrier;
import dev.baton.BlockingPoolBuilder;
import dev.baton.BoundedExecutor;
import dev.baton.CancellableQueueSynchronizer.Cancellation;
import dev.baton.CancellableQueueSynchronizer.Resumption;
import dev.baton.Channel;
import dev.baton.CountDownLatch;
import dev.baton.CyclicBarrier;
import dev.baton.Event;
import dev.baton.HandOff;
import dev.baton.KeyedLock;
import dev.baton.KeyedSemaphore;
import dev.baton.Mutex;
import dev.baton.RateLimiter;
import dev.baton.ReentrantLock;
import dev.baton.ReentrantReadWriteLock;
import dev.baton.Semaphore;
import dev.baton.SynchronousQueue;
import dev.baton.internal.line.Segment;
import java.lang.reflect.Constructor;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Makes primitives with segments of a chosen size whose threads never spin, and shows the structure of their queues.
 * The library itself never loads this class.
 */
public abstract class CoreAccess {
    /** The one object of this class. */
    public static final CoreAccess CORE = find();

    /** For the class beside the primitives. */
    protected CoreAccess() {}

    /** By its name: a class that is not public cannot be a service. */
    private static CoreAccess find() {
        try {
            Constructor<?> constructor = Class.forName("dev.baton.ProofAccess").getDeclaredConstructor();
            constructor.setAccessible(true);
            return (CoreAccess) constructor.newInstance();
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    public abstract Semaphore semaphore(int permits, boolean fair, int segmentSize);

    /** {@return a semaphore whose head is passed by at most {@code bypasses} times} */
    public abstract Semaphore bargingSemaphore(int permits, int segmentSize, int bypasses);

    public abstract Mutex mutex(HandOff handOff, int segmentSize);

    public abstract ReentrantLock reentrantLock(boolean fair, int segmentSize);

    public abstract ReentrantReadWriteLock readWriteLock(boolean fair, int segmentSize);

    public abstract CountDownLatch countDownLatch(int count, int segmentSize);

    public abstract Barrier barrier(int parties, int segmentSize);

    /** {@return a barrier whose state {@code lock} guards} */
    public abstract CyclicBarrier cyclicBarrier(int parties, @Nullable Runnable action, ReentrantLock lock);

    public abstract <E> SynchronousQueue<E> synchronousQueue(boolean fair);

    public abstract <E> Bag<E> bag(boolean stack, int segmentSize);

    public abstract <E> Channel<E> channel(int capacity, boolean conflated, int segmentSize);

    public abstract <E> Channel<E> unlimitedChannel(int segmentSize);

    public abstract Event autoResetEvent(int segmentSize);

    public abstract RateLimiter rateLimiter(int permits, Duration period, int burst, RateLimiter.Clock clock,
            int segmentSize);

    /** {@return locks of keys that share two bins} */
    public abstract <K> KeyedLock<K> keyedLock(int segmentSize);

    /** {@return semaphores of keys that share two bins} */
    public abstract <K> KeyedSemaphore<K> keyedSemaphore(int permits, int segmentSize);

    /** {@return the monitor under {@code executor}} */
    public abstract OpenExecutor open(BoundedExecutor executor);

    /** {@return {@code builder}, whose pool will have segments of this size} */
    public abstract <E> BlockingPoolBuilder<E> tuned(BlockingPoolBuilder<E> builder, int segmentSize);

    /** {@return {@code builder}, whose pool will read the time there, in nanoseconds} */
    public abstract <E> BlockingPoolBuilder<E> timed(BlockingPoolBuilder<E> builder, LongSupplier clock);

    /** {@return a queue of the framework, with the given hooks of SMART cancellation} */
    public abstract <T> OpenQueue<T> queue(Resumption resumption, Cancellation cancellation, int segmentSize,
            BooleanSupplier onCancellation, Consumer<T> onRefused);

    /** {@return a queue for one request, whose server wakes its thread only if that has announced that it sleeps} */
    public abstract <T> OpenQueue<T> announcedQueue();

    /** Makes the cells in which requests for {@code primitive} will wait; otherwise the first of them does. */
    public abstract void makeLine(Object primitive);

    /** Serves from the head on, as a release does that changes nothing. */
    public abstract void serve(Semaphore semaphore);

    public abstract void reducePermits(Semaphore semaphore, int reduction);

    /** {@return the leftmost segment that the queue of {@code primitive} still refers to} */
    public abstract Segment firstSegment(Object primitive);

    /** {@return whether the content of a cell says that its request has left} */
    public abstract boolean isCancelled(@Nullable Object content);

    /** {@return whether so many requests were resumed as have entered} */
    public abstract boolean isServedExactly(CountDownLatch latch);

    /** {@return how many requests stand in the cells of {@code channel}, decided or not} */
    public abstract int offers(Channel<?> channel);

    /** {@return how many nodes the list of waiting requests has, dead ones with it} */
    public abstract int nodes(SynchronousQueue<?> queue);
}
