package dev.baton;

import static java.util.concurrent.TimeUnit.DAYS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.testing.TestThreads;
import dev.baton.testing.ThreadKind;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class BarrierTest {
    @ParameterizedTest
    @ValueSource(ints = {0, -1, Integer.MIN_VALUE})
    void numberOfPartiesMustBePositive(int parties) {
        assertThatThrownBy(() -> new Barrier(parties)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(String.valueOf(parties));
    }

    @Test
    void nullUnitIsRefusedAndDoesNotCountAsArrival() {
        Barrier barrier = new Barrier(2);
        assertThatThrownBy(() -> barrier.await(1, Nulls.absent())).isInstanceOf(NullPointerException.class);
        assertThat(barrier.getNumberArrived()).isZero();
    }

    @Test
    void onePartyNeverWaits() throws InterruptedException, TimeoutException {
        Barrier barrier = new Barrier(1);
        for (int i = 0; i < 3; i++) {
            assertThat(barrier.await()).isZero();
            assertThat(barrier.await(0, SECONDS)).isZero();
            assertThat(barrier.awaitUninterruptibly()).isZero();
            assertThat(barrier.awaitAsync()).isCompletedWithValue(0);
        }
    }

    @Test
    void futuresCompleteWithTheirArrivalIndexRoundByRound() {
        Barrier barrier = new Barrier(3, new Tuning(1, 0));
        for (int round = 0; round < 4; round++) {
            CompletableFuture<Integer> first = barrier.awaitAsync();
            CompletableFuture<Integer> second = barrier.awaitAsync();
            assertThat(first).isNotDone();
            assertThat(second).isNotDone();
            CompletableFuture<Integer> last = barrier.awaitAsync();
            assertThat(first.join()).isEqualTo(2);
            assertThat(second.join()).isEqualTo(1);
            assertThat(last).isCompletedWithValue(0);
        }
    }

    @Test
    void arrivalsBeyondThePartiesBelongToTheNextRound() {
        Barrier barrier = new Barrier(2);
        List<CompletableFuture<Integer>> arrivals = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            arrivals.add(barrier.awaitAsync());
        }
        arrivals.subList(0, 4).forEach(CompletableFuture::join);
        assertThat(arrivals.get(4)).isNotDone();
        assertThat(barrier.getNumberArrived()).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource
    void everyFormWaitsForAllAndGetsItsIndex(ThreadKind kind) {
        Barrier barrier = new Barrier(4);
        for (int round = 0; round < 3; round++) {
            ConcurrentLinkedQueue<Integer> indices = new ConcurrentLinkedQueue<>();
            try (TestThreads threads = new TestThreads(kind)) {
                threads.startAndAwaitParked(() -> indices.add(barrier.await()));
                threads.startAndAwaitParked(() -> indices.add(barrier.await(1, DAYS)));
                threads.startAndAwaitParked(() -> indices.add(barrier.awaitUninterruptibly()));
                assertThat(indices).isEmpty();
                assertThat(barrier.awaitAsync()).isCompletedWithValue(0);
            }
            assertThat(indices).containsExactlyInAnyOrder(3, 2, 1);
        }
    }

    @ParameterizedTest
    @EnumSource
    void inspectionShowsArrivalsAndWaiters(ThreadKind kind) {
        Barrier barrier = new Barrier(3);
        assertThat(barrier.getParties()).isEqualTo(3);
        assertThat(barrier.hasQueuedThreads()).isFalse();
        assertThat(barrier.toString()).contains("Barrier@").endsWith("[Parties = 3, Arrived = 0, Waiting = 0]");
        try (TestThreads threads = new TestThreads(kind)) {
            threads.startAndAwaitParked(barrier::await);
            CompletableFuture<Integer> future = barrier.awaitAsync();
            assertThat(barrier.hasQueuedThreads()).isTrue();
            assertThat(barrier.getQueueLength()).isEqualTo(2);
            assertThat(future.cancel(false)).isTrue();
            assertThat(barrier.toString()).endsWith("[Parties = 3, Arrived = 2, Waiting = 1]");
            assertThat(barrier.awaitUninterruptibly()).isZero();
            assertThat(barrier.toString()).endsWith("[Parties = 3, Arrived = 0, Waiting = 0]");
        }
    }

    @ParameterizedTest
    @EnumSource
    void whatWasDoneBeforeIsSeenByAllAfter(ThreadKind kind) {
        int parties = 3;
        Barrier barrier = new Barrier(parties);
        int[] written = new int[parties];
        try (TestThreads threads = new TestThreads(kind)) {
            for (int i = 0; i < parties; i++) {
                int at = i;
                threads.start(() -> {
                    for (int round = 1; round <= 300; round++) {
                        written[at] = round;
                        barrier.await();
                        int least = Integer.MAX_VALUE;
                        for (int value : written) {
                            least = Math.min(least, value);
                        }
                        barrier.await(); // nobody writes while others read
                        assertThat(least).isEqualTo(round);
                    }
                });
            }
        }
    }

    @Test
    void noDependentRunsBeforeAllAreReleased() {
        Barrier barrier = new Barrier(3);
        CompletableFuture<Integer> first = barrier.awaitAsync();
        CompletableFuture<Integer> second = barrier.awaitAsync();
        // a dependent of the first arrives for the next round; it must not take what the second is owed
        List<CompletableFuture<Integer>> again = new ArrayList<>();
        CompletableFuture<Void> dependent = first.thenAccept(index -> again.add(barrier.awaitAsync()));
        assertThat(barrier.awaitUninterruptibly()).isZero();
        assertThat(second.join()).isEqualTo(1);
        dependent.join();
        assertThat(again).singleElement().matches(future -> !future.isDone());
        assertThat(barrier.getNumberArrived()).isEqualTo(1);
    }

    @Test
    void threadDumpShowsTheBarrier() {
        Barrier barrier = new Barrier(2);
        try (TestThreads threads = new TestThreads(ThreadKind.PLATFORM)) {
            Thread waiting = threads.startAndAwaitParked(barrier::await);
            assertThat(LockSupport.getBlocker(waiting)).isSameAs(barrier);
            barrier.awaitUninterruptibly();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 33, 34, 100})
    void everyNumberOfPartiesMeets(int parties) {
        Barrier barrier = new Barrier(parties);
        for (int round = 0; round < 3; round++) {
            List<CompletableFuture<Integer>> arrivals = new ArrayList<>();
            for (int i = 0; i < parties; i++) {
                arrivals.add(barrier.awaitAsync());
            }
            for (int i = 0; i < parties; i++) {
                assertThat(arrivals.get(i).join()).isEqualTo(parties - 1 - i);
            }
        }
        new Barrier(Integer.MAX_VALUE).awaitAsync().cancel(false);
    }
}
