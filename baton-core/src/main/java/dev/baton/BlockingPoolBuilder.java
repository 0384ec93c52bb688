package dev.baton;

import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

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
    Executor executor = CompletionDepth.ASIDE;
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
     * How to close an element; unless told, one that is {@link AutoCloseable} is closed so.
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

    BlockingPoolBuilder<E> tuning(Tuning tuning) {
        this.tuning = tuning;
        return this;
    }

    /**
     * Builds the pool; creates no elements yet.
     *
     * @return the pool
     */
    public BlockingPool<E> build() {
        return new BlockingPool<>(this);
    }

    private static void closeIfCloseable(Object element) throws Exception {
        if (element instanceof AutoCloseable closeable) {
            closeable.close();
        }
    }
}
