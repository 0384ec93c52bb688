package dev.baton;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.testing.TestThreads;
import dev.baton.testing.ThreadKind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Contract of the semaphore: order, weights, try and asynchronous forms, misuse. */
class SemaphoreTest {
    private static Semaphore semaphore(int permits) {
        return new Semaphore(permits, true, Integer.MAX_VALUE, new Tuning(2, 1));
    }

    @ParameterizedTest
    @EnumSource
    void servesWaitersInOrder(ThreadKind kind) {
        Semaphore semaphore = semaphore(0);
        List<Integer> order = Collections.synchronizedList(new ArrayList<>());
        try (TestThreads threads = new TestThreads(kind)) {
            for (int i = 0; i < 20; i++) {
                int number = i;
                threads.startAndAwaitParked(() -> {
                    semaphore.acquire();
                    order.add(number);
                    semaphore.release();
                });
            }
            semaphore.release();
        }
        assertThat(order).isSorted().hasSize(20);
        assertThat(semaphore.availablePermits()).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource
    void requestForManyIsNotOvertakenByRequestForOne(ThreadKind kind) {
        Semaphore semaphore = semaphore(3);
        List<String> order = Collections.synchronizedList(new ArrayList<>());
        try (TestThreads threads = new TestThreads(kind)) {
            threads.startAndAwaitParked(() -> {
                semaphore.acquire(5);
                order.add("five");
            });
            threads.startAndAwaitParked(() -> {
                semaphore.acquireUninterruptibly();
                order.add("one");
            });
            assertThat(semaphore.tryAcquire()).as("three that nobody can use now").isTrue();
            assertThat(semaphore.availablePermits()).isEqualTo(2);
            semaphore.release(2);
            assertThat(order).isEmpty();
            semaphore.release();
            TestThreads.awaitTrue(() -> order.size() == 1);
            assertThat(order).containsExactly("five");
            semaphore.release();
        }
        assertThat(order).containsExactly("five", "one");
        assertThat(semaphore.availablePermits()).isZero();
    }

    @ParameterizedTest
    @EnumSource
    void oneReleaseServesSeveral(ThreadKind kind) {
        Semaphore semaphore = semaphore(0);
        try (TestThreads threads = new TestThreads(kind)) {
            for (int weight : new int[]{1, 2, 3}) {
                threads.startAndAwaitParked(() -> semaphore.acquire(weight));
            }
            semaphore.release(7);
        }
        assertThat(semaphore.availablePermits()).isEqualTo(1);
        assertThat(semaphore.hasQueuedThreads()).isFalse();
    }

    @ParameterizedTest
    @EnumSource
    void timedAcquireSucceedsOrGivesUp(ThreadKind kind) {
        Semaphore semaphore = semaphore(1);
        try (TestThreads threads = new TestThreads(kind)) {
            threads.start(() -> {
                assertThat(semaphore.tryAcquire(0, TimeUnit.SECONDS)).isTrue();
                assertThat(semaphore.tryAcquire(-1, TimeUnit.SECONDS)).isFalse();
                assertThat(semaphore.tryAcquire(Long.MIN_VALUE, TimeUnit.DAYS)).isFalse();
                assertThat(semaphore.tryAcquire(1, TimeUnit.MILLISECONDS)).isFalse();
                assertThat(semaphore.hasQueuedThreads()).isFalse();
            });
            threads.join();
            threads.startAndAwaitParked(
                    () -> assertThat(semaphore.tryAcquire(Long.MAX_VALUE, TimeUnit.DAYS)).isTrue());
            semaphore.release();
        }
    }

    @ParameterizedTest
    @EnumSource
    void interruptOnEntryThrowsEvenIfPermitsAreThere(ThreadKind kind) {
        Semaphore semaphore = semaphore(9);
        try (TestThreads threads = new TestThreads(kind)) {
            threads.start(() -> {
                Thread.currentThread().interrupt();
                assertThatThrownBy(semaphore::acquire).isInstanceOf(InterruptedException.class);
                Thread.currentThread().interrupt();
                assertThatThrownBy(() -> semaphore.tryAcquire(1, TimeUnit.SECONDS))
                        .isInstanceOf(InterruptedException.class);
                assertThat(Thread.interrupted()).isFalse();
                Thread.currentThread().interrupt();
                semaphore.acquireUninterruptibly();
                assertThat(Thread.interrupted()).isTrue();
            });
        }
        assertThat(semaphore.availablePermits()).isEqualTo(8);
    }

    @ParameterizedTest
    @EnumSource
    void uninterruptibleWaitKeepsTheInterruptForLater(ThreadKind kind) {
        Semaphore semaphore = semaphore(0);
        try (TestThreads threads = new TestThreads(kind)) {
            Thread waiting = threads.startAndAwaitParked(() -> {
                semaphore.acquireUninterruptibly(2);
                assertThat(Thread.interrupted()).isTrue();
            });
            waiting.interrupt();
            TestThreads.awaitParked(waiting);
            semaphore.release(2);
        }
    }

    @Test
    void asyncRequestsAreServedInOrderWithThreads() {
        Semaphore semaphore = semaphore(1);
        CompletableFuture<Void> first = semaphore.acquireAsync();
        CompletableFuture<Void> second = semaphore.acquireAsync(2);
        CompletableFuture<Void> third = semaphore.acquireAsync();
        assertThat(first).isCompleted();
        assertThat(semaphore.getQueueLength()).isEqualTo(2);
        semaphore.release();
        assertThat(second).isNotDone();
        assertThat(third).isNotDone();
        semaphore.release();
        assertThat(second).isCompleted();
        assertThat(third).isNotDone();
        semaphore.release();
        assertThat(third).isCompleted();
        assertThat(semaphore.availablePermits()).isZero();
    }

    @Test
    void codeThatDependsOnOneFutureDoesNotDelayTheOthersThatOneReleaseServed() {
        Semaphore semaphore = semaphore(0);
        CompletableFuture<Void> second = new CompletableFuture<>();
        CompletableFuture<Void> first = semaphore.acquireAsync().thenRun(() -> assertThat(semaphore.queue()
                .getQueueLength()).as("all served before any user code runs").isZero());
        semaphore.acquireAsync().thenRun(() -> second.complete(null));
        semaphore.release(2);
        first.join();
        second.join();
    }

    @Test
    void chainOfAMillionAsyncRequestsDoesNotOverflowTheStack() {
        Semaphore semaphore = new Semaphore(0);
        int length = 1_000_000;
        CompletableFuture<Void> last = null;
        for (int i = 0; i < length; i++) {
            last = semaphore.acquireAsync().thenRun(semaphore::release);
        }
        semaphore.release();
        assertThat(last).isNotNull();
        last.join();
        TestThreads.awaitTrue(() -> semaphore.availablePermits() == 1);
    }

    @Test
    void permitsAreCountedAsTheJdkCountsThem() {
        class Open extends Semaphore {
            private static final long serialVersionUID = 1L;

            Open(int permits) {
                super(permits);
            }

            void reduce(int reduction) {
                reducePermits(reduction);
            }
        }
        Open semaphore = new Open(2);
        semaphore.release(3);
        assertThat(semaphore.availablePermits()).as("release beyond the initial count").isEqualTo(5);
        semaphore.reduce(7);
        assertThat(semaphore.availablePermits()).isEqualTo(-2);
        assertThat(semaphore.tryAcquire(0)).isFalse();
        assertThat(semaphore.drainPermits()).isEqualTo(-2);
        assertThat(semaphore.tryAcquire(0)).isTrue();
        semaphore.release(4);
        assertThat(semaphore.drainPermits()).isEqualTo(4);
        assertThat(semaphore.availablePermits()).isZero();
        assertThatThrownBy(() -> semaphore.reduce(-1)).isInstanceOf(IllegalArgumentException.class);
        Open lowest = new Open(Integer.MIN_VALUE);
        assertThatThrownBy(() -> lowest.reduce(1)).isInstanceOf(Error.class).hasMessage("Permit count underflow");
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, Integer.MIN_VALUE})
    void negativeCountsAreRejected(int count) {
        Semaphore semaphore = semaphore(1);
        assertThatThrownBy(() -> semaphore.acquire(count)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> semaphore.acquireUninterruptibly(count)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> semaphore.tryAcquire(count)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> semaphore.tryAcquire(count, 1, TimeUnit.DAYS))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> semaphore.acquireAsync(count)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> semaphore.release(count)).isInstanceOf(IllegalArgumentException.class);
        assertThat(semaphore.availablePermits()).isEqualTo(1);
    }

    @Test
    void nullUnitIsRejected() {
        Semaphore semaphore = semaphore(1);
        assertThatThrownBy(() -> semaphore.tryAcquire(1, (TimeUnit) null)).isInstanceOf(NullPointerException.class);
        assertThat(semaphore.availablePermits()).isEqualTo(1);
    }

    @Test
    void releaseBeyondTheMaximumFailsAndChangesNothing() {
        Semaphore semaphore = semaphore(Integer.MAX_VALUE);
        assertThatThrownBy(semaphore::release).isInstanceOf(Error.class)
                .hasMessage("Maximum permit count exceeded");
        assertThat(semaphore.availablePermits()).isEqualTo(Integer.MAX_VALUE);
    }

    @Test
    void releaseBeyondTheLimitIsDetectedIfAskedFor() {
        Semaphore semaphore = Semaphore.withLimit(2);
        assertThat(semaphore.tryAcquire()).isTrue();
        assertThatThrownBy(() -> semaphore.release(2)).isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("limit of 2");
        assertThat(semaphore.availablePermits()).isEqualTo(1);
        semaphore.release();
        assertThatThrownBy(() -> Semaphore.withLimit(-1)).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @EnumSource
    void showsStateAndWaiters(ThreadKind kind) {
        Semaphore semaphore = new Semaphore(0, true);
        assertThat(semaphore.toString()).endsWith("[Permits = 0]");
        assertThat(semaphore.isFair()).isTrue();
        try (TestThreads threads = new TestThreads(kind)) {
            Thread first = threads.startAndAwaitParked(semaphore::acquire);
            Thread second = threads.startAndAwaitParked(semaphore::acquire);
            CompletableFuture<Void> future = semaphore.acquireAsync();
            assertThat(semaphore.toString()).endsWith("[Permits = 0, waiters = 3]");
            assertThat(semaphore.getQueueLength()).isEqualTo(3);
            assertThat(semaphore.hasQueuedThreads()).isTrue();
            assertThat(semaphore.getQueuedThreads()).containsExactly(first, second);
            semaphore.release(3);
            assertThat(future).isCompleted();
        }
    }
}
