package dev.baton.fault;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Bag;
import dev.baton.Barrier;
import dev.baton.BlockingPool;
import dev.baton.CountDownLatch;
import dev.baton.CyclicBarrier;
import dev.baton.Lease;
import dev.baton.SynchronousQueue;
import dev.baton.fault.StackDepths.Meeting;
import dev.baton.fault.StackDepths.Row;
import dev.baton.testing.TestThreads;
import dev.baton.testing.ThreadKind;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each operation with ever more stack left, from none on until it succeeds. An operation that overflows has done nothing,
 * and may be called again: nobody sleeps for ever, and nothing is counted twice.
 */
class StackOverflowTest {
    static Stream<Row> rows() {
        return Stream.of(new Row("CountDownLatch: the last countDown", StackOverflowTest::open),
                new Row("CountDownLatch: await, and time out", StackOverflowTest::timeOutLatch),
                new Row("Barrier: the last arrives", StackOverflowTest::completeRound),
                new Row("CyclicBarrier: the last arrives", StackOverflowTest::trip),
                new Row("CyclicBarrier: await, and time out", StackOverflowTest::timeOutCyclic),
                new Row("CyclicBarrier: reset", StackOverflowTest::reset),
                new Row("Bag, queue: put", () -> put(Bag.queue())), new Row("Bag, stack: put", () -> put(Bag.stack())),
                new Row("Bag, queue: take, and time out", () -> timeOutTake(Bag.queue())),
                new Row("Bag, stack: take, and time out", () -> timeOutTake(Bag.stack())),
                new Row("BlockingPool: close of a lease", StackOverflowTest::endLease),
                new Row("BlockingPool: take, and time out", StackOverflowTest::timeOutLease),
                new Row("SynchronousQueue, fair: take, and time out", () -> timeOutTake(new SynchronousQueue<>(true))),
                new Row("SynchronousQueue, unfair: take, and time out",
                        () -> timeOutTake(new SynchronousQueue<>(false))),
                new Row("SynchronousQueue, fair: offer", () -> offer(new SynchronousQueue<>(true))),
                new Row("SynchronousQueue, unfair: offer", () -> offer(new SynchronousQueue<>(false))),
                new Row("JDK SynchronousQueue, fair: offer",
                        () -> offer(new java.util.concurrent.SynchronousQueue<>(true))));
    }

    @ParameterizedTest
    @MethodSource("rows")
    void nothingIsLostWhereverTheStackEnds(Row row) throws Exception {
        row.mustLoseNothing();
    }

    private static Meeting open() {
        CountDownLatch latch = new CountDownLatch(1);
        return new Meeting(latch::await, latch::countDown, () -> {
            assertThat(latch.getCount()).isEqualTo(1);
            latch.countDown();
        }, () -> assertThat(latch.getCount()).isZero());
    }

    private static Meeting timeOutLatch() {
        CountDownLatch latch = new CountDownLatch(1);
        return new Meeting(null, () -> latch.await(1, TimeUnit.NANOSECONDS), () -> {}, () -> {
            assertThat(latch.hasQueuedThreads()).isFalse();
            try (TestThreads threads = new TestThreads(ThreadKind.PLATFORM)) {
                threads.startAndAwaitParked(latch::await);
                latch.countDown();
            }
        });
    }

    private static Meeting completeRound() {
        Barrier barrier = new Barrier(2);
        return new Meeting(barrier::await, barrier::await, () -> {
            assertThat(barrier.getNumberArrived()).isEqualTo(1);
            assertThat(barrier.await()).isZero();
        }, () -> assertThat(barrier.getNumberArrived()).isZero());
    }

    private static Meeting trip() {
        CyclicBarrier barrier = new CyclicBarrier(2);
        return new Meeting(barrier::await, barrier::await, () -> {
            assertThat(barrier.getNumberWaiting()).isEqualTo(1);
            assertThat(barrier.await()).isZero();
        }, () -> {
            assertThat(barrier.getNumberWaiting()).isZero();
            assertThat(barrier.isBroken()).isFalse();
        });
    }

    private static Meeting timeOutCyclic() {
        CyclicBarrier barrier = new CyclicBarrier(2);
        return new Meeting(null, () -> {
            try {
                barrier.await(1, TimeUnit.NANOSECONDS);
            } catch (TimeoutException expected) {
                assertThat(barrier.isBroken()).isTrue();
            }
        }, () -> assertThat(barrier.isBroken()).isFalse(), () -> {
            assertThat(barrier.getNumberWaiting()).isZero();
            barrier.reset();
            try (TestThreads threads = new TestThreads(ThreadKind.PLATFORM)) {
                threads.startAndAwaitParked(barrier::await);
                assertThat(barrier.await()).isZero();
            }
        });
    }

    private static Meeting reset() {
        CyclicBarrier barrier = new CyclicBarrier(2);
        return new Meeting(() -> {
            try {
                barrier.await();
                throw new AssertionError("not broken");
            } catch (BrokenBarrierException expected) {
                // reset
            }
        }, barrier::reset, () -> {
            assertThat(barrier.getNumberWaiting()).isEqualTo(1);
            barrier.reset();
        }, () -> assertThat(barrier.isBroken()).isFalse());
    }

    private static Meeting put(Bag<String> bag) {
        return new Meeting(bag::take, () -> bag.put("a"), () -> {
            assertThat(bag.getQueueLength()).isEqualTo(1);
            bag.put("a");
        }, () -> mustCount(bag));
    }

    private static Meeting timeOutTake(Bag<String> bag) {
        return new Meeting(null, () -> bag.tryTake(1, TimeUnit.NANOSECONDS), () -> {}, () -> mustCount(bag));
    }

    /** Nothing is in the bag, and an element that is put can be had. */
    private static void mustCount(Bag<String> bag) {
        assertThat(bag.getSize()).isZero();
        assertThat(bag.hasQueuedThreads()).isFalse();
        bag.put("b");
        assertThat(bag.tryTake()).isEqualTo("b");
    }

    private static Meeting endLease() {
        BlockingPool<String> pool = BlockingPool.builder(1, () -> "a").build();
        Lease<String> lease = pool.takeUninterruptibly();
        return new Meeting(() -> pool.take().close(), lease::close, lease::close, () -> {
            assertThat(pool.getIdle()).isEqualTo(1);
            assertThat(pool.tryTake()).isNotNull();
            assertThat(pool.tryTake()).isNull();
        });
    }

    private static Meeting timeOutLease() {
        BlockingPool<String> pool = BlockingPool.builder(1, () -> "a").build();
        Lease<String> lease = pool.takeUninterruptibly();
        return new Meeting(null, () -> assertThat(pool.tryTake(1, TimeUnit.MICROSECONDS)).isNull(), () -> {}, () -> {
            assertThat(pool.getQueueLength()).isZero();
            lease.close();
            assertThat(pool.tryTake()).isNotNull();
        });
    }

    private static Meeting timeOutTake(SynchronousQueue<String> queue) {
        return new Meeting(null, () -> assertThat(queue.poll(1, TimeUnit.MICROSECONDS)).isNull(), () -> {},
                () -> assertThat(queue.offer("a")).isFalse());
    }

    /** An offer that overflows may have met its taker: then nobody waits any more. */
    private static Meeting offer(java.util.concurrent.BlockingQueue<String> queue) {
        Faults.Operation offer = () -> {
            boolean unused = queue.offer("a");
        };
        return new Meeting(() -> assertThat(queue.take()).isEqualTo("a"), offer, offer,
                () -> assertThat(queue.offer("b")).isFalse());
    }
}
