package dev.baton;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.testing.TestThreads;
import dev.baton.testing.ThreadKind;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CountDownLatchTest extends CountDownLatchContract {
    @Override
    Latch latch(int count) {
        return adapted(new CountDownLatch(count));
    }

    /** A latch seen as what both classes have. */
    static Latch adapted(CountDownLatch latch) {
        return new Latch() {
            @Override
            public void await() throws InterruptedException {
                latch.await();
            }

            @Override
            public boolean await(long timeout, TimeUnit unit) throws InterruptedException {
                return latch.await(timeout, unit);
            }

            @Override
            public void countDown() {
                latch.countDown();
            }

            @Override
            public long getCount() {
                return latch.getCount();
            }

            @Override
            public String toString() {
                return latch.toString();
            }
        };
    }

    @Test
    void tryAwaitTellsWhetherTheLatchIsOpen() {
        CountDownLatch latch = new CountDownLatch(1);
        assertThat(latch.tryAwait()).isFalse();
        latch.countDown();
        assertThat(latch.tryAwait()).isTrue();
    }

    @Test
    void futuresCompleteWhenTheLatchOpens() {
        CountDownLatch latch = new CountDownLatch(1, new Tuning(2, 0));
        List<CompletableFuture<Void>> futures = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            futures.add(latch.awaitAsync());
        }
        assertThat(futures).noneMatch(CompletableFuture::isDone);
        latch.countDown();
        futures.forEach(CompletableFuture::join);
        assertThat(latch.awaitAsync()).isCompletedWithValue(null);
    }

    @Test
    void noDependentRunsBeforeAllAreReleased() {
        CountDownLatch latch = new CountDownLatch(1);
        AtomicInteger stillWaiting = new AtomicInteger(-1);
        CompletableFuture<Void> first = latch.awaitAsync();
        CompletableFuture<Void> second = latch.awaitAsync();
        CompletableFuture<Void> dependent = first.thenRun(() -> stillWaiting.set(latch.getQueueLength()));
        latch.countDown();
        dependent.join();
        second.join();
        assertThat(stillWaiting).hasValue(0);
    }

    @ParameterizedTest
    @EnumSource
    void uninterruptibleWaitKeepsTheInterruptForLater(ThreadKind kind) {
        CountDownLatch latch = new CountDownLatch(1);
        try (TestThreads threads = new TestThreads(kind)) {
            Thread waiting = threads.startAndAwaitParked(() -> {
                latch.awaitUninterruptibly();
                assertThat(Thread.interrupted()).isTrue();
                Thread.currentThread().interrupt();
                latch.awaitUninterruptibly();
                assertThat(Thread.interrupted()).isTrue();
            });
            waiting.interrupt();
            TestThreads.awaitParked(waiting);
            assertThat(latch.hasQueuedThreads()).isTrue();
            latch.countDown();
        }
    }

    @ParameterizedTest
    @EnumSource
    void inspectionShowsThreadsAndFuturesThatWait(ThreadKind kind) {
        CountDownLatch latch = new CountDownLatch(3);
        assertThat(latch.hasQueuedThreads()).isFalse();
        try (TestThreads threads = new TestThreads(kind)) {
            threads.startAndAwaitParked(latch::await);
            CompletableFuture<Void> future = latch.awaitAsync();
            assertThat(latch.hasQueuedThreads()).isTrue();
            assertThat(latch.getQueueLength()).isEqualTo(2);
            assertThat(latch.toString()).contains("CountDownLatch@").endsWith("[Count = 3, Waiting = 2]");
            assertThat(future.cancel(false)).isTrue();
            assertThat(latch.getQueueLength()).isEqualTo(1);
            for (int i = 0; i < 3; i++) {
                latch.countDown();
            }
            assertThat(latch.hasQueuedThreads()).isFalse();
            assertThat(latch.toString()).endsWith("[Count = 0]");
        }
    }

    @Test
    void latchMayCloseOverTheLargestCount() {
        CountDownLatch latch = new CountDownLatch(Integer.MAX_VALUE);
        latch.countDown();
        assertThat(latch.getCount()).isEqualTo(Integer.MAX_VALUE - 1L);
    }

    @Test
    void threadDumpShowsTheLatch() {
        CountDownLatch latch = new CountDownLatch(1);
        try (TestThreads threads = new TestThreads(ThreadKind.PLATFORM)) {
            Thread waiting = threads.startAndAwaitParked(latch::await);
            assertThat(LockSupport.getBlocker(waiting)).isSameAs(latch);
            latch.countDown();
        }
    }
}
