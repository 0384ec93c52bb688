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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class BagAbortTest {
    @ParameterizedTest
    @EnumSource
    void abortedTakesAreSkipped(BagForm form) {
        Bag<Integer> bag = form.bag();
        List<CompletableFuture<Integer>> takes = new ArrayList<>();
        for (int i = 0; i < 9; i++) {
            takes.add(bag.takeAsync());
        }
        for (int i = 0; i < 9; i++) {
            if (i != 4) {
                assertThat(takes.get(i).cancel(false)).isTrue();
            }
        }
        bag.put(1);
        assertThat(takes.get(4)).isCompletedWithValue(1);
        assertThat(takes.get(4).cancel(false)).as("too late").isFalse();
        bag.put(2);
        assertThat(bag.tryTake()).isEqualTo(2);
    }

    @ParameterizedTest
    @EnumSource
    void timeoutLosesNothing(ThreadKind kind) {
        Bag<Integer> bag = BagForm.STACK_1.bag();
        try (TestThreads threads = new TestThreads(kind)) {
            threads.start(() -> {
                assertThat(bag.tryTake(1, NANOSECONDS)).isNull();
                assertThat(bag.tryTake(1, MILLISECONDS)).isNull();
            });
        }
        bag.put(1);
        assertThat(bag.tryTake()).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource
    void interruptLosesNothing(ThreadKind kind) {
        Bag<Integer> bag = BagForm.QUEUE_1.bag();
        try (TestThreads threads = new TestThreads(kind)) {
            Thread plain = threads.startAndAwaitParked(
                    () -> assertThatThrownBy(bag::take).isInstanceOf(InterruptedException.class));
            Thread timed = threads.startAndAwaitParked(
                    () -> assertThatThrownBy(() -> bag.tryTake(1, DAYS)).isInstanceOf(InterruptedException.class));
            Thread stubborn = threads.startAndAwaitParked(() -> {
                assertThat(bag.takeUninterruptibly()).isEqualTo(1);
                assertThat(Thread.interrupted()).isTrue();
            });
            plain.interrupt();
            timed.interrupt();
            stubborn.interrupt();
            TestThreads.awaitTrue(() -> bag.getQueueLength() == 1);
            bag.put(1);
        }
        assertThat(bag.getSize()).isZero();
    }

    @ParameterizedTest
    @EnumSource
    void interruptPendingOnEntryIsThrownEvenIfAnElementIsThere(ThreadKind kind) {
        Bag<Integer> bag = BagForm.QUEUE_1.bag();
        bag.put(1);
        try (TestThreads threads = new TestThreads(kind)) {
            threads.start(() -> {
                Thread.currentThread().interrupt();
                assertThatThrownBy(bag::take).isInstanceOf(InterruptedException.class);
                Thread.currentThread().interrupt();
                assertThatThrownBy(() -> bag.tryTake(0, DAYS)).isInstanceOf(InterruptedException.class);
                assertThat(Thread.currentThread().isInterrupted()).isFalse();
            });
        }
        assertThat(bag.tryTake()).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource
    void takeThatIsFasterThanThePutGetsItsElement(BagForm form) {
        StoreInFront store = new StoreInFront(form.store());
        Bag<Integer> bag = new Bag<>(store, form.tuning);
        List<CompletableFuture<Integer>> takes = new ArrayList<>();
        store.beforeInsert = () -> takes.add(bag.takeAsync());
        bag.put(1);
        assertThat(takes).singleElement().matches(take -> take.join() == 1);
        assertThat(bag.getSize()).isZero();

        store.beforeInsert = () -> assertThat(bag.tryTake()).isNull();
        bag.put(2);
        assertThat(bag.tryTake()).isEqualTo(2);
    }

    @ParameterizedTest
    @EnumSource
    void endlessAbortsKeepTheQueueShort(BagForm form) throws InterruptedException {
        Bag<Integer> bag = form.bag();
        CompletableFuture<Integer> live = bag.takeAsync();
        for (int i = 0; i < 30_000; i++) {
            boolean served = (i & 15) == 0 ? bag.tryTake(1, NANOSECONDS) != null : !bag.takeAsync().complete(0);
            if (served) {
                throw new AssertionError("an element out of nothing");
            }
        }
        assertThat(SegmentListInvariants.count(bag.waiters())).isLessThanOrEqualTo(3);
        bag.put(1);
        assertThat(live).isCompletedWithValue(1);
    }
}
