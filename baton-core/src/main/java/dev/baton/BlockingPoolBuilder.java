package dev.baton;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

import org.jspecify.annotations.Nullable;

/**
 * Description of a {@link BlockingPool} to build.
 *
 * @param <E> the elements
 */
public final class BlockingPoolBuilder<E> {
    final int capacity;
    final BlockingPool.Factory<? extends E> factory;
    BlockingPool.Order order = BlockingPool.Order.STACK;
    BlockingPool.@Nullable Validator<? super E> validator;
    BlockingPool.Closer<? super E> closer = BlockingPoolBuilder::closeIfCloseable;
    Consumer<? super Throwable> closeFailure = failure -> {};
    @Nullable
    PoolListener<? super E> listener;
    Executor executor = CompletionDepth.ASIDE;
    PoolCare care = PoolCare.NONE;
    @Nullable
    ScheduledExecutorService housekeeper;
    Duration period = Duration.ofSeconds(30);
    LongSupplier clock = System::nanoTime;
    Tuning tuning = Tuning.DEFAULT;

    BlockingPoolBuilder(int capacity, BlockingPool.Factory<? extends E> factory) {
        if (capacity <= 0) {
            throw new IllegalArgumentException("capacity must be positive: " + capacity);
        }
        this.capacity = capacity;
        this.factory = Objects.requireNonNull(factory, "factory");
    }

    /**
     * Which element a take prefers; {@link BlockingPool.Order#STACK} unless told.
     *
     * @param order which element comes first
     * @return this builder
     */
    public BlockingPoolBuilder<E> order(BlockingPool.Order order) {
        this.order = Objects.requireNonNull(order, "order");
        return this;
    }

    /**
     * How to tell whether an element may still be used; not checked unless told.
     *
     * @param validator the test
     * @return this builder
     */
    public BlockingPoolBuilder<E> validator(BlockingPool.Validator<? super E> validator) {
        this.validator = Objects.requireNonNull(validator, "validator");
        return this;
    }

    /**
     * How to close an element; unless told, an {@link AutoCloseable} element is closed by its own method.
     *
     * @param closer how to close one
     * @return this builder
     */
    public BlockingPoolBuilder<E> closer(BlockingPool.Closer<? super E> closer) {
        this.closer = Objects.requireNonNull(closer, "closer");
        return this;
    }

    /**
     * The listener that is told when an element could not be closed. It is given up all the same, and the operation that closed
     * it goes on. Ignored unless told.
     *
     * @param listener what is told
     * @return this builder
     */
    public BlockingPoolBuilder<E> onCloseFailure(Consumer<? super Throwable> listener) {
        this.closeFailure = Objects.requireNonNull(listener, "listener");
        return this;
    }

    /**
     * Where {@link BlockingPool#takeAsync} checks and creates elements; a new virtual thread unless told.
     *
     * @param executor where elements are checked and created
     * @return this builder
     */
    public BlockingPoolBuilder<E> executor(Executor executor) {
        this.executor = Objects.requireNonNull(executor, "executor");
        return this;
    }

    /**
     * The listener that is told of elements created and closed, of failures, and of leaks; none unless told.
     *
     * @param listener what is told
     * @return this builder
     */
    public BlockingPoolBuilder<E> listener(PoolListener<? super E> listener) {
        this.listener = Objects.requireNonNull(listener, "listener");
        return this;
    }

    /**
     * The longest that an element is used; without limit unless told. An element whose time is over is closed and replaced
     * by the take that finds it, or closed by {@link BlockingPool#maintain}. A lease is never cut short.
     *
     * @param lifetime from an element's creation on
     * @return this builder
     * @throws IllegalArgumentException if the time is not positive
     */
    public BlockingPoolBuilder<E> maximumLifetime(Duration lifetime) {
        care = care.withLifetime(lifetime);
        return this;
    }

    /**
     * The longest that an element may be idle; without limit unless told. {@link BlockingPool#maintain} closes elements that
     * are idle for longer, down to the minimum that is to be idle.
     *
     * @param time from an element's last use on
     * @return this builder
     * @throws IllegalArgumentException if the time is not positive
     */
    public BlockingPoolBuilder<E> maximumIdleTime(Duration time) {
        care = care.withIdleTime(time);
        return this;
    }

    /**
     * How many elements {@link BlockingPool#maintain} keeps idle, as far as the capacity allows; 0 unless told.
     *
     * @param count so many
     * @return this builder
     * @throws IllegalArgumentException if the number is negative or larger than the capacity
     */
    public BlockingPoolBuilder<E> minimumIdle(int count) {
        if (count < 0 || count > capacity) {
            throw new IllegalArgumentException("minimum idle must be from 0 to the capacity: " + count);
        }
        care = care.withMinimumIdle(count);
        return this;
    }

    /**
     * How long an element may be idle without a check; no checks of idle elements unless told. {@link BlockingPool#maintain}
     * gives it to the validator then, so that the other side does not drop it, and a broken one is found before a take.
     *
     * @param time from an element's last use or check on
     * @return this builder
     * @throws IllegalArgumentException if the time is not positive
     */
    public BlockingPoolBuilder<E> keepAlive(Duration time) {
        care = care.withKeepAlive(time);
        return this;
    }

    /**
     * The share of its lifetime, idle time and keep-alive time by which an element may be ahead, so that elements created
     * together do not end together; 0.1 unless told. Each element has a share of its own, from 0 to this.
     *
     * @param share from 0 to 1
     * @return this builder
     * @throws IllegalArgumentException if it is not
     */
    public BlockingPoolBuilder<E> jitter(double share) {
        if (!(share >= 0.0 && share <= 1.0)) {
            throw new IllegalArgumentException("jitter must be from 0 to 1: " + share);
        }
        care = care.withJitter(share);
        return this;
    }

    /**
     * After which time a lease that has not ended counts as leaked; leaks are not looked for unless told. The listener is
     * told of it once, with the borrower's thread and stack: by {@link BlockingPool#maintain}, and by a timed take that
     * gets nothing. Costs a walk of the stack for each lease.
     *
     * @param time from the begin of a lease on
     * @return this builder
     * @throws IllegalArgumentException if the time is not positive
     */
    public BlockingPoolBuilder<E> leaksAfter(Duration time) {
        care = care.withLeakAfter(time);
        return this;
    }

    /**
     * Where {@link BlockingPool#maintain} is called from time to time, until the pool is closed. The pool starts no thread
     * of its own: unless told, the program calls it.
     *
     * @param scheduler runs the rounds; the first at once. It is not shut down
     * @param period the time from one round to the next
     * @return this builder
     * @throws IllegalArgumentException if the time is not positive
     */
    public BlockingPoolBuilder<E> housekeeper(ScheduledExecutorService scheduler, Duration period) {
        if (!period.isPositive()) {
            throw new IllegalArgumentException("the time must be positive: " + period);
        }
        this.housekeeper = Objects.requireNonNull(scheduler, "scheduler");
        this.period = period;
        return this;
    }

    BlockingPoolBuilder<E> clock(LongSupplier nanos) {
        this.clock = nanos;
        return this;
    }

    BlockingPoolBuilder<E> tuning(Tuning tuning) {
        this.tuning = tuning;
        return this;
    }

    /**
     * Builds the pool; creates no elements yet, unless a housekeeper is to.
     *
     * @return the pool
     */
    public BlockingPool<E> build() {
        BlockingPool<E> pool = new BlockingPool<>(this);
        if (housekeeper != null) {
            pool.keptBy(PoolRounds.start(pool, housekeeper, period));
        }
        return pool;
    }

    private static void closeIfCloseable(Object element) throws Exception {
        if (element instanceof AutoCloseable closeable) {
            closeable.close();
        }
    }
}
