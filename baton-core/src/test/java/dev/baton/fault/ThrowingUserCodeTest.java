package dev.baton.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Bag;
import dev.baton.Barrier;
import dev.baton.BlockingPool;
import dev.baton.CountDownLatch;
import dev.baton.CyclicBarrier;
import dev.baton.Lease;
import dev.baton.SynchronousQueue;
import dev.baton.testing.TestThreads;
import dev.baton.testing.ThreadKind;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Code of the user that throws anything, checked exceptions that it must not throw included: nothing is lost. */
class ThrowingUserCodeTest {
    static Stream<Throwable> throwables() {
        return Stream.of(new IllegalStateException("planted"), new Exception("planted"),
                new InterruptedException("planted"), new AssertionError("planted"), new OutOfMemoryError("planted"),
                new StackOverflowError("planted"), new ThreadDeathLike());
    }

    /** Neither an exception nor an error. */
    private static final class ThreadDeathLike extends Throwable {
        private static final long serialVersionUID = 1;
    }

    private static void fail(Throwable thrown) {
        TestThreads.<RuntimeException>throwUnchecked(thrown);
    }

    /** The one slot of the pool can be had, once. */
    private static void mustBeWhole(BlockingPool<String> pool) {
        Thread.interrupted(); // an InterruptedException of the user's code asserts it
        Lease<String> lease = pool.tryTake();
        assertThat(lease).as("the slot is there").isNotNull();
        assertThat(pool.tryTake()).as("once").isNull();
        lease.close();
        assertThat(pool.getSize()).isEqualTo(1);
        assertThat(pool.getIdle()).isEqualTo(1);
    }

    @ParameterizedTest
    @MethodSource("throwables")
    void factory(Throwable thrown) {
        boolean[] works = new boolean[1];
        BlockingPool<String> pool = BlockingPool.builder(1, () -> {
            if (!works[0]) {
                fail(thrown);
            }
            return "a";
        }).executor(Runnable::run).build();
        assertThatThrownBy(pool::tryTake).satisfiesAnyOf(failure -> assertThat(failure).isSameAs(thrown),
                failure -> assertThat(failure).hasCause(thrown));
        assertThat(pool.takeAsync()).isCompletedExceptionally();
        assertThat(pool.getSize()).isZero();
        works[0] = true;
        mustBeWhole(pool);
    }

    @ParameterizedTest
    @MethodSource("throwables")
    void validator(Throwable thrown) {
        boolean[] works = {true};
        List<String> closed = new ArrayList<>();
        BlockingPool<String> pool = BlockingPool.builder(1, () -> "a").validator(element -> {
            if (!works[0]) {
                fail(thrown);
            }
            return true;
        }).closer(closed::add).build();
        mustBeWhole(pool);
        works[0] = false;
        try {
            Lease<String> lease = pool.tryTake();
            assertThat(thrown).as("an exception replaces the element").isInstanceOf(Exception.class);
            assertThat(lease).isNotNull();
            lease.close();
        } catch (Throwable failure) {
            assertThat(failure).as("anything else reaches the taker").isSameAs(thrown);
        }
        assertThat(closed).containsExactly("a");
        works[0] = true;
        mustBeWhole(pool);
    }

    @ParameterizedTest
    @MethodSource("throwables")
    void closerAndListener(Throwable thrown) {
        List<Throwable> told = new ArrayList<>();
        BlockingPool<String> pool = BlockingPool.builder(1, () -> "a").closer(element -> fail(thrown))
                .onCloseFailure(failure -> {
                    told.add(failure);
                    fail(thrown);
                }).build();
        pool.takeUninterruptibly().discard();
        assertThat(told).containsExactly(thrown);
        mustBeWhole(pool);
        pool.close();
        assertThat(told).containsExactly(thrown, thrown);
        assertThat(pool.getSize()).isZero();
        Thread.interrupted();
    }

    @ParameterizedTest
    @MethodSource("throwables")
    void executorThatDoesNotRunTheTask(Throwable thrown) {
        BlockingPool<String> pool = BlockingPool.builder(1, () -> "a").executor(task -> fail(thrown)).build();
        assertThat(pool.takeAsync()).isCompletedExceptionally();
        mustBeWhole(pool);
    }

    @ParameterizedTest
    @MethodSource("throwables")
    void executorThatRunsTheTaskAndThrows(Throwable thrown) {
        BlockingPool<String> pool = BlockingPool.builder(1, () -> "a").executor(task -> {
            task.run();
            fail(thrown);
        }).build();
        CompletableFuture<Lease<String>> future = pool.takeAsync();
        if (future.isCompletedExceptionally()) {
            mustBeWhole(pool);
        } else {
            assertThat(pool.tryTake()).as("leased once").isNull();
            future.join().close();
            mustBeWhole(pool);
        }
    }

    @ParameterizedTest
    @MethodSource("throwables")
    void barrierAction(Throwable thrown) throws Exception {
        boolean[] works = new boolean[1];
        CyclicBarrier barrier = new CyclicBarrier(2, () -> {
            if (!works[0]) {
                fail(thrown);
            }
        });
        CompletableFuture<Integer> first = barrier.awaitAsync();
        assertThatThrownBy(barrier::await).isSameAs(thrown);
        assertThatThrownBy(() -> first.get(1, TimeUnit.MINUTES)).hasCauseInstanceOf(BrokenBarrierException.class);
        assertThat(barrier.isBroken()).isTrue();
        barrier.reset();
        CompletableFuture<Integer> second = barrier.awaitAsync();
        assertThat(barrier.awaitAsync()).isCompletedExceptionally();
        assertThat(second.handle((index, failure) -> failure).get(1, TimeUnit.MINUTES))
                .isInstanceOf(BrokenBarrierException.class);
        barrier.reset();
        works[0] = true;
        try (TestThreads threads = new TestThreads(ThreadKind.PLATFORM)) {
            threads.startAndAwaitParked(barrier::await);
            assertThat(barrier.await()).isZero();
        }
    }

    @ParameterizedTest
    @MethodSource("throwables")
    void dependentsOfFutures(Throwable thrown) throws Exception {
        CountDownLatch latch = new CountDownLatch(1);
        Barrier barrier = new Barrier(3);
        CyclicBarrier cyclic = new CyclicBarrier(3);
        Bag<String> bag = Bag.queue();
        SynchronousQueue<String> queue = new SynchronousQueue<>(true);
        List<CompletableFuture<?>> futures = List.of(latch.awaitAsync(), latch.awaitAsync(), barrier.awaitAsync(),
                barrier.awaitAsync(), cyclic.awaitAsync(), cyclic.awaitAsync(), bag.takeAsync(), bag.takeAsync(),
                queue.takeAsync(), queue.takeAsync());
        futures.forEach(future -> future.whenComplete((result, failure) -> fail(thrown)));
        latch.countDown();
        barrier.await();
        cyclic.await();
        bag.put("a");
        bag.put("b");
        queue.put("a");
        queue.put("b");
        for (CompletableFuture<?> future : futures) {
            Object unused = future.get(1, TimeUnit.MINUTES);
        }
        assertThat(bag.getSize()).isZero();
        assertThat(queue.offer("c")).isFalse();
    }
}
