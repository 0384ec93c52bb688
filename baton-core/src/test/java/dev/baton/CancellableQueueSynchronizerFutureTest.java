package dev.baton;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.internal.line.Segment;
import dev.baton.testing.TestThreads;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What each way to complete a request's future from outside does to the request. */
class CancellableQueueSynchronizerFutureTest {
    private static final int LONG_CHAIN = 1_000_000;

    /** A completion from outside, and what the future then shows. */
    @SuppressWarnings("ImmutableEnumChecker") // the functions are stateless
    enum Outside {
        CANCEL(future -> assertThat(future.cancel(true)).isTrue(),
                future -> assertThat(future).isCancelled()), COMPLETE(
                        future -> assertThat(future.complete(99)).isTrue(),
                        future -> assertThat(future).isCompletedWithValue(99)), COMPLETE_EXCEPTIONALLY(
                                future -> assertThat(future.completeExceptionally(new IllegalStateException("outside")))
                                        .isTrue(),
                                future -> assertThatThrownBy(future::join)
                                        .hasRootCauseMessage("outside")), COMPLETE_ASYNC(
                                                future -> assertThat(future.completeAsync(() -> 99)).isSameAs(future),
                                                future -> assertThat(future.join())
                                                        .isEqualTo(99)), COMPLETE_ASYNC_FAILING(
                                                                future -> assertThat(future.completeAsync(() -> {
                                                                    throw new IllegalStateException("outside");
                                                                })).isSameAs(future),
                                                                future -> assertThatThrownBy(future::join)
                                                                        .isInstanceOf(CompletionException.class)
                                                                        .hasRootCauseMessage("outside")), OR_TIMEOUT(
                                                                                future -> assertThat(future.orTimeout(1,
                                                                                        TimeUnit.MILLISECONDS))
                                                                                        .isSameAs(future),
                                                                                future -> assertThatThrownBy(
                                                                                        future::join)
                                                                                        .hasCauseInstanceOf(
                                                                                                TimeoutException.class)), COMPLETE_ON_TIMEOUT(
                                                                                                        future -> assertThat(
                                                                                                                future.completeOnTimeout(
                                                                                                                        99,
                                                                                                                        1,
                                                                                                                        TimeUnit.MILLISECONDS))
                                                                                                                .isSameAs(
                                                                                                                        future),
                                                                                                        future -> assertThat(
                                                                                                                future.join())
                                                                                                                .isEqualTo(
                                                                                                                        99)), OBTRUDE_VALUE(
                                                                                                                                future -> future
                                                                                                                                        .obtrudeValue(
                                                                                                                                                99),
                                                                                                                                future -> assertThat(
                                                                                                                                        future)
                                                                                                                                        .isCompletedWithValue(
                                                                                                                                                99)), OBTRUDE_EXCEPTION(
                                                                                                                                                        future -> future
                                                                                                                                                                .obtrudeException(
                                                                                                                                                                        new IllegalStateException(
                                                                                                                                                                                "outside")),
                                                                                                                                                        future -> assertThatThrownBy(
                                                                                                                                                                future::join)
                                                                                                                                                                .hasRootCauseMessage(
                                                                                                                                                                        "outside"));

        final Consumer<CompletableFuture<Integer>> apply;
        final Consumer<CompletableFuture<Integer>> shows;

        Outside(Consumer<CompletableFuture<Integer>> apply, Consumer<CompletableFuture<Integer>> shows) {
            this.apply = apply;
            this.shows = shows;
        }
    }

    @ParameterizedTest
    @EnumSource
    void completionFromOutsideAbortsTheRequestAndLosesNothing(Outside outside) {
        for (QueueMode mode : QueueMode.values()) {
            ProbeQueue queue = new ProbeQueue(mode, 1);
            CompletableFuture<Integer> request = queue.enqueue();
            CompletableFuture<Integer> next = queue.enqueue();
            outside.apply.accept(request);
            outside.shows.accept(request);
            TestThreads.awaitTrue(() -> queue.getQueueLength() == 1);
            if (!mode.isSmart()) {
                assertThat(queue.resume(1)).as("absorbed by the aborted request").isFalse();
            }
            assertThat(queue.resume(2)).isTrue();
            assertThat(next).isCompletedWithValue(2);
            outside.shows.accept(request);
            assertThat(queue.cancellations).hasValue(mode.isSmart() ? 1 : 0);
            SegmentListInvariants.check(queue);
        }
    }

    @ParameterizedTest
    @EnumSource
    void completionFromOutsideComesTooLateForAServedRequest(QueueMode mode) {
        ProbeQueue queue = new ProbeQueue(mode, 1);
        CompletableFuture<Integer> request = queue.enqueue();
        assertThat(queue.resume(4)).isTrue();
        assertThat(request.cancel(true)).isFalse();
        assertThat(request.complete(5)).isFalse();
        assertThat(request.completeExceptionally(new IllegalStateException())).isFalse();
        assertThat(request.completeAsync(() -> 5, Runnable::run)).isCompletedWithValue(4);
        assertThat(request.orTimeout(0, TimeUnit.NANOSECONDS).completeOnTimeout(5, 0, TimeUnit.NANOSECONDS).join())
                .isEqualTo(4);
        assertThat(queue.cancellations).hasValue(0);
    }

    @ParameterizedTest
    @EnumSource
    void onlyTheFirstOfSeveralCompletionsFromOutsideCounts(QueueMode mode) {
        ProbeQueue queue = new ProbeQueue(mode, 1);
        CompletableFuture<Integer> request = queue.enqueue();
        assertThat(request.cancel(false)).isTrue();
        assertThat(request.cancel(false)).as("still cancelled").isTrue();
        assertThat(request.complete(1)).isFalse();
        request.obtrudeValue(3);
        assertThat(queue.cancellations).hasValue(mode.isSmart() ? 1 : 0);
        SegmentListInvariants.check(queue);
    }

    @Test
    void cancelBetweenTheDecisionAndTheSignalIsTooLate() {
        ProbeQueue queue = new ProbeQueue(QueueMode.SYNC_SMART, 1);
        FutureWaiter<Integer, Integer> waiter = new FutureWaiter<>(value -> value);
        queue.suspend(waiter);
        waiter.setValue(6); // a resume that stopped before it completed the future
        assertThat(queue.leftmostSegment().casCell(0, waiter, WaitQueue.Mark.RESUMED)).isTrue();
        assertThat(waiter.future().cancel(false)).isFalse();
        assertThat(waiter.future().complete(7)).isFalse();
        assertThat(waiter.future()).isNotDone();
        waiter.signal();
        assertThat(waiter.future()).isCompletedWithValue(6);
        assertThat(queue.cancellations).hasValue(0);
    }

    @Test
    void misuseThrowsAndLeavesTheRequestWaiting() {
        ProbeQueue queue = new ProbeQueue(QueueMode.SYNC_SMART, 1);
        CompletableFuture<Integer> request = queue.enqueue();
        Misuse.attempt(request);
        assertThat(request).isNotDone();
        assertThat(queue.getQueueLength()).isEqualTo(1);
        assertThat(queue.resume(1)).isTrue();
        assertThat(request).isCompletedWithValue(1);
    }

    private static final class Misuse {
        @SuppressWarnings({"NullAway", "FutureReturnValueIgnored"}) // the misuse under test
        static void attempt(CompletableFuture<Integer> request) {
            assertThatNullPointerException().isThrownBy(() -> request.completeExceptionally(null));
            assertThatNullPointerException().isThrownBy(() -> request.obtrudeException(null));
            assertThatNullPointerException().isThrownBy(() -> request.completeAsync(null));
            assertThatNullPointerException().isThrownBy(() -> request.completeAsync(() -> 1, null));
            assertThatNullPointerException().isThrownBy(() -> request.orTimeout(1, null));
        }
    }

    @Test
    void timedGetDoesNotAbort() {
        ProbeQueue queue = new ProbeQueue(QueueMode.SYNC_SMART, 1);
        CompletableFuture<Integer> request = queue.enqueue();
        assertThatThrownBy(() -> request.get(1, TimeUnit.MILLISECONDS)).isInstanceOf(TimeoutException.class);
        assertThat(queue.cancellations).hasValue(0);
        assertThat(queue.resume(1)).isTrue();
        assertThat(request).isCompletedWithValue(1);
    }

    @Test
    void derivedFuturesDoNotReachTheRequest() {
        ProbeQueue queue = new ProbeQueue(QueueMode.SYNC_SMART, 1);
        CompletableFuture<Integer> request = queue.enqueue();
        List<CompletableFuture<?>> derived = List.of(request.thenApply(value -> value), request.copy(),
                request.thenRun(() -> {}), CompletableFuture.allOf(request), CompletableFuture.anyOf(request),
                request.minimalCompletionStage().toCompletableFuture(), request.newIncompleteFuture());
        derived.forEach(future -> assertThat(future.cancel(true)).isTrue());
        assertThat(request).isNotDone();
        assertThat(queue.cancellations).hasValue(0);
        assertThat(queue.resume(1)).isTrue();
        assertThat(request).isCompletedWithValue(1);
    }

    @Test
    void mappingThatThrowsFailsTheFutureAlone() {
        ProbeQueue queue = new ProbeQueue(QueueMode.ASYNC_SMART, 1);
        FutureWaiter<Integer, Integer> waiter = new FutureWaiter<>(value -> {
            throw new IllegalStateException("mapping");
        });
        queue.suspend(waiter);
        CompletableFuture<Integer> next = queue.enqueue();
        assertThat(queue.resume(1)).isTrue();
        assertThatThrownBy(waiter.future()::join).hasRootCauseMessage("mapping");
        assertThat(queue.resume(2)).isTrue();
        assertThat(next).isCompletedWithValue(2);
    }

    @Test
    void longChainOfCompletionsDoesNotOverflowTheStack() {
        ProbeQueue queue = new ProbeQueue(QueueMode.ASYNC_SIMPLE, 32);
        AtomicInteger served = new AtomicInteger();
        CompletableFuture<Void> last = CompletableFuture.completedFuture(null);
        for (int i = 0; i < LONG_CHAIN; i++) {
            last = queue.enqueue().thenAccept(value -> {
                if (served.incrementAndGet() < LONG_CHAIN) {
                    queue.resume(value);
                }
            });
        }
        assertThat(queue.resume(1)).isTrue();
        last.join();
        assertThat(served).hasValue(LONG_CHAIN);
    }

    @ParameterizedTest
    @EnumSource
    void dependentThatBlocksDoesNotHoldUpOthersThatOneCallServed(QueueMode mode) {
        int parties = 5;
        ProbeQueue queue = new ProbeQueue(mode, 2);
        List<CompletableFuture<Integer>> futures = IntStream.range(0, parties).mapToObj(i -> queue.enqueue()).toList();
        CountDownLatch all = new CountDownLatch(parties);
        List<CompletableFuture<Void>> dependents = new ArrayList<>();
        for (CompletableFuture<Integer> future : futures) {
            dependents.add(future.thenAccept(value -> {
                all.countDown();
                awaitInDependent(all);
            }));
        }
        assertThat(queue.resume(parties, 1)).isEqualTo(parties);
        dependents.forEach(CompletableFuture::join);
        assertThat(all.getCount()).isZero();
    }

    private static void awaitInDependent(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException hung) {
            throw new AssertionError("a dependent was never run", hung);
        }
    }

    @ParameterizedTest
    @EnumSource
    void keptFutureRetainsNoSegments(QueueMode mode) {
        ProbeQueue queue = new ProbeQueue(mode, 1);
        FutureWaiter<Integer, Integer> cancelled = new FutureWaiter<>(value -> value);
        FutureWaiter<Integer, Integer> served = new FutureWaiter<>(value -> value);
        queue.suspend(cancelled);
        queue.suspend(served);
        WeakReference<Segment> first = new WeakReference<>(Objects.requireNonNull(cancelled.segment()));
        WeakReference<Segment> second = new WeakReference<>(Objects.requireNonNull(served.segment()));
        assertThat(cancelled.future().cancel(false)).isTrue();
        while (!served.future().isDone()) {
            queue.resume(1);
        }
        CompletableFuture<Integer> third = queue.enqueue();
        assertThat(queue.resume(2)).isTrue();
        assertThat(third).isCompletedWithValue(2);
        assertThat(cancelled.segment()).isNull();
        assertThat(served.segment()).isNull();
        TestThreads.awaitTrue(() -> {
            System.gc();
            return first.refersTo(null) && second.refersTo(null);
        });
        assertThat(cancelled.future()).isCancelled();
        assertThat(served.future()).isCompletedWithValue(1);
    }
}
