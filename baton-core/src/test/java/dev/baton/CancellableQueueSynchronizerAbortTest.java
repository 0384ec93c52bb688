package dev.baton;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.testing.TestThreads;
import dev.baton.testing.ThreadKind;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Interrupts, timeouts, spurious wake-ups: what ends the wait of a thread and what is lost by it (nothing). */
class CancellableQueueSynchronizerAbortTest {
    private static ThreadWaiter<Integer> suspended(ProbeQueue queue) {
        ThreadWaiter<Integer> waiter = new ThreadWaiter<>();
        assertThat(queue.suspend(waiter)).isTrue();
        return waiter;
    }

    /** The next request is served as if the aborted one had never been there. */
    private static void assertPassesOn(ProbeQueue queue, QueueMode mode) {
        CompletableFuture<Integer> next = queue.enqueue();
        if (!mode.isSmart()) {
            assertThat(queue.resume(1)).isFalse();
        }
        assertThat(queue.resume(2)).isTrue();
        assertThat(next).isCompletedWithValue(2);
        assertThat(queue.cancellations).hasValue(mode.isSmart() ? 1 : 0);
        SegmentListInvariants.check(queue);
    }

    @ParameterizedTest
    @EnumSource
    void interruptedThreadLeavesTheQueue(QueueMode mode) {
        for (ThreadKind kind : ThreadKind.values()) {
            ProbeQueue queue = new ProbeQueue(mode, 1);
            try (TestThreads threads = new TestThreads(kind)) {
                Thread thread = threads.startAndAwaitParked(() -> {
                    ThreadWaiter<Integer> waiter = suspended(queue);
                    assertThatThrownBy(waiter::await).isInstanceOf(InterruptedException.class);
                    assertThat(Thread.currentThread().isInterrupted()).as("thrown, so cleared").isFalse();
                    assertThat(waiter.segment()).as("a kept waiter keeps no segments").isNull();
                });
                thread.interrupt();
            }
            assertPassesOn(queue, mode);
        }
    }

    @ParameterizedTest
    @EnumSource
    void interruptedTimedWaitThrows(QueueMode mode) {
        for (ThreadKind kind : ThreadKind.values()) {
            ProbeQueue queue = new ProbeQueue(mode, 1);
            try (TestThreads threads = new TestThreads(kind)) {
                Thread thread = threads.startAndAwaitParked(() -> {
                    ThreadWaiter<Integer> waiter = suspended(queue);
                    assertThatThrownBy(() -> waiter.await(Long.MAX_VALUE)).isInstanceOf(InterruptedException.class);
                    assertThat(Thread.currentThread().isInterrupted()).isFalse();
                });
                thread.interrupt();
            }
            assertPassesOn(queue, mode);
        }
    }

    @ParameterizedTest
    @EnumSource
    void interruptBeforeTheWaitAborts(QueueMode mode) {
        ProbeQueue queue = new ProbeQueue(mode, 1);
        ThreadWaiter<Integer> waiter = suspended(queue);
        Thread.currentThread().interrupt();
        assertThatThrownBy(waiter::await).isInstanceOf(InterruptedException.class);
        assertThat(Thread.interrupted()).isFalse();
        assertPassesOn(queue, mode);
    }

    @ParameterizedTest
    @EnumSource
    void timedOutThreadLeavesTheQueue(QueueMode mode) {
        for (long nanos : new long[]{1, 5_000, 2_000_000}) {
            for (ThreadKind kind : ThreadKind.values()) {
                ProbeQueue queue = new ProbeQueue(mode, 1);
                try (TestThreads threads = new TestThreads(kind)) {
                    threads.start(() -> {
                        ThreadWaiter<Integer> waiter = suspended(queue);
                        assertThat(waiter.await(nanos)).isNull();
                        assertThat(waiter.segment()).isNull();
                    });
                }
                assertPassesOn(queue, mode);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1, Long.MIN_VALUE, Long.MIN_VALUE + 1})
    void noTimeLeftAbortsAtOnce(long nanos) throws InterruptedException {
        for (QueueMode mode : QueueMode.values()) {
            ProbeQueue queue = new ProbeQueue(mode, 1);
            assertThat(suspended(queue).await(nanos)).isNull();
            assertPassesOn(queue, mode);
        }
    }

    @ParameterizedTest
    @EnumSource
    void uninterruptibleWaitKeepsTheInterruptForLater(ThreadKind kind) {
        ProbeQueue queue = new ProbeQueue(QueueMode.SYNC_SMART, 1);
        try (TestThreads threads = new TestThreads(kind)) {
            Thread thread = threads.startAndAwaitParked(() -> {
                assertThat(suspended(queue).awaitUninterruptibly()).isEqualTo(3);
                assertThat(Thread.currentThread().isInterrupted()).isTrue();
            });
            thread.interrupt();
            TestThreads.awaitTrue(() -> !thread.isInterrupted()); // it saw the interrupt
            TestThreads.awaitParked(thread);
            assertThat(queue.resume(3)).isTrue();
        }
        assertThat(queue.cancellations).hasValue(0);
    }

    @ParameterizedTest
    @EnumSource
    void spuriousWakeUpsDoNotEndTheWait(QueueMode mode) {
        for (ThreadKind kind : ThreadKind.values()) {
            ProbeQueue queue = new ProbeQueue(mode, 1);
            try (TestThreads threads = new TestThreads(kind)) {
                Thread thread = threads.startAndAwaitParked(() -> {
                    LockSupport.unpark(Thread.currentThread()); // a stray permit from before
                    assertThat(suspended(queue).await()).isEqualTo(3);
                });
                for (int i = 0; i < 20; i++) {
                    LockSupport.unpark(thread);
                    Thread.yield();
                }
                TestThreads.awaitParked(thread);
                assertThat(queue.getQueueLength()).isEqualTo(1);
                assertThat(queue.resume(3)).isTrue();
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void timedWaitSurvivesSpuriousWakeUps(ThreadKind kind) {
        ProbeQueue queue = new ProbeQueue(QueueMode.ASYNC_SMART, 1);
        try (TestThreads threads = new TestThreads(kind)) {
            Thread thread = threads.startAndAwaitParked(
                    () -> assertThat(suspended(queue).await(Long.MAX_VALUE)).isEqualTo(3));
            for (int i = 0; i < 20; i++) {
                LockSupport.unpark(thread);
                Thread.yield();
            }
            TestThreads.awaitParked(thread);
            assertThat(queue.resume(3)).isTrue();
        }
    }

    /** Queue in which every abort loses: the resume comes between the interrupt and the abort's compare-and-set. */
    private static final class LosingQueue extends WaitQueue {
        final AtomicInteger aborts = new AtomicInteger();

        LosingQueue() {
            super(new Tuning(1, 0));
        }

        void add(Waiter<Integer> waiter) {
            lineOrNew().claimCell(waiter, this);
            assertThat(Objects.requireNonNull(waiter.segment()).casCell(waiter.cell(), null, waiter)).isTrue();
        }

        @Override
        @SuppressWarnings("unchecked") // only such waiters enter this queue
        boolean abort(Waiter<?> waiter) {
            aborts.incrementAndGet();
            ((Waiter<Integer>) waiter).setValue(7);
            assertThat(Objects.requireNonNull(waiter.segment()).casCell(waiter.cell(), waiter, Mark.RESUMED)).isTrue();
            return false;
        }
    }

    @Test
    void interruptThatLosesToAResumeReturnsTheValueAndIsReasserted() throws InterruptedException {
        LosingQueue queue = new LosingQueue();
        ThreadWaiter<Integer> waiter = new ThreadWaiter<>();
        queue.add(waiter);
        Thread.currentThread().interrupt();
        assertThat(waiter.await()).isEqualTo(7);
        assertThat(Thread.interrupted()).as("re-asserted").isTrue();
        assertThat(queue.aborts).hasValue(1);
    }

    @Test
    void interruptThatLosesInATimedWaitIsReasserted() throws InterruptedException {
        LosingQueue queue = new LosingQueue();
        ThreadWaiter<Integer> waiter = new ThreadWaiter<>();
        queue.add(waiter);
        Thread.currentThread().interrupt();
        Integer value = waiter.await(Long.MAX_VALUE);
        assertThat(value).isEqualTo(7);
        assertThat(Thread.interrupted()).as("re-asserted").isTrue();
    }

    @Test
    void timeoutThatLosesToAResumeReturnsTheValue() throws InterruptedException {
        LosingQueue queue = new LosingQueue();
        ThreadWaiter<Integer> waiter = new ThreadWaiter<>();
        queue.add(waiter);
        @Nullable
        Integer value = waiter.await(1);
        assertThat(value).isEqualTo(7);
        assertThat(Thread.interrupted()).isFalse();
        assertThat(queue.aborts).hasValue(1);
    }

    @ParameterizedTest
    @EnumSource
    void interruptAfterTheCellWasDecidedIsKept(ThreadKind kind) {
        ProbeQueue queue = new ProbeQueue(QueueMode.ASYNC_SIMPLE, 1);
        try (TestThreads threads = new TestThreads(kind)) {
            ThreadWaiter<?>[] parked = new ThreadWaiter<?>[1];
            Thread thread = threads.startAndAwaitParked(() -> {
                ThreadWaiter<Integer> waiter = suspended(queue);
                parked[0] = waiter;
                assertThat(waiter.await()).isEqualTo(9);
                assertThat(Thread.currentThread().isInterrupted()).isTrue();
            });
            @SuppressWarnings("unchecked")
            ThreadWaiter<Integer> waiter = (ThreadWaiter<Integer>) Objects.requireNonNull(parked[0]);
            waiter.setValue(9); // a resume that stopped before it woke the thread
            assertThat(queue.leftmostSegment().casCell(0, waiter, WaitQueue.Mark.RESUMED)).isTrue();
            thread.interrupt();
        }
    }

    @Test
    void waiterThatWasNeverOfferedHasNoValue() {
        ThreadWaiter<Integer> waiter = new ThreadWaiter<>();
        assertThatThrownBy(waiter::await).isInstanceOf(IllegalStateException.class);
    }

    @ParameterizedTest
    @EnumSource
    void abortingEverySecondRequestServesTheOthersInOrder(QueueMode mode) {
        for (int size : new int[]{1, 2, 4}) {
            ProbeQueue queue = new ProbeQueue(mode, size);
            var futures = java.util.stream.IntStream.range(0, 40).mapToObj(i -> queue.enqueue()).toList();
            for (int i = 1; i < 40; i += 2) {
                assertThat(futures.get(i).cancel(false)).isTrue();
            }
            for (int i = 0; i < 40; i += 2) {
                int value = i;
                while (!queue.resume(value)) {
                    assertThat(mode.isSmart()).isFalse();
                }
                assertThat(futures.get(i)).isCompletedWithValue(value);
            }
            SegmentListInvariants.check(queue);
        }
    }
}
