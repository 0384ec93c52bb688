package dev.baton;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.testing.TestThreads;
import dev.baton.testing.ThreadKind;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Arrivals at a cyclic barrier that no thread waits for. */
class CyclicBarrierAsyncTest {
    @Test
    void futuresCompleteWithTheirIndexWhenAllHaveArrived() throws Exception {
        AtomicInteger actions = new AtomicInteger();
        CyclicBarrier barrier = new CyclicBarrier(3, actions::incrementAndGet);
        for (int round = 1; round <= 3; round++) {
            CompletableFuture<Integer> first = barrier.awaitAsync();
            CompletableFuture<Integer> second = barrier.awaitAsync();
            assertThat(barrier.getNumberWaiting()).isEqualTo(2);
            assertThat(first).isNotDone();
            assertThat(barrier.awaitAsync()).isCompletedWithValue(0);
            assertThat(first.get(10, TimeUnit.SECONDS)).isEqualTo(2);
            assertThat(second.get(10, TimeUnit.SECONDS)).isEqualTo(1);
            assertThat(actions).hasValue(round);
            assertThat(first.cancel(false)).as("too late to break anything").isFalse();
            assertThat(barrier.isBroken()).isFalse();
        }
    }

    @ParameterizedTest
    @EnumSource
    void threadsAndFuturesMeet(ThreadKind kind) {
        CyclicBarrier barrier = new CyclicBarrier(3);
        CompletableFuture<Integer> future = barrier.awaitAsync();
        try (TestThreads threads = new TestThreads(kind)) {
            threads.start(() -> barrier.await());
            threads.start(() -> barrier.await());
        }
        assertThat(future.join()).isEqualTo(2);
    }

    @ParameterizedTest
    @EnumSource
    void cancelBreaksTheBarrierForAll(ThreadKind kind) {
        CyclicBarrier barrier = new CyclicBarrier(4);
        CompletableFuture<Integer> leaving = barrier.awaitAsync();
        CompletableFuture<Integer> other = barrier.awaitAsync();
        try (TestThreads threads = new TestThreads(kind)) {
            threads.startAndAwaitParked(
                    () -> assertThatThrownBy(barrier::await).isInstanceOf(BrokenBarrierException.class));
            assertThat(leaving.cancel(false)).isTrue();
        }
        assertThat(leaving).isCancelled();
        assertThatThrownBy(() -> other.get(10, TimeUnit.SECONDS)).hasCauseInstanceOf(BrokenBarrierException.class);
        assertThat(barrier.isBroken()).isTrue();
        assertThatThrownBy(barrier.awaitAsync()::join).hasCauseInstanceOf(BrokenBarrierException.class);
    }

    @Test
    void timeoutBreaksTheBarrier() {
        CyclicBarrier barrier = new CyclicBarrier(2);
        CompletableFuture<Integer> leaving = barrier.awaitAsync().orTimeout(1, TimeUnit.MILLISECONDS);
        assertThatThrownBy(leaving::join).hasCauseInstanceOf(TimeoutException.class);
        assertThat(barrier.isBroken()).isTrue();
    }

    @Test
    void resetSendsFuturesAwayAndBeginsAnew() {
        CyclicBarrier barrier = new CyclicBarrier(2);
        CompletableFuture<Integer> before = barrier.awaitAsync();
        barrier.reset();
        assertThatThrownBy(before::join).hasCauseInstanceOf(BrokenBarrierException.class);
        CompletableFuture<Integer> after = barrier.awaitAsync();
        barrier.awaitAsync();
        assertThat(after.join()).isEqualTo(1);
    }

    @Test
    void failingActionBreaksTheBarrierAndIsToldToTheLast() {
        CyclicBarrier barrier = new CyclicBarrier(2, () -> {
            throw new IllegalStateException("the action");
        });
        CompletableFuture<Integer> first = barrier.awaitAsync();
        CompletableFuture<Integer> last = barrier.awaitAsync();
        assertThatThrownBy(last::join).hasCauseInstanceOf(IllegalStateException.class);
        assertThatThrownBy(first::join).hasCauseInstanceOf(BrokenBarrierException.class);
        assertThat(barrier.isBroken()).isTrue();
    }

    @Test
    void dependentsRunWithoutTheLock() {
        CyclicBarrier barrier = new CyclicBarrier(2);
        CompletableFuture<Boolean> asked = barrier.awaitAsync()
                .thenApply(index -> CompletableFuture.supplyAsync(barrier::isBroken).join());
        barrier.awaitAsync();
        assertThat(asked.join()).isFalse();
    }
}
