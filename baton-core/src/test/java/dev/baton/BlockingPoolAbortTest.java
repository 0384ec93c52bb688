package dev.baton;

import static java.util.concurrent.TimeUnit.DAYS;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.NANOSECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.testing.TestThreads;
import dev.baton.testing.ThreadKind;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class BlockingPoolAbortTest {
    private final Connections connections = new Connections();
    private final List<Runnable> tasks = new ArrayList<>();

    private BlockingPoolBuilder<Connections.Connection> builder(int capacity) {
        return BlockingPool.builder(capacity, connections::connect);
    }

    @ParameterizedTest
    @EnumSource
    void cancelledFutureLeavesItsPlaceToTheNext(BagForm form) throws InterruptedException {
        BlockingPool<Connections.Connection> pool = builder(1).order(form.order()).tuning(form.tuning).build();
        Lease<Connections.Connection> lease = pool.take();
        CompletableFuture<Lease<Connections.Connection>> cancelled = pool.takeAsync();
        CompletableFuture<Lease<Connections.Connection>> late = pool.takeAsync().orTimeout(1, MILLISECONDS);
        CompletableFuture<Lease<Connections.Connection>> next = pool.takeAsync();
        assertThat(cancelled.cancel(false)).isTrue();
        assertThat(cancelled.cancel(false)).as("still cancelled").isTrue();
        assertThat(late.handle((none, failure) -> failure).join()).isInstanceOf(TimeoutException.class);
        assertThat(pool.getQueueLength()).isEqualTo(1);
        lease.close();
        next.join().close();
        assertThat(cancelled).isCancelled();
        assertThat(pool.getIdle()).isEqualTo(1);
    }

    @Test
    void cancelWhileTheElementIsBeingCreatedKeepsItForTheNext() throws InterruptedException {
        BlockingPool<Connections.Connection> pool = builder(1).executor(tasks::add).build();
        CompletableFuture<Lease<Connections.Connection>> cancelledBefore = pool.takeAsync();
        assertThat(cancelledBefore.cancel(false)).isTrue();
        tasks.removeFirst().run();
        assertThat(connections.opened).as("nobody wants it").hasValue(0);

        List<CompletableFuture<?>> requests = new ArrayList<>();
        BlockingPool<Connections.Connection> cancelling = BlockingPool.builder(1, () -> {
            requests.getFirst().cancel(false);
            return connections.connect();
        }).executor(tasks::add).build();
        requests.add(cancelling.takeAsync());
        tasks.removeFirst().run();
        assertThat(requests.getFirst()).isCancelled();
        assertThat(connections.open()).isEqualTo(1);
        assertThat(cancelling.getIdle()).isEqualTo(1);
        pool.take().close();
        cancelling.take().close();
        assertThat(connections.opened).hasValue(2);
    }

    @Test
    void cancelAfterTheLeaseWasHandedOverIsTooLate() {
        BlockingPool<Connections.Connection> pool = builder(1).build();
        CompletableFuture<Lease<Connections.Connection>> taking = pool.takeAsync();
        Lease<Connections.Connection> lease = taking.join();
        assertThat(taking.cancel(true)).isFalse();
        assertThat(taking.completeExceptionally(new IllegalStateException("planted"))).isFalse();
        assertThat(pool.tryTake()).isNull();
        lease.close();
        assertThat(pool.getIdle()).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource
    void interruptAndTimeoutLoseNothing(ThreadKind kind) throws InterruptedException {
        BlockingPool<Connections.Connection> pool = builder(1).build();
        Lease<Connections.Connection> lease = pool.take();
        try (TestThreads threads = new TestThreads(kind)) {
            Thread plain = threads.startAndAwaitParked(
                    () -> assertThatThrownBy(pool::take).isInstanceOf(InterruptedException.class));
            Thread timed = threads.startAndAwaitParked(
                    () -> assertThatThrownBy(() -> pool.tryTake(1, DAYS)).isInstanceOf(InterruptedException.class));
            Thread stubborn = threads.startAndAwaitParked(() -> {
                pool.takeUninterruptibly().close();
                assertThat(Thread.interrupted()).isTrue();
            });
            threads.start(() -> assertThat(pool.tryTake(1, MILLISECONDS)).isNull()).join();
            threads.start(() -> {
                Thread.currentThread().interrupt();
                assertThatThrownBy(pool::take).isInstanceOf(InterruptedException.class);
            }).join();
            plain.interrupt();
            timed.interrupt();
            stubborn.interrupt();
            TestThreads.awaitTrue(() -> pool.getQueueLength() == 1);
            lease.close();
        }
        assertThat(pool.getIdle()).isEqualTo(1);
        assertThat(connections.opened).hasValue(1);
    }

    @ParameterizedTest
    @EnumSource
    void endlessAbortsKeepTheQueueShort(BagForm form) throws InterruptedException {
        BlockingPool<Connections.Connection> pool = builder(1).order(form.order()).tuning(form.tuning).build();
        Lease<Connections.Connection> lease = pool.take();
        CompletableFuture<Lease<Connections.Connection>> live = pool.takeAsync();
        for (int i = 0; i < 20_000; i++) {
            boolean served = (i & 15) == 0 ? pool.tryTake(1, NANOSECONDS) != null : !pool.takeAsync().complete(lease);
            if (served) {
                throw new AssertionError("an element out of nothing");
            }
        }
        assertThat(SegmentListInvariants.count(pool.slots().waiters())).isLessThanOrEqualTo(3);
        lease.close();
        live.join().close();
    }
}
