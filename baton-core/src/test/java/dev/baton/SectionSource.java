package dev.baton;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/** One thing to have at a time, with sections that run on executors: what tests of such sections need of it. */
abstract class SectionSource {
    /** All that have sections on executors. */
    enum Kind {
        FAIR_SEMAPHORE(() -> new OfSemaphore(true)), BARGING_SEMAPHORE(() -> new OfSemaphore(false)), MUTEX(
                () -> new OfMutex(HandOff.DISPATCH)), INLINE_MUTEX(
                        () -> new OfMutex(HandOff.INLINE)), COMBINE_MUTEX(
                                () -> new OfMutex(HandOff.COMBINE)), QUEUE_POOL(
                                        () -> new OfPool(BlockingPool.Order.QUEUE)), STACK_POOL(
                                                () -> new OfPool(BlockingPool.Order.STACK));

        private final Supplier<SectionSource> factory;

        Kind(Supplier<SectionSource> factory) {
            this.factory = factory;
        }

        SectionSource create() {
            return factory.get();
        }
    }

    /** Takes the one thing; what is returned gives it back. */
    abstract Runnable hold();

    abstract <R> CompletableFuture<R> run(Callable<R> section, Executor executor);

    /** Whether the thing is there, exactly once. */
    final void mustBeWhole() {
        Runnable held = tryHold();
        assertThat(held).as("the permit, lock or element came back").isNotNull();
        assertThat(tryHold()).as("once").isNull();
        held.run();
    }

    abstract Runnable tryHold();

    private static final class OfSemaphore extends SectionSource {
        private final Semaphore semaphore;

        OfSemaphore(boolean fair) {
            semaphore = new Semaphore(1, fair, Integer.MAX_VALUE, new Tuning(2, 0));
        }

        @Override
        Runnable hold() {
            semaphore.acquireUninterruptibly();
            return semaphore::release;
        }

        @Override
        Runnable tryHold() {
            return semaphore.tryAcquire() ? semaphore::release : null;
        }

        @Override
        <R> CompletableFuture<R> run(Callable<R> section, Executor executor) {
            return semaphore.withPermitAsync(section, executor);
        }
    }

    private static final class OfMutex extends SectionSource {
        private final Mutex mutex;

        OfMutex(HandOff handOff) {
            mutex = new Mutex(handOff, new Tuning(2, 0));
        }

        @Override
        Runnable hold() {
            mutex.lock();
            return mutex::unlock;
        }

        @Override
        Runnable tryHold() {
            return mutex.tryLock() ? mutex::unlock : null;
        }

        @Override
        <R> CompletableFuture<R> run(Callable<R> section, Executor executor) {
            return mutex.withLockAsync(section, executor);
        }
    }

    private static final class OfPool extends SectionSource {
        private final BlockingPool<Object> pool;

        OfPool(BlockingPool.Order order) {
            pool = BlockingPool.builder(1, Object::new).order(order).executor(Runnable::run).tuning(new Tuning(2, 0))
                    .build();
        }

        @Override
        Runnable hold() {
            return pool.takeUninterruptibly()::close;
        }

        @Override
        Runnable tryHold() {
            Lease<Object> lease = pool.tryTake();
            return lease == null ? null : lease::close;
        }

        @Override
        <R> CompletableFuture<R> run(Callable<R> section, Executor executor) {
            return pool.withLeaseAsync(element -> section.call(), executor);
        }
    }
}
