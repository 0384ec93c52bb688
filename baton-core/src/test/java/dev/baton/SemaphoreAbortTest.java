package dev.baton;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.testing.TestThreads;
import dev.baton.testing.ThreadKind;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Interrupts, timeouts and cancels: nothing is lost, and those behind go on at once. */
class SemaphoreAbortTest {
    private static Semaphore semaphore(int permits, int segmentSize) {
        return new Semaphore(permits, true, Integer.MAX_VALUE, new Tuning(segmentSize, 1));
    }

    @ParameterizedTest
    @EnumSource
    void interruptedWaiterLetsThoseBehindItThroughAtOnce(ThreadKind kind) {
        Semaphore semaphore = semaphore(3, 2);
        try (TestThreads threads = new TestThreads(kind)) {
            Thread greedy = threads.startAndAwaitParked(
                    () -> assertThatThrownBy(() -> semaphore.acquire(5)).isInstanceOf(InterruptedException.class));
            threads.startAndAwaitParked(() -> semaphore.acquire(2));
            threads.startAndAwaitParked(() -> semaphore.acquire(1));
            greedy.interrupt();
        }
        assertThat(semaphore.availablePermits()).isZero();
        assertThat(semaphore.hasQueuedThreads()).isFalse();
    }

    @ParameterizedTest
    @EnumSource
    void timedOutWaiterLetsThoseBehindItThroughAtOnce(ThreadKind kind) {
        Semaphore semaphore = semaphore(1, 2);
        try (TestThreads threads = new TestThreads(kind)) {
            CompletableFuture<Void> behind = new CompletableFuture<>();
            threads.start(() -> {
                assertThat(semaphore.tryAcquire(2, 200, TimeUnit.MILLISECONDS)).isFalse();
                behind.join();
            });
            TestThreads.awaitTrue(semaphore::hasQueuedThreads);
            semaphore.acquireAsync().thenRun(() -> behind.complete(null));
        }
        assertThat(semaphore.availablePermits()).isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 32})
    void cancelledFutureHoldsNothingAndLetsOthersThrough(int segmentSize) {
        Semaphore semaphore = semaphore(1, segmentSize);
        CompletableFuture<Void> greedy = semaphore.acquireAsync(2);
        CompletableFuture<Void> modest = semaphore.acquireAsync(1);
        assertThat(greedy.cancel(true)).isTrue();
        assertThat(greedy).isCancelled();
        assertThatThrownBy(greedy::join).isInstanceOf(CancellationException.class);
        assertThat(modest).isCompleted();
        assertThat(modest.cancel(true)).isFalse();
        assertThat(greedy.cancel(true)).as("a cancelled future stays cancelled").isTrue();
        semaphore.release();
        assertThat(semaphore.availablePermits()).isEqualTo(1);
        assertThat(semaphore.tryAcquire()).as("cells of aborted requests do not count as waiters").isTrue();
    }

    @Test
    void futureThatTimesOutHoldsNothing() {
        Semaphore semaphore = semaphore(0, 2);
        CompletableFuture<Void> request = semaphore.acquireAsync().orTimeout(1, TimeUnit.MILLISECONDS);
        assertThatThrownBy(request::join).hasCauseInstanceOf(TimeoutException.class);
        assertThat(semaphore.getQueueLength()).isZero();
        semaphore.release();
        assertThat(semaphore.availablePermits()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 32})
    void releaseDoesNotPayForAMillionAbortedRequests(int segmentSize) {
        Semaphore semaphore = semaphore(0, segmentSize);
        CompletableFuture<Void> first = semaphore.acquireAsync();
        List<CompletableFuture<Void>> aborted = new ArrayList<>();
        for (int round = 0; round < 100; round++) {
            for (int i = 0; i < 10_000; i++) {
                aborted.add(semaphore.acquireAsync());
            }
            aborted.forEach(request -> request.cancel(false));
            aborted.clear();
        }
        CompletableFuture<Void> last = semaphore.acquireAsync();
        SegmentListInvariants.check(semaphore.queue(), 4);
        assertThat(semaphore.queue().serviceIndexVolatile()).isZero();
        semaphore.release();
        assertThat(first).isCompleted();
        semaphore.release();
        assertThat(last).isCompleted();
        assertThat(semaphore.availablePermits()).isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4, 32})
    void lastInLineThatLeavesHoldsNobodyUp(int segmentSize) {
        Semaphore semaphore = semaphore(0, segmentSize);
        for (int round = 0; round < 50; round++) {
            CompletableFuture<Void> first = semaphore.acquireAsync();
            List<CompletableFuture<Void>> behind = new ArrayList<>();
            for (int i = 0; i <= round % 7; i++) {
                behind.add(semaphore.acquireAsync());
            }
            behind.reversed().forEach(request -> assertThat(request.cancel(false)).isTrue());
            CompletableFuture<Void> last = semaphore.acquireAsync();
            assertThat(behind.getFirst().cancel(false)).as("a cancelled future stays cancelled").isTrue();
            assertThat(semaphore.getQueueLength()).isEqualTo(2);
            semaphore.release();
            assertThat(first).isCompleted();
            assertThat(last).isNotDone();
            if (round % 2 == 0) {
                semaphore.release();
                assertThat(last).isCompleted();
            } else {
                assertThat(last.cancel(false)).isTrue();
            }
            assertThat(semaphore.availablePermits()).isZero();
            assertThat(semaphore.hasQueuedThreads()).isFalse();
        }
        SegmentListInvariants.check(semaphore.queue(), 4);
    }

    @Test
    void requestsThatGiveUpOneByOneLeaveNothingBehind() {
        Semaphore semaphore = semaphore(0, 4);
        for (int i = 0; i < 100; i++) {
            assertThat(semaphore.acquireAsync().cancel(false)).isTrue();
        }
        SegmentListInvariants.check(semaphore.queue(), 1);
        assertThat(semaphore.hasQueuedThreads()).isFalse();
    }
}
