package dev.baton;

import dev.baton.internal.access.CoreAccess;
import dev.baton.internal.access.OpenExecutor;
import dev.baton.internal.access.OpenQueue;
import dev.baton.internal.line.Segment;
import dev.baton.internal.park.ParkLoop;
import dev.baton.internal.store.QueueStore;
import dev.baton.internal.store.StackStore;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.RunnableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** What the proof needs of this package. Nothing in the library refers to it: {@link CoreAccess} finds it by its name. */
final class ProofAccess extends CoreAccess {
    ProofAccess() {}

    private static Tuning tuning(int segmentSize) {
        return new Tuning(segmentSize, 0);
    }

    @Override
    public Semaphore semaphore(int permits, boolean fair, int segmentSize) {
        return new Semaphore(permits, fair, Integer.MAX_VALUE, tuning(segmentSize));
    }

    @Override
    public Semaphore bargingSemaphore(int permits, int segmentSize, int bypasses) {
        return new Semaphore(permits, false, Integer.MAX_VALUE, new Tuning(segmentSize, 0, bypasses));
    }

    @Override
    public Mutex mutex(HandOff handOff, int segmentSize) {
        return new Mutex(handOff, tuning(segmentSize));
    }

    @Override
    public ReentrantLock reentrantLock(boolean fair, int segmentSize) {
        return new ReentrantLock(fair, tuning(segmentSize));
    }

    @Override
    public ReentrantReadWriteLock readWriteLock(boolean fair, int segmentSize) {
        return new ReentrantReadWriteLock(fair, tuning(segmentSize));
    }

    @Override
    public CountDownLatch countDownLatch(int count, int segmentSize) {
        return new CountDownLatch(count, tuning(segmentSize));
    }

    @Override
    public Barrier barrier(int parties, int segmentSize) {
        return new Barrier(parties, tuning(segmentSize));
    }

    @Override
    public CyclicBarrier cyclicBarrier(int parties, @Nullable Runnable action, ReentrantLock lock) {
        return new CyclicBarrier(parties, action, lock);
    }

    @Override
    public <E> SynchronousQueue<E> synchronousQueue(boolean fair) {
        return new SynchronousQueue<>(fair, 0);
    }

    @Override
    public <E> Bag<E> bag(boolean stack, int segmentSize) {
        return new Bag<>(stack ? new StackStore<>() : new QueueStore<>(segmentSize), tuning(segmentSize));
    }

    @Override
    public <E> Channel<E> channel(int capacity, boolean conflated, int segmentSize) {
        return unlisted(new Channel<>("", capacity, conflated, segmentSize, 0));
    }

    @Override
    public <E> Channel<E> unlimitedChannel(int segmentSize) {
        return unlisted(new Channel<>("", ChannelRoom.UNLIMITED, false, segmentSize, 0));
    }

    /** As if a request had waited in it before: that it is listed then is proved of locks. */
    private static <E> Channel<E> unlisted(Channel<E> channel) {
        channel.cells.list(null);
        return channel;
    }

    @Override
    public Event autoResetEvent(int segmentSize) {
        return new AutoResetEvent(new Channel<>("", 1, true, segmentSize, 0));
    }

    @Override
    public <K> KeyedLock<K> keyedLock(int segmentSize) {
        return new KeyedLock<>(2, tuning(segmentSize));
    }

    @Override
    public RateLimiter rateLimiter(int permits, Duration period, int burst, RateLimiter.Clock clock, int segmentSize) {
        return new RateLimiter(permits, period, burst, clock, tuning(segmentSize));
    }

    @Override
    public <K> KeyedSemaphore<K> keyedSemaphore(int permits, int segmentSize) {
        return new KeyedSemaphore<>(permits, 2, tuning(segmentSize));
    }

    @Override
    public OpenExecutor open(BoundedExecutor executor) {
        return new Monitor(executor);
    }

    @Override
    public <E> BlockingPoolBuilder<E> timed(BlockingPoolBuilder<E> builder, LongSupplier clock) {
        return builder.clock(clock);
    }

    @Override
    public <E> BlockingPoolBuilder<E> tuned(BlockingPoolBuilder<E> builder, int segmentSize) {
        return builder.tuning(tuning(segmentSize));
    }

    @Override
    public <T> OpenQueue<T> queue(CancellableQueueSynchronizer.Resumption resumption,
            CancellableQueueSynchronizer.Cancellation cancellation, int segmentSize, BooleanSupplier onCancellation,
            Consumer<T> onRefused) {
        return new TunedQueue<>(resumption, cancellation, tuning(segmentSize), onCancellation, onRefused);
    }

    @Override
    public <T> OpenQueue<T> announcedQueue() {
        return new AnnouncedQueue<>();
    }

    @Override
    public void makeLine(Object primitive) {
        if (primitive instanceof Channel<?> channel) {
            channel.cells.lineOrNew();
        } else {
            queueOf(primitive).lineOrNew();
        }
    }

    @Override
    public void serve(Semaphore semaphore) {
        semaphore.queue().serve();
    }

    @Override
    public void reducePermits(Semaphore semaphore, int reduction) {
        semaphore.reducePermits(reduction);
    }

    @Override
    public Segment firstSegment(Object primitive) {
        return queueOf(primitive).leftmostSegment();
    }

    @Override
    public boolean isCancelled(@Nullable Object content) {
        return content == WaitQueue.Mark.CANCELLED;
    }

    @Override
    public boolean isServedExactly(CountDownLatch latch) {
        return latch.queue().serviceIndexVolatile() == latch.queue().entryIndexVolatile();
    }

    @Override
    public int offers(Channel<?> channel) {
        return channel.cells.offers();
    }

    @Override
    public int nodes(SynchronousQueue<?> queue) {
        return queue.nodes();
    }

    private static WaitQueue queueOf(Object primitive) {
        if (primitive instanceof Semaphore semaphore) {
            return semaphore.queue();
        }
        if (primitive instanceof Mutex mutex) {
            return mutex.queue();
        }
        if (primitive instanceof ReentrantLock lock) {
            return lock.queue();
        }
        return ((ReentrantReadWriteLock) primitive).queue();
    }

    private static final class TunedQueue<T> extends CancellableQueueSynchronizer<T> implements OpenQueue<T> {
        private final BooleanSupplier whenCancelled;
        private final Consumer<T> whenRefused;

        TunedQueue(Resumption resumption, Cancellation cancellation, Tuning tuning, BooleanSupplier whenCancelled,
                Consumer<T> whenRefused) {
            super(resumption, cancellation, tuning);
            this.whenCancelled = whenCancelled;
            this.whenRefused = whenRefused;
        }

        @Override
        public boolean add(Waiter<T> waiter) {
            return suspend(waiter);
        }

        @Override
        public boolean serve(T value) {
            return resume(value);
        }

        @Override
        public Segment firstSegment() {
            return leftmostSegment();
        }

        @Override
        protected boolean onCancellation() {
            return whenCancelled.getAsBoolean();
        }

        @Override
        protected void onRefused(T value) {
            whenRefused.accept(value);
        }
    }

    private static final class AnnouncedQueue<T> extends WaitQueue implements OpenQueue<T> {
        AnnouncedQueue() {
            super(ProofAccess.tuning(1));
        }

        @Override
        ParkLoop<ThreadWaiter<?>> parkLoop() {
            return AnnouncedWait.LOOP;
        }

        @Override
        boolean abort(Waiter<?> waiter) {
            return cas(waiter, Mark.CANCELLED);
        }

        private boolean cas(@Nullable Object expected, Object replacement) {
            return firstSegment().casCell(0, expected, replacement);
        }

        @Override
        public Segment firstSegment() {
            return leftmostSegment();
        }

        @Override
        public boolean add(Waiter<T> waiter) {
            lineOrNew().claimCell(waiter, this);
            return cas(null, waiter);
        }

        @Override
        public boolean serve(T value) {
            if (cas(null, Mark.RESUMED)) {
                return true;
            }
            if (!(firstSegment().cellVolatile(0) instanceof ThreadWaiter<?> waiter)) {
                return false;
            }
            setValue(waiter, value);
            if (!cas(waiter, Mark.RESUMED)) {
                return false;
            }
            if (waiter.maySleep()) {
                LockSupport.unpark(waiter.thread());
            }
            return true;
        }

        @SuppressWarnings("unchecked") // only such waiters enter this queue
        private void setValue(ThreadWaiter<?> waiter, T value) {
            ((ThreadWaiter<T>) waiter).setValue(value);
        }
    }

    private record Monitor(BoundedExecutor executor) implements OpenExecutor {
        @Override
        public <V> RunnableFuture<V> task(Callable<V> body) {
            return new BoundedTask<>(executor, body);
        }

        @Override
        public boolean takesSlot(RunnableFuture<?> task) {
            return executor.queue().place((BoundedTask<?>) task) == BoundedQueue.Place.SLOT;
        }

        @Override
        public boolean leavesSlot(RunnableFuture<?> task) {
            return executor.queue().leavesSlot((BoundedTask<?>) task);
        }

        @Override
        public boolean withdraws(RunnableFuture<?> task) {
            return executor.queue().withdraws((BoundedTask<?>) task);
        }

        @Override
        public boolean begins(RunnableFuture<?> task) {
            return executor.queue().begins((BoundedTask<?>) task, BoundedTask.Phase.STARTING);
        }

        @Override
        public void runInSlot(RunnableFuture<?> task) {
            ((BoundedTask<?>) task).runInSlot();
        }

        @Override
        public boolean isRunning(RunnableFuture<?> task) {
            return ((BoundedTask<?>) task).phase == BoundedTask.Phase.RUNNING;
        }

        @Override
        public boolean holdsSlot(RunnableFuture<?> task) {
            return ((BoundedTask<?>) task).holdsSlot;
        }

        @Override
        public @Nullable RunnableFuture<?> successor(RunnableFuture<?> task) {
            return ((BoundedTask<?>) task).successor;
        }

        @Override
        public int slots() {
            return executor.queue().slots();
        }
    }
}
