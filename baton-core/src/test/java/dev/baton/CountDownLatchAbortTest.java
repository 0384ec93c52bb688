package dev.baton;

import static java.util.concurrent.TimeUnit.NANOSECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.testing.TestThreads;
import dev.baton.testing.ThreadKind;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class CountDownLatchAbortTest {
    @Test
    void abortedFutureIsNoLongerWaitedFor() {
        CountDownLatch latch = new CountDownLatch(1);
        CompletableFuture<Void> aborted = latch.awaitAsync();
        CompletableFuture<Void> failed = latch.awaitAsync();
        CompletableFuture<Void> completed = latch.awaitAsync();
        CompletableFuture<Void> live = latch.awaitAsync();
        assertThat(aborted.cancel(true)).isTrue();
        assertThat(failed.completeExceptionally(new IllegalStateException("planted"))).isTrue();
        assertThat(completed.complete(null)).isTrue();
        assertThat(latch.registered()).isEqualTo(1);
        latch.countDown();
        assertThat(live).isCompleted();
        assertThat(aborted).isCancelled();
        assertThat(failed).isCompletedExceptionally();
    }

    @Test
    void abortAfterTheLatchOpenedIsTooLate() {
        CountDownLatch latch = new CountDownLatch(1);
        CompletableFuture<Void> future = latch.awaitAsync();
        latch.countDown();
        assertThat(future.cancel(true)).isFalse();
        assertThat(future.completeExceptionally(new TimeoutException())).isFalse();
        assertThat(future).isCompletedWithValue(null);
    }

    @Test
    void futureTimesOut() {
        CountDownLatch latch = new CountDownLatch(1);
        CompletableFuture<Void> future = latch.awaitAsync().orTimeout(1, TimeUnit.MILLISECONDS);
        assertThat(future.handle((nothing, failure) -> failure).join()).isInstanceOf(TimeoutException.class);
        assertThat(latch.registered()).isZero();
        assertThat(latch.hasQueuedThreads()).isFalse();
    }

    @ParameterizedTest
    @EnumSource
    void abortedThreadsAreNoLongerWaitedFor(ThreadKind kind) {
        CountDownLatch latch = new CountDownLatch(1, new Tuning(2, 0));
        try (TestThreads threads = new TestThreads(kind)) {
            List<Thread> interrupted = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                interrupted.add(threads.startAndAwaitParked(() -> {
                    try {
                        latch.await();
                        throw new AssertionError("let through");
                    } catch (InterruptedException expected) {
                        assertThat(latch.await(1, NANOSECONDS)).isFalse();
                    }
                }));
                threads.startAndAwaitParked(latch::await);
            }
            interrupted.forEach(Thread::interrupt);
            for (Thread thread : interrupted) {
                TestThreads.awaitTrue(() -> thread.getState() == Thread.State.TERMINATED);
            }
            assertThat(latch.registered()).isEqualTo(5);
            assertThat(latch.getQueueLength()).isEqualTo(5);
            latch.countDown();
        }
    }

    /**
     * The last countDown resumes as many as are registered and can visit only cells of segments that are still
     * linked: both must be few after mass aborts, whatever their number.
     */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 32})
    void lastCountDownCostsOnlyLiveWaiters(int segmentSize) {
        CountDownLatch latch = new CountDownLatch(1, new Tuning(segmentSize, 0));
        int aborts = 100_000;
        List<CompletableFuture<Void>> live = new ArrayList<>();
        live.add(latch.awaitAsync());
        List<CompletableFuture<Void>> aborted = new ArrayList<>();
        for (int i = 0; i < aborts; i++) {
            aborted.add(latch.awaitAsync());
            if (i == aborts / 2) {
                live.add(latch.awaitAsync());
            }
        }
        live.add(latch.awaitAsync());
        assertThat(aborted.stream().filter(future -> future.complete(null)).count()).isEqualTo(aborts);

        assertThat(latch.registered()).isEqualTo(3);
        assertThat(latch.getQueueLength()).isEqualTo(3);
        assertThat(SegmentListInvariants.count(latch.queue())).isLessThanOrEqualTo(4);
        latch.countDown();
        live.forEach(CompletableFuture::join);
        assertThat(latch.queue().serviceIndexVolatile()).as("skipped, not visited one by one")
                .isEqualTo(latch.queue().entryIndexVolatile());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 32})
    void endlessAbortsKeepTheQueueShort(int segmentSize) throws InterruptedException {
        CountDownLatch latch = new CountDownLatch(1, new Tuning(segmentSize, 0));
        CompletableFuture<Void> live = latch.awaitAsync();
        for (int i = 0; i < 50_000; i++) {
            boolean open = (i & 15) == 0 ? latch.await(1, NANOSECONDS) : !latch.awaitAsync().complete(null);
            if (open) {
                throw new AssertionError("let through");
            }
        }
        assertThat(SegmentListInvariants.count(latch.queue())).isLessThanOrEqualTo(3);
        latch.countDown();
        assertThat(live).isCompleted();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 32})
    void abortsLeaveNothingBehindForTheOpening(int segmentSize) {
        CountDownLatch latch = new CountDownLatch(1, new Tuning(segmentSize, 0));
        for (int i = 0; i < 1_000; i++) {
            assertThat(latch.awaitAsync().cancel(false)).isTrue();
            assertThat(latch.queue().entryIndexVolatile() - latch.queue().serviceIndexVolatile())
                    .isLessThanOrEqualTo(2L * segmentSize);
        }
        CompletableFuture<Void> live = latch.awaitAsync();
        latch.countDown();
        assertThat(live).isCompleted();
    }
}
