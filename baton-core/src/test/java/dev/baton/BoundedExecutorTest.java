package dev.baton;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.BoundedExecutor.WhenFull;
import dev.baton.testing.TestThreads;
import dev.baton.testing.ThreadKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the bounded executor adds to the JDK's contract. */
class BoundedExecutorTest {
    /** Occupies the only slot until the future is completed. */
    private static CompletableFuture<Void> occupy(BoundedExecutor executor) {
        CompletableFuture<Void> end = new CompletableFuture<>();
        CompletableFuture<Void> begun = new CompletableFuture<>();
        executor.execute(() -> {
            begun.complete(null);
            end.join();
        });
        begun.join();
        return end;
    }

    @Test
    void fullQueueRejectsAndLosesNothing() {
        BoundedExecutor executor = BoundedExecutor.builder(1).queueLimit(2).build();
        CompletableFuture<Void> end = occupy(executor);
        CompletableFuture<Integer> first = executor.submitAsync(() -> 1);
        CompletableFuture<Integer> second = executor.submitAsync(() -> 2);
        assertThatThrownBy(() -> executor.submitAsync(() -> 3)).isInstanceOf(RejectedExecutionException.class)
                .hasMessageContaining("full").hasMessageContaining("Waiting = 2");
        assertThat(executor.getRejected()).isEqualTo(1);
        assertThat(first.cancel(false)).isTrue();
        assertThat(executor.getQueueLength()).as("a cancel makes room at once").isEqualTo(1);
        CompletableFuture<Integer> third = executor.submitAsync(() -> 3);
        end.complete(null);
        assertThat(second.join() + third.join()).isEqualTo(5);
        executor.close();
        assertThat(executor.getCompleted()).isEqualTo(3);
        assertThat(executor.getRunning()).isZero();
        assertThat(executor).asString().contains("Terminated, Limit = 1, Running = 0, Waiting = 0, Completed = 3");
    }

    @Test
    void afterTheResultThereIsRoom() {
        try (BoundedExecutor executor = BoundedExecutor.builder(1).queueLimit(0).build()) {
            for (int i = 0; i < 2_000; i++) {
                assertThat(executor.submitAsync(() -> 1).join()).isEqualTo(1);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void submittersWaitForRoomInOrder(ThreadKind kind) {
        BoundedExecutor executor = BoundedExecutor.builder(1).queueLimit(0).whenFull(WhenFull.BLOCK).build();
        List<Integer> order = Collections.synchronizedList(new ArrayList<>());
        try (TestThreads threads = new TestThreads(kind)) {
            CompletableFuture<Void> end = occupy(executor);
            threads.startAndAwaitParked(() -> executor.execute(() -> order.add(1)));
            Thread interrupted = threads.startAndAwaitParked(() -> {
                assertThatThrownBy(() -> executor.execute(() -> order.add(2)))
                        .isInstanceOf(RejectedExecutionException.class).hasCauseInstanceOf(InterruptedException.class);
                assertThat(Thread.interrupted()).isTrue();
            });
            threads.startAndAwaitParked(() -> executor.execute(() -> order.add(3)));
            interrupted.interrupt();
            TestThreads.awaitTrue(() -> !interrupted.isAlive());
            end.complete(null);
        }
        executor.close();
        assertThat(order).containsExactly(1, 3);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void submittersThatWaitForRoomAreRejectedByAShutdown(boolean now) throws InterruptedException {
        BoundedExecutor executor = BoundedExecutor.builder(1).queueLimit(0).whenFull(WhenFull.BLOCK).build();
        CompletableFuture<Void> end = occupy(executor);
        try (TestThreads threads = new TestThreads(ThreadKind.VIRTUAL)) {
            for (int i = 0; i < 5; i++) {
                threads.startAndAwaitParked(() -> assertThatThrownBy(() -> executor.execute(() -> {}))
                        .isInstanceOf(RejectedExecutionException.class).hasMessageContaining("shut down"));
            }
            if (now) {
                assertThat(executor.shutdownNow()).isEmpty();
            } else {
                executor.shutdown();
            }
        }
        end.complete(null);
        assertThat(executor.awaitTermination(1, TimeUnit.MINUTES)).isTrue();
    }

    @Test
    void fullExecutorRunsInTheSubmitter() {
        BoundedExecutor executor = BoundedExecutor.builder(1).queueLimit(0).whenFull(WhenFull.RUN_IN_SUBMITTER)
                .build();
        CompletableFuture<Void> end = occupy(executor);
        assertThat(executor.submitAsync(Thread::currentThread).join()).isSameAs(Thread.currentThread());
        assertThatThrownBy(() -> executor.execute(() -> {
            throw new IllegalStateException("planted");
        })).as("as the JDK's policy").hasMessage("planted");
        executor.shutdown();
        assertThatThrownBy(() -> executor.execute(() -> {})).isInstanceOf(RejectedExecutionException.class);
        end.complete(null);
        executor.close();
    }

    @Test
    void tasksThatWaitTooLongNeverRun() {
        BoundedExecutor executor = BoundedExecutor.builder(1).queueLimit(100)
                .queueTimeout(Duration.ofMillis(20)).build();
        CompletableFuture<Void> end = occupy(executor);
        AtomicInteger ran = new AtomicInteger();
        List<CompletableFuture<Integer>> late = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            late.add(executor.submitAsync(ran::incrementAndGet));
        }
        assertThat(late).allSatisfy(
                future -> assertThatThrownBy(future::join).hasCauseInstanceOf(TimeoutException.class));
        assertThat(executor.getExpired()).isEqualTo(100);
        assertThat(executor.getQueueLength()).isZero();
        CompletableFuture<Integer> again = executor.submitAsync(ran::incrementAndGet);
        assertThatThrownBy(again::join).as("the timer is set anew").hasCauseInstanceOf(TimeoutException.class);
        end.complete(null);
        executor.close();
        assertThat(ran).hasValue(0);
    }

    @Test
    void completionsFromOutsideTakeTheTaskOutOfTheQueue() {
        BoundedExecutor executor = BoundedExecutor.builder(1).build();
        CompletableFuture<Void> end = occupy(executor);
        AtomicInteger ran = new AtomicInteger();
        assertThatThrownBy(executor.submitAsync(ran::incrementAndGet).orTimeout(1, TimeUnit.MILLISECONDS)::join)
                .hasCauseInstanceOf(TimeoutException.class);
        assertThat(executor.submitAsync(ran::incrementAndGet).complete(5)).isTrue();
        executor.submitAsync(ran::incrementAndGet).obtrudeValue(6);
        assertThat(executor.getQueueLength()).isZero();
        List<CompletableFuture<Integer>> many = new ArrayList<>();
        for (int i = 0; i < 100_000; i++) {
            many.add(executor.submitAsync(ran::incrementAndGet));
        }
        many.reversed().forEach(future -> future.cancel(false));
        assertThat(executor.getQueueLength()).isZero();
        end.complete(null);
        executor.close();
        assertThat(ran).hasValue(0);
    }

    /** Returns null, throws, or works. */
    private static final class MoodyFactory implements ThreadFactory {
        volatile Throwable thrown;
        volatile boolean returnsNull;

        @Override
        public Thread newThread(Runnable task) {
            if (thrown != null) {
                TestThreads.<RuntimeException>throwUnchecked(thrown);
            }
            return returnsNull ? null : Thread.ofVirtual().unstarted(task);
        }
    }

    @Test
    void factoryThatFailsRejectsAndKeepsNoSlot() {
        MoodyFactory factory = new MoodyFactory();
        BoundedExecutor executor = BoundedExecutor.builder(1).queueLimit(0).threadFactory(factory).build();
        factory.returnsNull = true;
        assertThatThrownBy(() -> executor.submitAsync(() -> 1)).isInstanceOf(RejectedExecutionException.class)
                .hasRootCauseInstanceOf(NullPointerException.class);
        for (Throwable thrown : List.of(new IllegalStateException("planted"), new OutOfMemoryError("planted"))) {
            factory.thrown = thrown;
            assertThatThrownBy(() -> executor.execute(() -> {})).isInstanceOf(RejectedExecutionException.class)
                    .hasRootCause(thrown);
        }
        factory.thrown = null;
        factory.returnsNull = false;
        assertThat(executor.submitAsync(() -> 1).join()).isEqualTo(1);
        assertThat(executor.getRejected()).isEqualTo(3);
        executor.close();
    }

    @Test
    void factoryThatFailsForAQueueFailsItsTasksAndGoesOn() {
        MoodyFactory factory = new MoodyFactory();
        BoundedExecutor executor = BoundedExecutor.builder(1).threadFactory(factory).build();
        CompletableFuture<Void> end = occupy(executor);
        List<CompletableFuture<Integer>> waiting = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            waiting.add(executor.submitAsync(() -> 1));
        }
        factory.thrown = new OutOfMemoryError("no thread");
        end.complete(null);
        assertThat(waiting).allSatisfy(future -> assertThatThrownBy(future::join)
                .hasCauseInstanceOf(RejectedExecutionException.class).hasRootCause(factory.thrown));
        factory.thrown = null;
        TestThreads.awaitTrue(() -> executor.getRunning() == 0);
        assertThat(executor.submitAsync(() -> 1).join()).isEqualTo(1);
        executor.close();
    }

    @Test
    void cancelWhileTheThreadIsMadeIsInTime() {
        List<CompletableFuture<Integer>> made = new ArrayList<>();
        AtomicInteger ran = new AtomicInteger();
        BoundedExecutor executor = BoundedExecutor.builder(1).threadFactory(task -> {
            made.forEach(future -> future.cancel(false));
            return Thread.ofVirtual().unstarted(task);
        }).build();
        CompletableFuture<Void> end = occupy(executor);
        made.add(executor.submitAsync(ran::incrementAndGet));
        end.complete(null);
        TestThreads.awaitTrue(made.getFirst()::isCancelled);
        executor.close();
        assertThat(ran).hasValue(0);
        assertThat(executor.getRunning()).isZero();
    }

    /** Such a factory runs the task and then fails: the task has run once, and has left its slot once. */
    @Test
    void factoryWhoseThreadIsStartedAlreadyRunsTheTaskOnce() {
        AtomicInteger ran = new AtomicInteger();
        BoundedExecutor executor = BoundedExecutor.builder(1).threadFactory(task -> {
            Thread thread = Thread.ofVirtual().start(task);
            try {
                thread.join();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            return thread;
        }).build();
        assertThat(executor.submitAsync(ran::incrementAndGet).join()).isEqualTo(1);
        assertThat(executor.submitAsync(ran::incrementAndGet).join()).isEqualTo(2);
        executor.close();
        assertThat(executor.getRunning()).isZero();
    }

    @Test
    void badDescriptionsAreRefused() {
        assertThatThrownBy(() -> BoundedExecutor.builder(0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> BoundedExecutor.builder(1).queueLimit(-1))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> BoundedExecutor.builder(1).queueTimeout(Duration.ZERO))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> BoundedExecutor.builder(1).whenFull(null)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> BoundedExecutor.builder(1).threadFactory(null))
                .isInstanceOf(NullPointerException.class);
    }

    /** Cancels, timeouts, full queues and a shutdown at once: each task ran once or was refused, and all slots are free. */
    @ParameterizedTest
    @EnumSource(WhenFull.class)
    void accountsAreExactWhenEverythingRaces(WhenFull whenFull) {
        BoundedExecutor executor = BoundedExecutor.builder(3).queueLimit(20).queueTimeout(Duration.ofMillis(1))
                .whenFull(whenFull).build();
        AtomicInteger ran = new AtomicInteger();
        AtomicInteger refused = new AtomicInteger();
        List<CompletableFuture<Integer>> futures = Collections.synchronizedList(new ArrayList<>());
        try (TestThreads threads = new TestThreads(ThreadKind.VIRTUAL)) {
            for (int i = 0; i < 8; i++) {
                int number = i;
                threads.start(() -> {
                    for (int k = 0; k < 500; k++) {
                        try {
                            CompletableFuture<Integer> future = executor.submitAsync(ran::incrementAndGet);
                            futures.add(future);
                            if (k % 3 == number % 3) {
                                future.cancel(k % 2 == 0);
                            }
                        } catch (RejectedExecutionException full) {
                            refused.incrementAndGet();
                        }
                    }
                    Thread.interrupted();
                });
            }
        }
        executor.close();
        assertThat(futures.size() + refused.get()).isEqualTo(4_000);
        assertThat(futures).allMatch(CompletableFuture::isDone);
        long results = futures.stream().filter(future -> !future.isCompletedExceptionally()).count();
        assertThat(ran.get()).isBetween((int) results, futures.size());
        assertThat(executor.getRejected()).isEqualTo(refused.get());
        assertThat(executor.getRunning() + executor.getQueueLength()).isZero();
    }
}
