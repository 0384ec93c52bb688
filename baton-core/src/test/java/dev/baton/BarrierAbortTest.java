package dev.baton;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.NANOSECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.testing.TestThreads;
import dev.baton.testing.ThreadKind;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class BarrierAbortTest {
    @Test
    void cancelledArrivalCounts() {
        Barrier barrier = new Barrier(3, new Tuning(1, 0));
        CompletableFuture<Integer> cancelled = barrier.awaitAsync();
        CompletableFuture<Integer> live = barrier.awaitAsync();
        assertThat(cancelled.cancel(false)).isTrue();
        assertThat(live).isNotDone();
        assertThat(barrier.awaitUninterruptibly()).isZero();
        assertThat(live).isCompletedWithValue(1);
        assertThat(cancelled).isCancelled();
    }

    @Test
    void roundOfCancelledArrivalsCompletes() {
        Barrier barrier = new Barrier(5, new Tuning(2, 0));
        for (int round = 0; round < 3; round++) {
            for (int i = 0; i < 4; i++) {
                assertThat(barrier.awaitAsync().cancel(false)).isTrue();
            }
            assertThat(barrier.hasQueuedThreads()).isFalse();
            assertThat(barrier.getNumberArrived()).isEqualTo(4);
            assertThat(barrier.awaitUninterruptibly()).isZero();
        }
    }

    @Test
    void abortAfterTheRoundIsTooLate() {
        Barrier barrier = new Barrier(2);
        CompletableFuture<Integer> future = barrier.awaitAsync();
        barrier.awaitUninterruptibly();
        assertThat(future.cancel(true)).isFalse();
        assertThat(future).isCompletedWithValue(1);
    }

    @Test
    void futureThatTimesOutHasArrived() {
        Barrier barrier = new Barrier(2);
        CompletableFuture<Integer> future = barrier.awaitAsync().orTimeout(1, MILLISECONDS);
        assertThat(future.handle((index, failure) -> failure).join()).isInstanceOf(TimeoutException.class);
        assertThat(barrier.awaitUninterruptibly()).isZero();
    }

    @ParameterizedTest
    @EnumSource
    void timedOutArrivalCounts(ThreadKind kind) {
        Barrier barrier = new Barrier(4);
        try (TestThreads threads = new TestThreads(kind)) {
            threads.start(() -> {
                assertThatThrownBy(() -> barrier.await(1, MILLISECONDS)).isInstanceOf(TimeoutException.class);
                assertThatThrownBy(() -> barrier.await(0, SECONDS)).isInstanceOf(TimeoutException.class);
                assertThatThrownBy(() -> barrier.await(-1, NANOSECONDS)).isInstanceOf(TimeoutException.class);
                assertThat(barrier.await(0, SECONDS)).isZero();
            });
        }
    }

    @ParameterizedTest
    @EnumSource
    void interruptedArrivalCountsAndBreaksNothing(ThreadKind kind) {
        Barrier barrier = new Barrier(3);
        try (TestThreads threads = new TestThreads(kind)) {
            Thread interrupted = threads.startAndAwaitParked(() -> {
                assertThatThrownBy(barrier::await).isInstanceOf(InterruptedException.class);
                assertThat(Thread.currentThread().isInterrupted()).isFalse();
            });
            threads.startAndAwaitParked(() -> assertThat(barrier.await()).isEqualTo(1));
            interrupted.interrupt();
            TestThreads.awaitTrue(() -> interrupted.getState() == Thread.State.TERMINATED);
            assertThat(barrier.getNumberArrived()).isEqualTo(2);
            assertThat(barrier.awaitUninterruptibly()).isZero();
        }
    }

    @ParameterizedTest
    @EnumSource
    void interruptPendingOnEntryAbortsTheWaitNotTheArrival(ThreadKind kind) {
        Barrier barrier = new Barrier(2);
        try (TestThreads threads = new TestThreads(kind)) {
            threads.start(() -> {
                Thread.currentThread().interrupt();
                assertThatThrownBy(barrier::await).isInstanceOf(InterruptedException.class);
                assertThat(barrier.getNumberArrived()).isEqualTo(1);
                Thread.currentThread().interrupt();
                assertThat(barrier.await()).as("completes the round").isZero();
                assertThat(Thread.interrupted()).as("still asserted").isTrue();
            });
        }
    }

    @ParameterizedTest
    @EnumSource
    void uninterruptibleArrivalKeepsTheInterruptForLater(ThreadKind kind) {
        Barrier barrier = new Barrier(2);
        try (TestThreads threads = new TestThreads(kind)) {
            Thread waiting = threads.startAndAwaitParked(() -> {
                assertThat(barrier.awaitUninterruptibly()).isEqualTo(1);
                assertThat(Thread.interrupted()).isTrue();
            });
            waiting.interrupt();
            TestThreads.awaitParked(waiting);
            assertThat(barrier.awaitUninterruptibly()).isZero();
        }
    }

    @Test
    void endlessAbortsLeaveOneRoundBehind() {
        Barrier barrier = new Barrier(64, new Tuning(1, 0));
        for (int i = 0; i < 50_000; i++) {
            barrier.awaitAsync().complete(0);
        }
        assertThat(barrier.hasQueuedThreads()).isFalse();
        assertThat(barrier.getNumberArrived()).isEqualTo(50_000 % 64);
        assertThat(SegmentListInvariants.count(barrier.queue())).isLessThanOrEqualTo(2);
    }
}
